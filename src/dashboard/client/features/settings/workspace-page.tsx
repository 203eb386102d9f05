import { useState } from 'preact/hooks';
import { api, ask } from '../../data/api.ts';
import { switchTo } from '../../data/chosen-workspace.ts';
import { browsersKeep, ownsInstallation, refreshMe, showsPlan, workspace, workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { SettingsPage } from '../../parts/settings-nav.tsx';
import { typedZone, ZoneField } from '../../parts/zone-field.tsx';
import { ownZone } from '../../parts/zones.ts';
import { Chip } from '../../ui/chip.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { plural } from '../../ui/format.ts';
import { leave } from '../../ui/leave.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { OnOffSection } from './on-off-section.tsx';
import { OrdersKeptSection } from './orders-kept.tsx';
import { ShopForm } from './shop-form.tsx';
import { loadSettings, type Settings, settingsOf } from './workspace-data.ts';

export function WorkspacePage() {
  const { data, error, reload } = useLoaded(loadSettings, workspaceId(), { on: ['settings'] });
  return (
    <SettingsPage title={words.value.settingsNav.workspace}>
      <Problem error={error} retry={reload} />
      {data !== undefined && (
        <>
          <ShopForm settings={data} saved={reload} />
          {showsPlan() && <PlanSection settings={data} />}
          <Switches settings={data} />
          <OrdersKeptSection />
          <BrowsersSection />
          {ownsInstallation() && <NewWorkspace />}
        </>
      )}
    </SettingsPage>
  );
}

function BrowsersSection() {
  const w = pageWords.value.workspace;
  const keep = browsersKeep();
  return (
    <OnOffSection
      title={w.browsers}
      lead={keep ? w.browsersOn : w.browsersOff}
      verb={keep ? w.browsersForbid : w.browsersAllow}
      effects={keep ? w.browsersForbidWhat : [w.browsersOn]}
      act={() => ask(settingsOf().plan.post({ browsersKeep: !keep })).then(refreshMe)}
    />
  );
}

function NewWorkspace() {
  const [open, setOpen] = useState(false);
  const w = pageWords.value.workspace;
  return (
    <section aria-labelledby="further-title">
      <h2 id="further-title">{w.further}</h2>
      <p class="lead">{w.furtherWhat}</p>
      <button type="button" onClick={() => setOpen(true)}>
        {w.create}
      </button>
      {open && (
        <FormDialog
          title={w.create}
          action={w.create}
          send={(text) => ask(api.workspaces.post({ name: text('name'), timeZone: typedZone(text, ownZone()) }))}
          done={({ workspaceId }) => leave(() => switchTo(workspaceId, '/app'))}
          onClose={() => setOpen(false)}
        >
          <TextField name="name" label={w.name} required maxLength={200} autofocus />
          <ZoneField chosen={ownZone()} />
        </FormDialog>
      )}
    </section>
  );
}

const PLANS = ['free', 'pro', 'business'] as const;
type Plan = (typeof PLANS)[number];

function PlanSection({ settings }: { readonly settings: Settings }) {
  const [chosen, setChosen] = useState<Plan>();
  const current = workspace.value;
  const w = pageWords.value.workspace;
  return (
    <section aria-labelledby="plan-title">
      <h2 id="plan-title">{w.plan}</h2>
      <ul class="settings-switches">
        {PLANS.map((plan) => (
          <li key={plan}>
            <div>
              <h3>
                {w.plans[plan].name} {plan === current?.plan && <Chip tone="good">{w.current}</Chip>}
              </h3>
              <p class="meta">{w.plans[plan].opens}</p>
            </div>
            {plan !== current?.plan && (
              <button type="button" onClick={() => setChosen(plan)}>
                {w.choose(w.plans[plan].name)}
              </button>
            )}
          </li>
        ))}
      </ul>
      {chosen !== undefined && (
        <FormDialog
          title={w.changeTitle(w.plans[chosen].name)}
          effects={current === undefined ? [] : effectOfPlan(settings, current, chosen)}
          action={w.choose(w.plans[chosen].name)}
          danger={chosen === 'free'}
          send={() => ask(settingsOf().plan.post({ plan: chosen })).then(refreshMe)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </section>
  );
}

const FIELDS = { api: 'apiEnabled', inquiries: 'inquiriesEnabled', webhooks: 'webhooksEnabled' } as const;

function Switches({ settings }: { readonly settings: Settings }) {
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

const SWITCHES = ['api', 'inquiries', 'webhooks'] as const;
type Switch = (typeof SWITCHES)[number];

/** Describes the effects of a switch. `on` is its new state. */
function effectOf(settings: Settings, what: Switch, on: boolean): string[] {
  const w = pageWords.value.workspace;
  if (what === 'api') return [keysTold(settings, on)];
  if (what === 'inquiries') {
    if (on && settings.environment !== 'dev') return [w.devOnly];
    return [settings.inquiryKeys === 0 ? w.noKeys : plural(settings.inquiryKeys, on ? w.keysWork : w.inquiriesRefused)];
  }
  return webhooksTold(settings, on);
}

type Workspace = NonNullable<typeof workspace.value>;

/** The Free plan has neither the API nor webhooks. On any other plan, each has its own switch. */
function effectOfPlan(
  settings: Settings,
  { apiEnabled, webhooksEnabled }: Pick<Workspace, 'apiEnabled' | 'webhooksEnabled'>,
  plan: Workspace['plan'],
): string[] {
  const w = pageWords.value.workspace;
  const on = plan !== 'free';
  if (on === settings.automation) return [w.kept];
  const api = apiEnabled ? keysTold(settings, on) : w.staysOff(w.api.name);
  const webhooks = webhooksEnabled ? webhooksTold(settings, on) : [w.staysOff(w.webhooks.name)];
  return [api, ...webhooks, w.kept];
}

function keysTold({ keys }: Settings, on: boolean): string {
  const w = pageWords.value.workspace;
  return keys === 0 ? w.noKeys : plural(keys, on ? w.keysWork : w.keysRefused);
}

function webhooksTold({ endpoints, waiting }: Settings, on: boolean): string[] {
  const w = pageWords.value.workspace;
  const stops = endpoints === 0 ? w.noEndpoints : plural(endpoints, w.endpointsSilent);
  const queued = waiting === 0 ? [] : [plural(waiting, on ? w.goesOut : w.waits)];
  return on ? queued : [stops, ...queued];
}
