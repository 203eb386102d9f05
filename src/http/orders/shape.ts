import type { Steps } from '../../base/index.ts';
import { type FullOrder, type ListedOrder, type OrderSummary, type Payment, sentBeyond } from '../../orders/index.ts';
import { shown } from '../../web/index.ts';
import { ListedOrderModel, OrderAlone, OrderSummaryModel, OwnPayment } from './model.ts';

/** Converts the store's kopecks, milliseconds and JSON text to the form of the models. */

export const shapeSummary = (order: OrderSummary) => shown(OrderSummaryModel, order);

/**
 * The prefix of the sources of the desk and of files. No API key's source begins with it. An order from such a source
 * has a key that no sender chose.
 */
const OWN_SOURCE = '@';

/** Adds the sender's own `requestKey`, or null if the sender chose none. */
const named = <T extends ListedOrder>(order: T) => ({
  ...order,
  requestKey: order.byNum || order.source.startsWith(OWN_SOURCE) ? null : order.repeatKey,
});

export const shapeListed = (order: ListedOrder) => shown(ListedOrderModel, named(order));

export const shapeFull = ({ order, payments, refundedPayments }: FullOrder) => ({
  ...shown(OrderAlone, named(order)),
  payments: payments.map(shapePayment),
  refundedPayments: refundedPayments.map(shapePayment),
});

/** The JSON text of `shapeFull`, in steps, because the payments of an order may contain a million numbers in all. */
export function* writeFull({ order, payments, refundedPayments }: FullOrder): Steps<string> {
  const alone = JSON.stringify(shown(OrderAlone, named(order)));
  yield;
  const [paid, refunded] = [yield* writePayments(payments), yield* writePayments(refundedPayments)];
  return `${alone.slice(0, -1)},"payments":[${paid}],"refundedPayments":[${refunded}]}`;
}

function* writePayments(payments: readonly Payment[]): Steps<string> {
  const texts: string[] = [];
  for (const payment of payments) {
    texts.push(JSON.stringify(shapePayment(payment)));
    yield;
  }
  return texts.join();
}

const shapePayment = (payment: Payment) => ({ ...sentBeyond(payment), ...shown(OwnPayment, payment) });
