import { MapPin } from 'lucide';
import { seesShop } from '../../data/me.ts';
import { sum } from '../../data/sum.ts';
import { mapAddress } from '../../parts/map-address.ts';
import type { OrderData } from '../../parts/orders.ts';
import { day, slot } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { words } from '../../words/words.ts';
import { CallLink, LateChip } from './cell.tsx';
import { MoneyLines, moneyOfOrder } from './money-lines.tsx';
import { textIn } from './with-order.tsx';

interface FactsProps {
  readonly order: OrderData;
  readonly clientId: string | null;
  readonly isCancelled: boolean;
}

export function OrderFacts({ order, clientId, isCancelled }: FactsProps) {
  return (
    <section class="order-facts" aria-label={words.value.orderPage.atAGlance}>
      <div>
        <When order={order} />
        <People order={order} clientId={clientId} />
        <Address order={order} />
      </div>
      <Money order={order} isCancelled={isCancelled} />
    </section>
  );
}

function When({ order }: { readonly order: OrderData }) {
  const way = textIn(order.delivery, 'deliveryType');
  return (
    <p class="line order-when">
      <LateChip row={order} />
      <strong class="capital">{day(order.date, true)}</strong>
      <strong class="unbroken">{slot(order.timeStart, order.timeEnd) || words.value.orders.noTime}</strong>
      <bdi>{way}</bdi>
    </p>
  );
}

function People({ order, clientId }: { readonly order: OrderData; readonly clientId: string | null }) {
  const { orderPage: w, orders } = words.value;
  const name = textIn(order.client, 'name') || orders.noName;
  const [recipient, number] = ['name', 'phone'].map((key) => textIn(order.recipient, key));
  return (
    <>
      <p>
        <strong>{clientId === null || !seesShop() ? name : <a href={`/app/clients/${clientId}`}>{name}</a>}</strong>{' '}
        <CallLink text={textIn(order.client, 'phone') || null} class="unbroken" />
      </p>
      {(recipient || number) && (
        <p>
          <span class="meta">{w.recipientTitle}</span> <strong>{recipient}</strong>{' '}
          <CallLink text={number || null} class="unbroken" />
        </p>
      )}
    </>
  );
}

function Address({ order: { delivery } }: { readonly order: OrderData }) {
  const [address = '', flat] = ['adress', 'flat'].map((key) => textIn(delivery, key));
  if (address === '') return null;
  const { orderPage, print } = words.value;
  return (
    <p>
      <a
        class="order-address"
        href={mapAddress(address)}
        target="_blank"
        rel="noreferrer noopener"
        title={orderPage.map}
      >
        <Icon of={MapPin} size={16} /> <bdi>{address}</bdi>
        {flat && (
          <>
            , {print.flat.toLowerCase()} <bdi>{flat}</bdi>
          </>
        )}
      </a>
    </p>
  );
}

/** A canceled order has nothing left to pay, and its payment is to be refunded. */
function Money({ order, isCancelled }: Omit<FactsProps, 'clientId'>) {
  const { price, paidAmount, left, payments } = order;
  const { payments: w, orderPage, orders } = words.value;
  const isRefunded = order.paymentStatus === 'refunded';
  const isUnpaid = isCancelled && paidAmount === 0;
  const name = isCancelled ? w.toRefund : left < 0 ? w.over : orderPage.leftOver;
  const refunded = sum(payments.map(({ refundedAmount }) => refundedAmount));
  const paid = isRefunded ? ([orders.paymentStatuses.refunded, refunded] as const) : ([w.paid, paidAmount] as const);
  const lines = [
    [orders.total, price],
    ...(isUnpaid && !isRefunded ? [] : [paid]),
    ...(left === 0 ? [] : [[name, Math.abs(left)] as const]),
  ] as const;
  return (
    <MoneyLines
      class={left === 0 && paidAmount > 0 ? 'order-money order-settled' : 'order-money'}
      of={lines}
      money={moneyOfOrder(order)}
    />
  );
}
