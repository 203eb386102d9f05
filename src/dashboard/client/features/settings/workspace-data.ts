import { ask } from '../../data/api.ts';
import { here } from '../../data/me.ts';

export const settingsOf = () => here().settings;

export const loadSettings = () => ask(settingsOf().get());

/**
 * The workspace's settings. They include how many API keys, endpoints and waiting events the workspace's switches
 * affect.
 */
export type Settings = Awaited<ReturnType<typeof loadSettings>>;

export const retentionOf = () => here().retention;
export const loadRetention = () => ask(retentionOf().get());
export type RetentionFacts = Awaited<ReturnType<typeof loadRetention>>;

export const ordersKeptOf = () => settingsOf()['orders-kept'];
export const loadOrdersKept = () => ask(ordersKeptOf().get());
export type OrderRetention = Awaited<ReturnType<typeof loadOrdersKept>>;

/** Reads an optional whole number: null if the text is empty, undefined if it is not such a number. */
export function typedNumber(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}
