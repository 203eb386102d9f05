import { useLoaded } from '../../data/use-loaded.ts';
import { count, money, plural } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import { loadSums } from './use-rows.ts';

/** The sums of a filtered list, so that readers recognise the figure that led here. A very long list has none. */
export function OrderSums({ filter }: { readonly filter: string }) {
  const { data } = useLoaded(() => loadSums(filter), filter, { on: ['orders'] });
  const sums = data?.sums ?? null;
  if (sums === null) return null;
  const w = words.value.money;
  const { orders, total, paid, left, item } = sums;
  const name = new URLSearchParams(filter).get('item');
  return (
    <p class="meta orders-sums">
      {item !== null && name !== null && `${w.itemSums(name, count(item.quantity), money(item.amount))} · `}
      {w.listSums(plural(orders, w.ordersCount), money(total), money(paid), money(left))}
    </p>
  );
}
