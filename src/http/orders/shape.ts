/** These functions convert the store's kopecks, milliseconds and JSON text to the models' form. */

import type { TSchema } from '@sinclair/typebox';
import type { Steps } from '../../base/index.ts';
import { type FullOrder, type ListedOrder, type OrderSummary, type Payment, sentBeyond } from '../../orders/index.ts';
import { shown } from '../../web/index.ts';
import { ListedOrderModel, OrderAlone, OrderSummaryModel, OwnPayment } from './model.ts';

export const shapeSummary = (order: OrderSummary) => shown(OrderSummaryModel, order);

/**
 * The first character of each source that Docket itself sets, such as `@import`. No sender chose the repeat key of an
 * order from such a source, so the key is not shown.
 */
const OWN_SOURCE = '@';

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

/**
 * Writes the same JSON as `shapeFull`, in steps. The texts of an order have up to four megabytes, and its payments may
 * contain a million numbers.
 */
export function* writeFull({ order, payments, refundedPayments }: FullOrder): Steps<string> {
  const own: Readonly<Record<string, unknown>> = named(order);
  const members: string[] = [];
  for (const [name, schema] of Object.entries<TSchema>(OrderAlone.properties)) {
    members.push(`"${name}":${JSON.stringify(shown(schema, own[name]))}`);
    yield;
  }
  const [paid, refunded] = [yield* writePayments(payments), yield* writePayments(refundedPayments)];
  return `{${members.join()},"payments":[${paid}],"refundedPayments":[${refunded}]}`;
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
