import { useLocation } from 'preact-iso';
import { here, workspaceId } from '../../data/me.ts';
import { useParams } from '../../ui/use-query.ts';

export const KINDS = ['orders', 'inquiries', 'keys', 'webhooks', 'people', 'workspace'] as const;

/** As the server takes it. */
export interface HistoryFilter {
  readonly kind?: (typeof KINDS)[number] | 'settings';
  readonly who?: string;
  readonly from?: string;
  readonly to?: string;
}

export const historyOf = () => here().history;

export const exportAddress = (query: string): string =>
  `/app/api/workspaces/${workspaceId()}/history/export${query === '' ? '' : `?${query}`}`;

/** As the address has it; an empty text takes a filter away. */
export type FilterTexts = Partial<Readonly<Record<(typeof PARAMETERS)[number], string>>>;

const PARAMETERS = ['kind', 'who', 'from', 'to'] as const;

const queryOf = (filter: FilterTexts): string =>
  new URLSearchParams(
    PARAMETERS.flatMap((key) => (filter[key] === undefined || filter[key] === '' ? [] : [[key, filter[key]]])),
  ).toString();

/** The filter of the page. The address holds it, so that Back and a link lead to the same rows. */
export function useHistoryFilter() {
  const { route } = useLocation();
  const params = useParams();
  const kind = [...KINDS, 'settings' as const].find((one) => one === params.get('kind'));
  const text = (key: 'who' | 'from' | 'to') => {
    const value = params.get(key);
    return value === null || value === '' ? {} : { [key]: value };
  };
  const filter: HistoryFilter = {
    ...(kind === undefined ? {} : { kind }),
    ...text('who'),
    ...text('from'),
    ...text('to'),
  };
  const address = (changed: FilterTexts): string => {
    const query = queryOf(changed);
    return query === '' ? '/app/history' : `/app/history?${query}`;
  };
  return {
    filter,
    query: queryOf(filter),
    set: (changes: FilterTexts) => route(address({ ...filter, ...changes })),
  };
}
