import { addressWith } from '../../data/typed-searches.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { type FoundOrders as Found, loadFound } from '../../parts/orders.ts';
import { count } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import type { Entry } from './entries.ts';
import { OrderLine } from './order-line.tsx';

/** The pause in typing before a search, in milliseconds. */
export const QUIET_MS = 150;

interface ListedOrders {
  readonly orders: readonly Entry[];
  /** "8 of 44", if there are more orders than shown; undefined otherwise. */
  readonly part: string | undefined;
  readonly isSearching: boolean;
}

/**
 * Finds orders by all texts that the server searches, a moment after the last key. A call for an older text is dropped.
 */
export function useOrders(text: string, route: (to: string) => void): ListedOrders {
  const q = text.trim();
  const find = async (signal: AbortSignal) => ({ q, found: q === '' ? undefined : await loadFound(q, signal) });
  const { data, error } = useLoaded(find, q, { after: QUIET_MS });
  const found = q === '' || error !== undefined ? undefined : data?.found;
  const part = found && partOf(found);
  return {
    part,
    orders: found === undefined ? [] : entriesOf(found, { part, q: data?.q ?? '', route }),
    isSearching: data?.q !== q && error === undefined && q !== '',
  };
}

function partOf({ orders, count: all, more }: Found): string | undefined {
  if (all <= orders.length && !more) return undefined;
  // If all counted orders are shown, the phrase leaves out their number.
  const known = all > orders.length ? `${count(all)}${more ? '+' : ''}` : undefined;
  return words.value.palette.partOf(orders.length, known);
}

interface EntrySearch {
  readonly part: string | undefined;
  readonly q: string;
  readonly route: (to: string) => void;
}

function entriesOf(found: Found, { part, q, route }: EntrySearch): Entry[] {
  const shown = found.orders.map((order): Entry => {
    const act = (): void => route(`/app/orders/${order.id}`);
    return { id: order.id, group: 'orders', text: order.num, show: <OrderLine order={order} found={found} />, act };
  });
  if (part === undefined) return shown;
  const all = (): void => route(addressWith('/app/orders', new URLSearchParams({ q })));
  return [...shown, { id: 'all', group: 'orders', text: `${part} · ${words.value.palette.seeAll}`, act: all }];
}
