import { ask } from '../../data/api.ts';
import { here } from '../../data/me.ts';

export const loadReport = (filter: string) => ask(here().reports.get({ query: { filter } }));
export const loadItems = (filter: string) => ask(here().reports.items.get({ query: { filter } }));

export type Report = Awaited<ReturnType<typeof loadReport>>;
export type Row = Report['statuses'][number];
export type ComparedFigure = Report['orders'];

/** Returns true if the previous period had orders or payments to compare with. */
export const hasBefore = ({ orders, net }: Pick<Report, 'orders' | 'net'>): boolean =>
  (orders.before?.count ?? 0) > 0 || (net.before?.count ?? 0) > 0;
