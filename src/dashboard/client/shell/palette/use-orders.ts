import { ask } from '../../data/api.ts';
import { ordersOf } from '../../data/orders.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { day, money } from '../../ui/format.ts';
import type { Entry } from './entries.ts';

const SHOWN = 8;
/** Between two letters of who types. */
const QUIET_MS = 150;

export interface FoundOrders {
  readonly orders: readonly Entry[];
  readonly isSearching: boolean;
}

/** Orders by number, client and phone, a moment after the last letter; an answer to an older text is given up. */
export function useOrders(text: string, route: (to: string) => void): FoundOrders {
  const q = text.trim();
  const find = async (signal: AbortSignal) => ({ q, orders: q === '' ? [] : await search(q, signal, route) });
  const { data, error } = useLoaded(find, q, { after: QUIET_MS });
  return {
    orders: q === '' || error !== undefined ? [] : (data?.orders ?? []),
    isSearching: data?.q !== q && error === undefined && q !== '',
  };
}

async function search(q: string, signal: AbortSignal, route: (to: string) => void): Promise<Entry[]> {
  const filter = new URLSearchParams({ q }).toString();
  const { orders } = await ask(ordersOf().get({ query: { filter }, fetch: { signal } }));
  return orders.slice(0, SHOWN).map((order) => ({
    id: order.id,
    group: 'orders',
    text: [order.num, order.clientName].filter(Boolean).join(' · '),
    beside: `${day(order.date)} · ${money(order.price)}`,
    act: () => route(`/app/orders/${order.id}`),
  }));
}
