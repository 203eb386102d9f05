import { ask } from '../../data/api.ts';
import { here } from '../../data/me.ts';
import { settingsOf } from './workspace-data.ts';

export const retentionOf = () => here().retention;
export const loadRetention = () => ask(retentionOf().get());
export type RetentionFacts = Awaited<ReturnType<typeof loadRetention>>;

export const ordersKeptOf = () => settingsOf()['orders-kept'];
export const loadOrdersKept = () => ask(ordersKeptOf().get());
export type OrderRetention = Awaited<ReturnType<typeof loadOrdersKept>>;

/** An optional number; undefined if the text is not a whole number. */
export function typedNumber(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}
