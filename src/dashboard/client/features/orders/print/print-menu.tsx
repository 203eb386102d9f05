import { ChevronDown } from 'lucide';
import type { OrderData } from '../../../parts/orders.ts';
import { Icon } from '../../../ui/icon.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { words } from '../../../words/words.ts';
import { textIn } from '../with-order.tsx';

/** What can be printed of one order. */
export function PrintMenu({ order }: { readonly order: OrderData }) {
  const { print: w, orders, orderPage } = words.value;
  const papers = [
    { text: w.slip, href: `/app/orders/${order.id}/print/slip` },
    { text: orders.couriers, href: `/app/print/couriers?ids=${order.id}` },
    ...(textIn(order.additional, 'cardText') === ''
      ? []
      : [{ text: w.card, href: `/app/orders/${order.id}/print/card` }]),
  ];
  return (
    <MenuButton class="quiet" listLabel={orderPage.print} groups={[papers]}>
      {orderPage.print}
      <Icon of={ChevronDown} size={16} />
    </MenuButton>
  );
}
