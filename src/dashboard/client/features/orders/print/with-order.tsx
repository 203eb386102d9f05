import type { ComponentChildren } from 'preact';
import { useRoute } from 'preact-iso';
import { Refusal } from '../../../data/api.ts';
import { loadOrder, type OrderData } from '../../../data/orders.ts';
import { lineOf } from '../../../data/plain-values.ts';
import { useLoaded } from '../../../data/use-loaded.ts';
import { Problem } from '../../../ui/problem/problem.tsx';
import { words } from '../../../words/words.ts';

/** The order that the address names, once it is there. */
export function WithOrder({ children }: { readonly children: (order: OrderData) => ComponentChildren }) {
  const id = useRoute().params['id'] ?? '';
  const { data, error, reload } = useLoaded(() => loadOrder(id), id);
  if (data !== undefined) return <>{children(data.order)}</>;
  if (error === undefined) return <p class="loading">{words.value.loading}</p>;
  const unknown = error instanceof Refusal && error.code === 'order_not_found';
  return unknown ? <p class="empty">{words.value.orders.notFound}</p> : <Problem error={error} retry={reload} />;
}

/** What stands in a nested part of an order, in one line; empty where nothing does. */
export const textIn = (part: Readonly<Record<string, unknown>> | null, key: string): string =>
  lineOf(part?.[key]).trim();
