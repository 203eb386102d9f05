import { and, asc, desc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { findWriteOff, type WriteOff } from '../../stock/index.ts';
import { type Db, orders, payments } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { findOrder, type Order, orderNotFound } from '../order.ts';
import { findHolders, type Payment } from '../payment-ids.ts';
import { newestOfNumber } from './newest-of-number.ts';
import { readTimeline, type TimelineEntry } from './timeline.ts';

export interface DeskOrder {
  /** The order, even if it is deleted. */
  readonly order: Order;
  /** Pending, confirmed and refunded payments, oldest first; deleted ones are left out. */
  readonly payments: readonly Payment[];
  /** For each payment that has lost its id: the order whose payment has that id now. */
  readonly holders: ReadonlyMap<string, Pick<Order, 'id' | 'num'>>;
  /**
   * The newest of the other orders with the same number. Numbers can repeat: two sources may use the same one, or an
   * update may set it.
   */
  readonly sameNumber: readonly SameNumber[];
  /** The latest changes, oldest first. */
  readonly timeline: readonly TimelineEntry[];
  /** The number of earlier changes, which `timeline` leaves out. */
  readonly earlier: number;
  /** The products that the order took from stock; undefined if it has taken none. */
  readonly writeOff: WriteOff | undefined;
}

/** The fields that distinguish orders with the same number. */
type SameNumber = Pick<Order, 'id' | 'date' | 'client' | 'price'>;

const NAMED = 5;

const findSameNumber = (db: Db, order: Order): SameNumber[] =>
  db
    .select({ id: orders.id, date: orders.date, client: orders.client, price: orders.price })
    .from(orders)
    .where(and(newestOfNumber(order), ne(orders.seq, order.seq), isNull(orders.deletedAt)))
    .orderBy(desc(orders.seq))
    .limit(NAMED)
    .all();

/** The data of an order's page. @throws order_not_found */
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
  // An order's version is the number of its recorded changes.
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
