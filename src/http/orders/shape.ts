import type { Static } from '@sinclair/typebox';
import { type JsonObject, parseStored, toIso, toRoubles } from '../../base/index.ts';
import type { FullOrder, OrderSummary, Payment } from '../../orders/index.ts';
import type { FullOrderModel, OrderSummaryModel } from './model.ts';

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

const PERSON = { id: null, name: null, phone: null, email: null, comment: null };
const DELIVERY = { deliveryType: null, price: null, adress: null, flat: null };

/** All the known fields, null where absent, and whatever else was sent. */
function fill<T extends object>(known: T, text: string | null): (T & JsonObject) | null {
  return text === null ? null : { ...known, ...parseStored<JsonObject>(text) };
}

export function shapeFull({ order, payments }: FullOrder): Static<typeof FullOrderModel> {
  return {
    ...shapeSummary(order),
    client: fill(PERSON, order.client),
    recipient: fill(PERSON, order.recipient),
    products: parseStored(order.products),
    delivery: fill(DELIVERY, order.delivery),
    additional: order.additional === null ? null : parseStored(order.additional),
    payments: payments.map(shapePayment),
  };
}

function shapePayment(payment: Payment): Static<typeof FullOrderModel>['payments'][number] {
  const extra: JsonObject = payment.extra === null ? {} : parseStored(payment.extra);
  return {
    ...extra,
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
