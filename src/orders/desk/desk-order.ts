import { and, asc, count, desc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { findWriteOff, type WriteOff } from '../../stock/index.ts';
import { type Db, orderHistory, orders, payments } from '../../storage/index.ts';
import { countEndpoints, DELIVERIES_AT_ONCE } from '../../webhooks/index.ts';
import { BYTES_SHOWN, CHANGES_SHOWN, type Ctx } from '../../workspaces/index.ts';
import { findOrder, isLargeOrder, LARGE_BYTES, type Order, orderNotFound, weighOrder } from '../order.ts';
import { findHolders, type Payment } from '../payment-ids.ts';
import { bytesOf } from '../text-bytes.ts';
import { newestOfNumber } from './read-orders.ts';
import { CHANGE_BYTES, readTimeline, type TimelineEntry } from './timeline.ts';

export interface DeskOrder {
  /** The order, which may be deleted. */
  readonly order: Order;
  /** Pending, confirmed and refunded payments, oldest first. Deleted ones are left out. */
  readonly payments: readonly Payment[];
  /**
   * The orders that took over external ids from this order's payments, by the `id` of the payment. This can happen
   * while this order is deleted.
   */
  readonly holders: ReadonlyMap<string, Pick<Order, 'id' | 'num'>>;
  /**
   * The newest of the other orders with the same number. Two sources may use the same number, and an update may set a
   * number that another order has.
   */
  readonly sameNumber: readonly SameNumber[];
  /** The latest changes, oldest first. */
  readonly timeline: readonly TimelineEntry[];
  readonly earlier: number;
  readonly writeOff: WriteOff | undefined;
}

type SameNumber = Pick<Order, 'id' | 'date' | 'client' | 'price'>;

const NAMED = 5;

const ofSameNumber = (order: Order) => and(newestOfNumber(order), ne(orders.seq, order.seq), isNull(orders.deletedAt));

const findSameNumber = (db: Db, order: Order): SameNumber[] =>
  db
    .select({ id: orders.id, date: orders.date, client: orders.client, price: orders.price })
    .from(orders)
    .where(ofSameNumber(order))
    .orderBy(desc(orders.seq))
    .limit(NAMED)
    .all();

/** The number of changes that an order's page can show in about a millisecond, with their events and deliveries. */
const FEW_CHANGES = 32;
/** The number of webhook deliveries that an order's page can read and show in a few milliseconds. */
const FEW_DELIVERIES = 100;

/**
 * Returns an upper bound on the webhook deliveries of an order. Each version of the order sends at most one event to
 * each endpoint. A create also sends one event for each payment in it.
 */
function mostDeliveries(ctx: Ctx, { seq, version }: Order): number {
  const paid = ctx.storage.read.select({ n: count() }).from(payments).where(eq(payments.orderSeq, seq)).get()?.n ?? 0;
  return (version + paid) * countEndpoints(ctx);
}

/**
 * The maximum number of bytes that one webhook delivery takes on an order's page. This covers its URL, the explanation
 * of a failure, and short fields.
 */
const DELIVERY_BYTES = 3_072;

export function weighPage(ctx: Ctx, id: string): number {
  const most = Math.max(countEndpoints(ctx), Math.min(countEndpoints(ctx) * CHANGES_SHOWN, DELIVERIES_AT_ONCE));
  return weighOrder(ctx, id) + BYTES_SHOWN + most * DELIVERY_BYTES;
}

export function isLargePage(ctx: Ctx, id: string): boolean {
  if (isLargeOrder(ctx, id)) return true;
  const db = ctx.storage.read;
  const order = findOrder(db, ctx.workspace.seq, id);
  if (order === undefined) return false;
  if (order.version > FEW_CHANGES || mostDeliveries(ctx, order) > FEW_DELIVERIES) return true;
  const changes = db
    .select({ bytes: CHANGE_BYTES })
    .from(orderHistory)
    .where(eq(orderHistory.orderSeq, order.seq))
    .all();
  const clients = db
    .select({ bytes: bytesOf(orders.client) })
    .from(orders)
    .where(ofSameNumber(order))
    .orderBy(desc(orders.seq))
    .limit(NAMED)
    .all();
  return [...changes, ...clients].reduce((sum, { bytes }) => sum + bytes, 0) > LARGE_BYTES;
}

/** @throws order_not_found */
export function getDeskOrder(ctx: Ctx, id: string): DeskOrder {
  const db = ctx.storage.read;
  const order = findOrder(db, ctx.workspace.seq, id);
  if (order === undefined) throw orderNotFound();
  const kept = db
    .select()
    .from(payments)
    .where(and(eq(payments.orderSeq, order.seq), inArray(payments.status, ['pending', 'confirmed', 'refunded'])))
    .orderBy(asc(payments.seq))
    .all();
  const timeline = readTimeline(ctx, order.seq);
  // The version of an order equals the number of its recorded changes.
  const earlier = Math.max(0, order.version - timeline.length);
  return {
    order,
    payments: kept,
    holders: findHolders(db, kept),
    sameNumber: findSameNumber(db, order),
    timeline,
    earlier,
    writeOff: findWriteOff(db, order.seq),
  };
}
