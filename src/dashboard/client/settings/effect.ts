import { plural } from '../format.ts';
import { pageWords } from './page-words.ts';
import type { Settings } from './workspace-data.ts';

export const SWITCHES = ['api', 'inquiries', 'webhooks'] as const;
export type Switch = (typeof SWITCHES)[number];

/** What turning a switch would do, in sentences; `on` is what it becomes. */
export function effectOf(it: Settings, what: Switch, on: boolean): string[] {
  const w = pageWords.value.workspace;
  if (what === 'api') return [keysTold(it, on)];
  if (what === 'inquiries') {
    return [it.inquiryKeys === 0 ? w.noKeys : plural(it.inquiryKeys, on ? w.keysWork : w.inquiriesRefused)];
  }
  return webhooksTold(it, on);
}

/** What another plan would do: Free has neither API nor webhooks. */
export function effectOfPlan(it: Settings, plan: 'free' | 'pro' | 'business'): string[] {
  const w = pageWords.value.workspace;
  const on = plan !== 'free';
  if (on === it.automation) return [w.kept];
  return [keysTold(it, on), ...webhooksTold(it, on), w.kept];
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
