import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { refreshMe, workspace } from '../../data/me.ts';
import { Chip } from '../../ui/chip.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { effectOf, SWITCHES, type Switch } from './effect.ts';
import { type Settings, settingsOf } from './workspace-data.ts';

const FIELDS = { api: 'apiEnabled', inquiries: 'inquiriesEnabled', webhooks: 'webhooksEnabled' } as const;

export function Switches({ settings }: { readonly settings: Settings }) {
  const [turning, setTurning] = useState<Switch>();
  const current = workspace.value;
  const w = pageWords.value.workspace;
  const isOn = (what: Switch): boolean => current?.[FIELDS[what]] === true;
  return (
    <section aria-labelledby="switches-title">
      <h2 id="switches-title">{w.switches}</h2>
      <ul class="settings-switches">
        {SWITCHES.map((what) => {
          const on = isOn(what);
          const word = on ? w.switchOff : w.switchOn;
          const isBarred = what === 'inquiries' && settings.automation && settings.environment !== 'dev';
          const isVain = on && isBarred;
          return (
            <li key={what}>
              <div>
                <h3>
                  {w[what].name}{' '}
                  {isVain ? (
                    <Chip tone="busy">{w.notHere}</Chip>
                  ) : (
                    <Chip tone={on && settings.automation ? 'good' : 'idle'}>
                      {settings.automation ? (on ? w.on : w.off) : w.needsPlan}
                    </Chip>
                  )}
                </h3>
                <p class="meta">{w[what].opens}</p>
                {isBarred && <p class="meta">{w.devOnly}</p>}
              </div>
              {settings.automation && !isVain && (
                <button type="button" aria-label={`${word}: ${w[what].name}`} onClick={() => setTurning(what)}>
                  {word}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {turning !== undefined && (
        <FormDialog
          title={w.titleOf(w[turning].name, !isOn(turning))}
          effects={effectOf(settings, turning, !isOn(turning))}
          action={isOn(turning) ? w.switchOff : w.switchOn}
          danger={isOn(turning)}
          send={() => ask(settingsOf().plan.post({ [FIELDS[turning]]: !isOn(turning) })).then(refreshMe)}
          onClose={() => setTurning(undefined)}
        />
      )}
    </section>
  );
}
