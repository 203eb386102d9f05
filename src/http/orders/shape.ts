import type { Static } from '@sinclair/typebox';
import { type JsonObject, parseStored, toIso, toRoubles } from '../../base/index.ts';
import {
  DELIVERY_FIELDS,
  type FullOrder,
  type ListedOrder,
  type OrderSummary,
  type Payment,
  PERSON_FIELDS,
  sentBeyond,
  withKnownFields,
} from '../../orders/index.ts';
import type { FullOrderModel, ListedOrderModel, OrderSummaryModel } from './model.ts';

/** From the store's kopecks, milliseconds and JSON text to what the wire promises. */

export function shapeSummary(order: OrderSummary): Static<typeof OrderSummaryModel> {
  return {
    id: order.id,
    num: order.num,
    platform: order.platform,
    statusId: order.statusId,
    date: order.date,
    timeStart: order.timeStart,
    timeEnd: order.timeEnd,
    productsAmount: toRoubles(order.productsAmount),
    price: toRoubles(order.price),
    paidAmount: toRoubles(order.paidAmount),
    paymentStatus: order.paymentStatus,
    createdAt: toIso(order.createdAt),
    updatedAt: toIso(order.updatedAt),
  };
}

/** A key's source never begins so: what is made at the desk or out of a file has a key that nobody sent. */
const OWN_SOURCE = '@';

/** With what its sender calls the order. */
export const shapeListed = (order: ListedOrder): Static<typeof ListedOrderModel> => ({
  ...shapeSummary(order),
  source: order.source,
  requestKey: order.byNum || order.source.startsWith(OWN_SOURCE) ? null : order.repeatKey,
});

const filled = <T extends object>(known: T, text: string | null): (T & JsonObject) | null =>
  text === null ? null : withKnownFields(known, text);

export function shapeFull({ order, payments, refundedPayments }: FullOrder): Static<typeof FullOrderModel> {
  return {
    ...shapeListed(order),
    client: filled(PERSON_FIELDS, order.client),
    recipient: filled(PERSON_FIELDS, order.recipient),
    products: parseStored(order.products),
    delivery: filled(DELIVERY_FIELDS, order.delivery),
    additional: order.additional === null ? null : parseStored(order.additional),
    payments: payments.map(shapePayment),
    refundedPayments: refundedPayments.map(shapePayment),
  };
}

function shapePayment(payment: Payment): Static<typeof FullOrderModel>['payments'][number] {
  return {
    ...sentBeyond(payment),
    id: payment.id,
    externalId: payment.externalId,
    status: payment.status,
    amount: toRoubles(payment.amount),
    refundedAmount: toRoubles(payment.refundedAmount),
    currency: payment.currency,
    paidAt: toIso(payment.paidAt),
    paymentMethod: payment.paymentMethod,
    providerData: payment.providerData === null ? null : parseStored(payment.providerData),
    createdAt: toIso(payment.createdAt),
  };
}
