import { api, ask } from '../../data/api.ts';
import { type Loaded, useLoaded } from '../../data/use-loaded.ts';
import { DAY_MS, HOUR_MS, plural } from '../../ui/format.ts';
import { words } from '../../words/words.ts';

export type Days = '30' | '90';

const workspaceOf = (id: string) => api.workspaces({ workspace: id });
const loadOverview = (id: string, days: Days) => ask(workspaceOf(id).overview.get({ query: { days } }));

export type OverviewData = Awaited<ReturnType<typeof loadOverview>>;
export type AttentionLine = OverviewData['attention'][number];
export type ComingOrder = OverviewData['coming'][number];

export const switchWebhooksOn = (id: string) => ask(workspaceOf(id).settings.plan.post({ webhooksEnabled: true }));

/** The end of a slot or day makes orders late but changes no data. So the page loads again at this interval. */
const LOOK_AGAIN_MS = 60_000;

export const useOverview = (id: string, days: Days): Loaded<OverviewData> =>
  useLoaded(() => loadOverview(id, days), `${id} ${days}`, {
    on: ['orders', 'webhooks', 'settings'],
    calm: true,
    again: () => LOOK_AGAIN_MS,
  });

export function ageInWords(ms: number): string {
  const w = words.value.overview;
  if (ms >= 2 * DAY_MS) return plural(Math.round(ms / DAY_MS), w.days);
  if (ms >= HOUR_MS) return plural(Math.round(ms / HOUR_MS), w.hoursAge);
  return w.fresh;
}
