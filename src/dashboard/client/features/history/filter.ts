import { PERIODS } from '../../../shared/periods.ts';
import { ask } from '../../data/api.ts';
import { given } from '../../data/given.ts';
import { here, workspaceId } from '../../data/me.ts';
import { useAddress } from '../../ui/use-query.ts';

export const KINDS = ['orders', 'inquiries', 'keys', 'webhooks', 'people', 'workspace'] as const;

export interface HistoryFilter {
  readonly kind?: (typeof KINDS)[number] | 'settings';
  readonly who?: string;
  readonly when?: (typeof PERIODS)[number];
  readonly from?: string;
  readonly to?: string;
}

export const historyOf = () => here().history;

export const loadHistory = (filter: HistoryFilter, cursor?: string) =>
  ask(historyOf().get({ query: { ...filter, ...given({ cursor }) } }));
export type Row = Awaited<ReturnType<typeof loadHistory>>['rows'][number];

export const exportAddress = (query: string): string =>
  `/app/api/workspaces/${workspaceId()}/history/export${query === '' ? '' : `?${query}`}`;

export function useHistoryFilter() {
  const { value, set } = useAddress();
  const kind = [...KINDS, 'settings' as const].find((one) => one === value('kind'));
  const days = { from: value('from'), to: value('to') };
  const hasNoDays = days.from === undefined && days.to === undefined;
  const when = hasNoDays ? PERIODS.find((one) => one === value('when')) : undefined;
  const texts = { kind, who: value('who'), when, ...days };
  const given = Object.entries(texts).filter((pair): pair is [string, string] => (pair[1] ?? '') !== '');
  const filter: HistoryFilter = Object.fromEntries(given);
  return { filter, query: new URLSearchParams(given).toString(), set };
}
