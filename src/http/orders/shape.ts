import { type FullOrder, type ListedOrder, type OrderSummary, type Payment, sentBeyond } from '../../orders/index.ts';
import { shown } from '../../web/index.ts';
import { ListedOrderModel, OrderAlone, OrderSummaryModel, OwnPayment } from './model.ts';

/** Converts the store's kopecks, milliseconds and JSON text to the form of the models. */

export const shapeSummary = (order: OrderSummary) => shown(OrderSummaryModel, order);

/** No key's source begins with this prefix. An order made at the desk or from a file has a key that no sender chose. */
const OWN_SOURCE = '@';

/** Adds the sender's own name for the order. */
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

const shapePayment = (payment: Payment) => ({ ...sentBeyond(payment), ...shown(OwnPayment, payment) });
