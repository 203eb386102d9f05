import type { workspace } from '../../data/me.ts';
import { plural } from '../../ui/format.ts';
import { pageWords } from '../../words/settings-pages.ts';
import type { Settings } from './workspace-data.ts';

export const SWITCHES = ['api', 'inquiries', 'webhooks'] as const;
export type Switch = (typeof SWITCHES)[number];

/** Describes the effects of a switch. `on` is its new state. */
export function effectOf(settings: Settings, what: Switch, on: boolean): string[] {
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
export function effectOfPlan(
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
