import { type OrderData, paymentState, paymentWord } from '../../parts/orders.ts';
import { day, dialled, money, phone, slot } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import { LateChip } from './cell.tsx';
import { textIn } from './with-order.tsx';

/** Who, when, where to and what is left to pay: what the counter asks first, before all else of an order. */
export function OrderBand({ order }: { readonly order: OrderData }) {
  const { orderPage: w, orders } = words.value;
  const name = textIn(order.client, 'name');
  const number = order.clientPhone ?? '';
  const way = textIn(order.delivery, 'deliveryType');
  return (
    <section class="band order-band" aria-label={w.atAGlance}>
      <p>
        <strong class="order-who">{name === '' ? orders.noName : name}</strong>
        {number !== '' && (
          <>
            <br />
            {dialled(number) === '' ? <bdi>{number}</bdi> : <a href={`tel:${dialled(number)}`}>{phone(number)}</a>}
          </>
        )}
      </p>
      <p>
        <strong>{day(order.date, true)}</strong> <span class="unbroken">{slot(order.timeStart, order.timeEnd)}</span>{' '}
        <LateChip row={order} />
        {(way !== '' || (order.address ?? '') !== '') && (
          <>
            <br />
            <bdi>{way}</bdi>
            {way !== '' && (order.address ?? '') !== '' && ', '}
            <bdi>{order.address}</bdi>
          </>
        )}
      </p>
      <Owed order={order} />
    </section>
  );
}

function Owed({ order }: { readonly order: OrderData }) {
  const { payments: w, orderPage } = words.value;
  const left = Math.round((order.price - order.paidAmount) * 100) / 100;
  const of = orderPage.ofTotal(money(order.price, true));
  if (left > 0) {
    return (
      <p class="end">
        <span class="figure">{money(left, true)}</span> {order.paidAmount > 0 ? `${w.leftWord} ${of}` : w.leftWord}
      </p>
    );
  }
  return (
    <p class="end">
      <span class="figure">{money(order.paidAmount, true)}</span>{' '}
      {left < 0 ? `${w.over} ${money(-left, true)}` : paymentWord(paymentState(order))}
    </p>
  );
}
