import { useState } from 'preact/hooks';
import { api, ask } from '../../data/api.ts';
import { refreshMe } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { plural } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { CodeForm, CodesDialog, TurnOnDialog } from './factor-dialogs.tsx';

const factor = api.account['second-factor'];

type Doing =
  | { readonly what: 'on'; readonly secret: string; readonly uri: string }
  | { readonly what: 'codes'; readonly codes: readonly string[] }
  | { readonly what: 'renew' | 'off' };

export function FactorSection() {
  const { data, error, reload } = useLoaded(() => ask(factor.get()), 'second-factor');
  const [doing, setDoing] = useState<Doing>();
  const sending = useSending();
  const w = pageWords.value.factor;
  const close = (): void => {
    setDoing(undefined);
    reload();
    // A workspace that demands a second factor may now be accessible or inaccessible, so the signed-in person is loaded
    // again.
    void refreshMe().catch(() => undefined);
  };
  const begin = async (): Promise<void> => setDoing({ what: 'on', ...(await ask(factor.begin.post({}))) });
  const show = (codes: readonly string[]): void => setDoing({ what: 'codes', codes });
  const trouble = sending.error ?? error;
  return (
    <section>
      <h2>
        {w.title} {data !== undefined && <Chip tone={data.on ? 'good' : 'idle'}>{data.on ? w.on : w.off}</Chip>}
      </h2>
      <p class="lead">{w.what}</p>
      {data?.on === true && (
        <p class="meta">
          {plural(data.codesLeft, w.left)} {data.codesAreShort && w.short}
        </p>
      )}
      {data?.isLost === true && (
        <p class="problem" role="alert">
          {w.keyLost}
        </p>
      )}
      <Problem error={trouble} />
      <div class="actions start">
        {data?.on === false && (
          <ActButton sending={sending} act={begin}>
            {w.begin}
          </ActButton>
        )}
        {data?.on === true && (
          <>
            <button type="button" onClick={() => setDoing({ what: 'renew' })}>
              {w.newCodes}
            </button>
            <button type="button" class="danger" onClick={() => setDoing({ what: 'off' })}>
              {w.turnOff}
            </button>
          </>
        )}
      </div>
      {data?.on === true && (
        <p class="meta">
          {w.lost} <code>{w.lostCommand}</code>
        </p>
      )}
      {doing?.what === 'on' && <TurnOnDialog secret={doing.secret} uri={doing.uri} onClose={close} confirmed={show} />}
      {doing?.what === 'codes' && <CodesDialog codes={doing.codes} onClose={close} />}
      {doing?.what === 'renew' && (
        <CodeForm
          title={w.newCodes}
          effects={[w.newCodesWhat]}
          action={w.newCodes}
          send={(code) => ask(factor.codes.post(code))}
          done={({ codes }) => show(codes)}
          onClose={close}
        />
      )}
      {doing?.what === 'off' && (
        <CodeForm
          title={w.turnOffTitle}
          effects={[w.turnOffWhat]}
          action={w.turnOff}
          danger
          send={(code) => ask(factor.off.post(code))}
          onClose={close}
        />
      )}
    </section>
  );
}
