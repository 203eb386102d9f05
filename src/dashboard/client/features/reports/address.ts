import { ask } from '../../data/api.ts';
import { here } from '../../data/me.ts';

export const loadReport = (filter: string) => ask(here().reports.get({ query: { filter } }));
export const loadItems = (filter: string) => ask(here().reports.items.get({ query: { filter } }));

export type Report = Awaited<ReturnType<typeof loadReport>>;
export type Row = Report['statuses'][number];
export type Both = Report['orders'];

/** False for the first period of a shop, whose figures have nothing to be compared with. */
export const hasBefore = ({ orders, net }: Pick<Report, 'orders' | 'net'>): boolean =>
  (orders.before?.count ?? 0) > 0 || (net.before?.count ?? 0) > 0;

/** The addresses of the lists behind the figures, with their filters. */
export function listsOf({ from, to, kept }: Pick<Report, 'from' | 'to' | 'kept'>) {
  const also = (more: Readonly<Record<string, string>>): string => new URLSearchParams(more).toString();
  const days = also({ from, to });
  return {
    orders: `/app/orders?${days}&${kept}`,
    ofStatus: (status: string): string => `/app/orders?${days}&${also({ status })}`,
    ordersWith: (key: 'source' | 'platform' | 'item', value: string): string =>
      `/app/orders?${days}&${also({ [key]: value })}&${kept}`,
    payments: `/app/payments?${days}`,
    ofKind: (kind: 'payment' | 'refund'): string => `/app/payments?${days}&${also({ kind })}`,
    ofMethod: (kind: 'payment' | 'refund', method: string): string => `/app/payments?${days}&${also({ kind, method })}`,
    debts: (of: { readonly from: string | null; readonly to: string | null }): string => {
      const limits = Object.entries(of).filter((limit): limit is [string, string] => limit[1] !== null);
      const owing = new URLSearchParams([
        ...limits.filter(([key]) => key !== 'owed'),
        ['payment', 'unpaid'],
        ['payment', 'partial'],
      ]);
      return `/app/orders?${owing}&${kept}`;
    },
  };
}
