import { ask } from '../../data/api.ts';
import { here } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { count, money, plural } from '../../ui/format.ts';
import { words } from '../../words/words.ts';

const load = (filter: string) => ask(here().orders.sums.get({ query: { filter } }));

/** The sums of a filtered list, so that readers recognise the figure that led here. A very long list has none. */
export function OrderSums({ filter }: { readonly filter: string }) {
  const { data } = useLoaded(() => load(filter), filter, { on: ['orders'] });
  const sums = data?.sums ?? null;
  if (sums === null) return null;
  const { money: w, orders: o } = words.value;
  const { orders, total, paid, left, over, notOwed, item } = sums;
  const name = new URLSearchParams(filter).get('item');
  return (
    <p class="meta orders-sums">
      {item !== null && name !== null && `${w.itemSums(name, count(item.quantity), money(item.amount))} · `}
      {w.listSums(plural(orders, w.ordersCount), money(total), money(paid), money(left))}
      {notOwed !== 0 && ` · ${o.notOwed(money(notOwed))}`}
      {over !== 0 && ` · ${o.overpaidSum(money(over))}`}
    </p>
  );
}
