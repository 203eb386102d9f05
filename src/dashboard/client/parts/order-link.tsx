import { words } from '../words/words.ts';

interface OrderLinkProps {
  readonly of: { readonly id: string; readonly num: string };
}

export const OrderLink = ({ of: { id, num } }: OrderLinkProps) => (
  <a href={`/app/orders/${id}`}>
    {words.value.orders.order} {num}
  </a>
);
