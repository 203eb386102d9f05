import type { OrderData } from '../../../data/orders.ts';
import { words } from '../../../words/words.ts';
import { Menu } from '../filters.tsx';
import { textIn } from './with-order.tsx';

/** What can be printed of one order. */
export function PrintMenu({ order }: { readonly order: OrderData }) {
  const { print: w, orders } = words.value;
  return (
    <Menu title={words.value.orderPage.print}>
      <nav class="links" aria-label={words.value.orderPage.print}>
        <a href={`/app/orders/${order.id}/print/slip`}>{w.slip}</a>
        <a href={`/app/print/couriers?ids=${order.id}`}>{orders.couriers}</a>
        {textIn(order.additional, 'cardText') !== '' && <a href={`/app/orders/${order.id}/print/card`}>{w.card}</a>}
      </nav>
    </Menu>
  );
}
