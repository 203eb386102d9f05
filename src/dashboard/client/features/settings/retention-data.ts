import { api, ask } from '../../data/api.ts';
import { workspace } from '../../data/me.ts';
import { settingsOf } from './workspace-data.ts';

const id = (): string => workspace.value?.id ?? '';

export const retentionOf = () => api.workspaces({ workspace: id() }).retention;
export const loadRetention = () => ask(retentionOf().get());
export type RetentionFacts = Awaited<ReturnType<typeof loadRetention>>;

export const ordersKeptOf = () => settingsOf(id())['orders-kept'];
export const loadOrdersKept = () => ask(ordersKeptOf().get());
export type OrdersKept = Awaited<ReturnType<typeof loadOrdersKept>>;

/** A number that may be left out; undefined where it is no whole one. */
export function typedNumber(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}
