import type { Static } from '@sinclair/typebox';
import {
  inLine,
  type JsonObject,
  type JsonValue,
  parseFirst,
  parseLegible,
  parseMembers,
  type Steps,
} from '../../base/index.ts';
import { reasonInWords } from '../../mail/index.ts';
import {
  type DeskOrder,
  lateAt,
  type Order,
  type OrderSchedule,
  type Payment,
  type Product,
  restorableUntil,
  restsIn,
  type ScheduledRow,
  shopTime,
  type TimelineEntry,
} from '../../orders/index.ts';
import { addressFor, type MemberCtx, type ReadingCtx, shown } from '../desk/index.ts';
import { FullOrder, OrderRow, OrderSchedule as Schedule } from './answers.ts';

export type PageCtx = ReadingCtx & Pick<MemberCtx, 'role'>;

const membersOf = (text: string | null, names: readonly string[]): JsonObject | null =>
  text === null ? null : parseMembers(text, names);

/** Parses JSON into a form that a browser can show and send back without losing digits (see keepDigits). */
const legible = <T>(text: string | null): T | null => (text === null ? null : parseLegible<T>(text));

const textOf = (value: JsonValue | undefined): string | null =>
  value === null || value === undefined ? null : inLine(value);

/** Matches the shops' own names for a pick-up: "Pick-up", "Самовывоз". */
const PICKED_UP = /pick|collect|take.?away|самовыв|забер|забир|забра|с собой/iu;

export function faceOf(order: Order) {
  const client = membersOf(order.client, ['name', 'phone']);
  const recipient = membersOf(order.recipient, ['name']);
  const delivery = membersOf(order.delivery, ['adress', 'deliveryType']);
  const { first, count } = parseFirst<Product>(order.products);
  const [address, method] = [textOf(delivery?.['adress']), textOf(delivery?.['deliveryType'])];
  return {
    clientName: textOf(client?.['name']),
    clientPhone: textOf(client?.['phone']),
    recipientName: textOf(recipient?.['name']),
    address,
    carried: !PICKED_UP.test(method ?? '') && Boolean(method || address),
    firstProduct: first?.name ?? '',
    firstQuantity: first?.quantity ?? 0,
    moreProducts: Math.max(count - 1, 0),
  };
}

/** Cuts a text to a number of characters. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;

/**
 * The limit on characters of each text in a list's row. A day has up to 500 rows, and an address up to 10,000
 * characters.
 */
const ROW_LETTERS = 300;
const cutRow = (text: string | null): string | null => (text === null ? null : cut(text, ROW_LETTERS));

/** Returns a function that derives the fields of an order that are not stored in columns. */
function ownIn(ctx: Pick<MemberCtx, 'storage' | 'workspace' | 'nowMs'>) {
  const isLate = lateAt(ctx, shopTime(ctx.nowMs, ctx.workspace.timeZone));
  const restOf = restsIn(ctx);
  return (order: Order) => ({ ...faceOf(order), late: isLate(order), left: restOf(order) });
}

/**
 * Returns a function that turns an order into a list's row. The row shows whether the order is late at `nowMs`, and its
 * long texts are cut.
 */
export function rowsAt(ctx: Pick<MemberCtx, 'storage' | 'workspace' | 'nowMs'>) {
  const ownOf = ownIn(ctx);
  return (order: Order) => {
    const own = ownOf(order);
    return shown(OrderRow, {
      ...order,
      ...own,
      clientName: cutRow(own.clientName),
      clientPhone: cutRow(own.clientPhone),
      recipientName: cutRow(own.recipientName),
      address: cutRow(own.address),
      firstProduct: cut(own.firstProduct, ROW_LETTERS),
    });
  };
}

const paymentOf = (payment: Payment, holders: DeskOrder['holders']) => ({
  ...payment,
  holder: holders.get(payment.id) ?? null,
  providerData: legible<JsonObject>(payment.providerData),
  extra: legible<JsonObject>(payment.extra),
});

const eventOf = (event: TimelineEntry['events'][number], ctx: PageCtx) => ({
  ...event,
  deliveries: event.deliveries.map((delivery) => ({
    ...delivery,
    url: addressFor(ctx, delivery.url),
    // 0 means "at once" and is not a time.
    dueAt: delivery.dueAt === 0 ? null : delivery.dueAt,
    explanation: delivery.reason === null ? null : reasonInWords(ctx.language, delivery.reason, delivery.httpCode),
  })),
});

const changeOf = (entry: TimelineEntry, events: readonly ReturnType<typeof eventOf>[]) => ({
  ...entry,
  actorType: entry.actor.type,
  events,
});

/** Shapes the changes in steps, because each of their events may have deliveries to 100 endpoints. */
function* changesOf({ timeline }: DeskOrder, ctx: PageCtx): Steps<ReturnType<typeof changeOf>[]> {
  const shaped: ReturnType<typeof changeOf>[] = [];
  for (const entry of timeline) {
    const events: ReturnType<typeof eventOf>[] = [];
    for (const event of entry.events) {
      events.push(eventOf(event, ctx));
      yield;
    }
    shaped.push(changeOf(entry, events));
  }
  return shaped;
}

/** Shapes the payments in steps, because the payments of one order may contain a million numbers. */
function* paymentsOf({ payments, holders }: DeskOrder): Steps<ReturnType<typeof paymentOf>[]> {
  const shaped: ReturnType<typeof paymentOf>[] = [];
  for (const payment of payments) {
    shaped.push(paymentOf(payment, holders));
    yield;
  }
  return shaped;
}

/** Parses the parts in steps, because together they may have a megabyte. */
function* partsOf(order: Order) {
  const products = parseLegible<readonly Product[]>(order.products);
  yield;
  const client = legible<JsonObject>(order.client);
  yield;
  const recipient = legible<JsonObject>(order.recipient);
  yield;
  const delivery = legible<JsonObject>(order.delivery);
  yield;
  const additional = legible<JsonObject>(order.additional);
  yield;
  return { client, recipient, products, delivery, additional };
}

/**
 * Adds the client's name to each order with the same number as this order. The function works in steps, because each
 * order may have a megabyte.
 */
function* sameNumberOf({ sameNumber }: DeskOrder) {
  const shaped: ((typeof sameNumber)[number] & { readonly clientName: string | null })[] = [];
  for (const same of sameNumber) {
    shaped.push({ ...same, clientName: textOf(membersOf(same.client, ['name'])?.['name']) });
    yield;
  }
  return shaped;
}

export function* shapeOrder(found: DeskOrder, ctx: PageCtx): Steps<(typeof FullOrder)['static']> {
  const { order, earlier, ...beside } = found;
  const payments = yield* paymentsOf(found);
  const timeline = yield* changesOf(found, ctx);
  const sameNumber = yield* sameNumberOf(found);
  const parts = yield* partsOf(order);
  const own = ownIn(ctx)(order);
  yield;
  return shown(FullOrder, {
    ...order,
    ...own,
    sameNumber,
    restorableUntil: order.deletedAt === null ? null : restorableUntil(order.deletedAt),
    ...parts,
    payments,
    timeline,
    earlier,
    writeOff: beside.writeOff ?? null,
  });
}

/**
 * Returns a calendar day in the form that the domain functions expect. They take the date as written, whatever the
 * offset.
 */
export const dayStart = (day: string): string => `${day}T00:00:00+00:00`;

export const shapeSchedule = (schedule: OrderSchedule) => shown(Schedule, schedule);

export const shapeScheduled = ({ order, ...schedule }: ScheduledRow<Static<typeof OrderRow>>) => ({
  ...shapeSchedule(schedule),
  order,
});
