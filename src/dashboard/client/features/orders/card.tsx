import type { ComponentChildren } from 'preact';
import { paymentTone, paymentWord, type Row } from '../../data/orders.ts';
import { Chip } from '../../ui/chip.tsx';
import { count, money, phone } from '../../ui/format.ts';

/** An order where there is little room: on the board, in a day. */
export function OrderCard({ row, children }: { readonly row: Row; readonly children?: ComponentChildren }) {
  return (
    <li class="card">
      <p class="line">
        <a href={`/app/orders/${row.id}`}>{row.num}</a>
        <strong>{money(row.price)}</strong>
      </p>
      <p class="name">
        {row.clientName}
        {row.clientPhone !== null && <span class="meta unbroken"> {phone(row.clientPhone)}</span>}
      </p>
      <p class="meta name">
        {row.firstProduct} ×{count(row.firstQuantity)}
        {row.moreProducts > 0 && ` +${row.moreProducts}`}
      </p>
      {row.address !== null && <p class="meta name">{row.address}</p>}
      <p class="line">
        <Chip tone={paymentTone(row.paymentStatus)}>{paymentWord(row.paymentStatus)}</Chip>
        {children}
      </p>
    </li>
  );
}
