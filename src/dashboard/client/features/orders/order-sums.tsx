import { ask } from '../../data/api.ts';
import { here } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { ClientLink } from '../../parts/client-link.tsx';
import { count, money, plural } from '../../ui/format.ts';
import { words } from '../../words/words.ts';

const load = (filter: string) => ask(here().orders.sums.get({ query: { filter } }));

/**
 * Shows the sums of a list, and the client's name if the list is filtered by client. The server sends no sums for a
 * very long list.
 */
export function OrderSums({ filter }: { readonly filter: string }) {
  const { data } = useLoaded(() => load(filter), filter, { on: ['orders'] });
  const { sums = null, client = null } = data ?? {};
  const params = new URLSearchParams(filter);
  const name = params.get('item');
  const of = client !== null && <ClientLink id={params.get('client') ?? ''} name={client} />;
  if (sums === null) return of;
  const { money: w, orders: o } = words.value;
  const { orders, total, paid, left, over, notOwed, item } = sums;
  return (
    <>
      {of}
      {of && ' · '}
      {item !== null && name !== null && `${w.itemSums(name, count(item.quantity), money(item.amount))} · `}
      {w.listSums(plural(orders, o.ordersCount), money(total), money(paid), money(left))}
      {notOwed !== 0 && ` · ${o.notOwed(money(notOwed))}`}
      {over !== 0 && ` · ${o.overpaidSum(money(over))}`}
    </>
  );
}
