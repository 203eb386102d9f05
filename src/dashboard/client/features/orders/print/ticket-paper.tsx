import { lineOf } from '../../../data/plain-values.ts';
import type { OrderData } from '../../../parts/orders.ts';
import { count, day, slot } from '../../../ui/format.ts';
import { words } from '../../../words/words.ts';
import { notesOf, OrderNotes } from '../order-notes.tsx';
import { textIn } from '../with-order.tsx';
import { OrderQr } from './shop-head.tsx';

/** The fields of an item that do not describe how to make it. */
const NOT_MADE = new Set(['id', 'sku', 'name', 'quantity', 'price', 'listPrice']);

/** The greatest number of items in large print. More would leave no room for notes. */
const FEW = 5;

/** The workshop needs no sums, phones or addresses. */
export function TicketPaper({ order }: { readonly order: OrderData }) {
  const { orders } = words.value;
  const way = textIn(order.delivery, 'deliveryType');
  const hours = slot(order.timeStart, order.timeEnd);
  return (
    <>
      <header class="print-head">
        <div>
          <p class="print-slip-num">
            {orders.order} {order.num}
          </p>
          <p class="print-ticket-when">
            <strong class="capital">{hours || day(order.date, true)}</strong>{' '}
            <span class="capital">{hours !== '' && day(order.date, true)}</span>
            {way !== '' && <span class="print-ticket-way capital">{way}</span>}
          </p>
        </div>
        <OrderQr id={order.id} />
      </header>
      <ul class={order.products.length > FEW ? 'print-ticket-items print-ticket-many' : 'print-ticket-items'}>
        {order.products.map((product, at) => (
          <li key={at}>
            <strong>{count(product.quantity)} ×</strong> <bdi>{product.name}</bdi>
            {Object.entries(product)
              .filter(([key, value]) => !NOT_MADE.has(key) && lineOf(value) !== '')
              .map(([key, value]) => (
                <small key={key}>{lineOf(value)}</small>
              ))}
          </li>
        ))}
      </ul>
      <OrderNotes class="print-ticket-notes" notes={notesOf(order).filter(({ kind }) => kind !== 'door')} />
    </>
  );
}
