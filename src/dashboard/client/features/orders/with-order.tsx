import type { ComponentChildren } from 'preact';
import { useRoute } from 'preact-iso';
import { lineOf } from '../../data/plain-values.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { loadOrder, type OrderData } from '../../parts/orders.ts';
import { WaitingFor } from '../../ui/unknown.tsx';
import { words } from '../../words/words.ts';

export function WithOrder({
  children,
}: {
  readonly children: (order: OrderData, reload: () => void) => ComponentChildren;
}) {
  const id = useRoute().params['id'] ?? '';
  const loaded = useLoaded(() => loadOrder(id), id);
  const { orderPage, orders } = words.value;
  if (loaded.data === undefined)
    return <WaitingFor of={loaded} title={orderPage.notFound} list="/app/orders" listName={orders.title} />;
  return <>{children(loaded.data.order, loaded.reload)}</>;
}

export const textIn = (part: Readonly<Record<string, unknown>> | null, key: string): string =>
  lineOf(part?.[key]).trim();
