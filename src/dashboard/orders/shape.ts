import {
  inLine,
  type JsonObject,
  type JsonValue,
  parseLegible,
  parseStored,
  toIso,
  toIsoOrNull,
  toPieces,
  toRoubles,
} from '../../base/index.ts';
import { reasonInWords } from '../../mail/index.ts';
import {
  type DeskOrder,
  lateAt,
  type Order,
  type Payment,
  type Product,
  restorableUntil,
  shopTime,
  type TimelineEntry,
} from '../../orders/index.ts';
import { addressFor, type MemberCtx } from '../desk/index.ts';

/** From the store's kopecks, milliseconds and JSON text to what the pages show. */

const parsed = <T>(text: string | null): T | null => (text === null ? null : parseStored<T>(text));

/** As a browser shows it, and sends it back: keepDigits. */
const legible = <T>(text: string | null): T | null => (text === null ? null : parseLegible<T>(text));

const textOf = (value: JsonValue | undefined): string | null =>
  value === null || value === undefined ? null : inLine(value);

/** What a row, a card or a line of a file says of an order. */
export function shapeRow(order: Order) {
  const client = parsed<JsonObject>(order.client);
  const recipient = parsed<JsonObject>(order.recipient);
  const delivery = parsed<JsonObject>(order.delivery);
  const products = parseStored<readonly Product[]>(order.products);
  return {
    id: order.id,
    num: order.num,
    statusId: order.statusId,
    version: order.version,
    platform: order.platform,
    source: order.source,
    date: order.date,
    timeStart: order.timeStart,
    timeEnd: order.timeEnd,
    clientName: textOf(client?.['name']),
    clientPhone: textOf(client?.['phone']),
    recipientName: textOf(recipient?.['name']),
    address: textOf(delivery?.['adress']),
    firstProduct: products[0]?.name ?? '',
    firstQuantity: products[0]?.quantity ?? 0,
    moreProducts: Math.max(products.length - 1, 0),
    price: toRoubles(order.price),
    paidAmount: toRoubles(order.paidAmount),
    paymentStatus: order.paymentStatus,
    createdAt: toIso(order.createdAt),
    deletedAt: toIsoOrNull(order.deletedAt),
  };
}

/** Rows as of the request, late ones marked. */
export function rowsAt(ctx: MemberCtx) {
  const isLate = lateAt(ctx, shopTime(ctx.nowMs, ctx.workspace.timeZone));
  return (order: Order) => ({ ...shapeRow(order), late: isLate(order) });
}

function shapePayment(payment: Payment, holders: DeskOrder['holders']) {
  return {
    id: payment.id,
    status: payment.status,
    source: payment.source,
    externalId: payment.externalId,
    freedId: payment.freedId,
    holder: holders.get(payment.id) ?? null,
    amount: toRoubles(payment.amount),
    refundedAmount: toRoubles(payment.refundedAmount),
    paidAt: toIso(payment.paidAt),
    paymentMethod: payment.paymentMethod,
    providerData: legible<JsonObject>(payment.providerData),
    extra: legible<JsonObject>(payment.extra),
  };
}

function shapeEntry(entry: TimelineEntry, ctx: MemberCtx) {
  return {
    version: entry.version,
    kind: entry.kind,
    actorType: entry.actor.type,
    actorName: entry.actorName,
    requestId: entry.requestId,
    at: toIso(entry.at),
    changes: entry.changes,
    events: entry.events.map(({ id, type, deliveries }) => ({
      id,
      type,
      deliveries: deliveries.map((delivery) => ({
        ...delivery,
        url: addressFor(ctx, delivery.url),
        // 0 says "at once", which no moment is.
        dueAt: delivery.dueAt === null || delivery.dueAt === 0 ? null : toIso(delivery.dueAt),
        lastAt: toIsoOrNull(delivery.lastAt),
        explanation: delivery.reason === null ? null : reasonInWords(ctx.language, delivery.reason, delivery.httpCode),
      })),
    })),
  };
}

const shapeWriteOff = ({ at, movements, ...rest }: NonNullable<DeskOrder['writeOff']>) => ({
  ...rest,
  at: toIso(at),
  movements: movements.map(({ delta, ...movement }) => ({ ...movement, delta: toPieces(delta) })),
});

const shapeSameNumber = ({ id, date, client, price }: DeskOrder['sameNumber'][number]) => ({
  id,
  date,
  clientName: textOf(parsed<JsonObject>(client)?.['name']),
  price: toRoubles(price),
});

/** All that the page of one order shows. */
export function shapeOrder(
  { order, payments, holders, sameNumber, timeline, earlier, writeOff }: DeskOrder,
  ctx: MemberCtx,
) {
  return {
    ...rowsAt(ctx)(order),
    repeatKey: order.repeatKey,
    sameNumber: sameNumber.map(shapeSameNumber),
    restorableUntil: order.deletedAt === null ? null : toIso(restorableUntil(order.deletedAt)),
    productsAmount: toRoubles(order.productsAmount),
    updatedAt: toIso(order.updatedAt),
    client: legible<JsonObject>(order.client),
    recipient: legible<JsonObject>(order.recipient),
    products: parseLegible<readonly Product[]>(order.products),
    delivery: legible<JsonObject>(order.delivery),
    additional: legible<JsonObject>(order.additional),
    payments: payments.map((one) => shapePayment(one, holders)),
    timeline: timeline.map((entry) => shapeEntry(entry, ctx)),
    earlier,
    writeOff: writeOff === undefined ? null : shapeWriteOff(writeOff),
  };
}
