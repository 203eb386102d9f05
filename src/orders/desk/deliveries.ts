import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { addDays, inLine, type JsonObject, parseStored, startOfDay } from '../../base/index.ts';
import type { Step } from '../../flows/index.ts';
import { type Db, orderHistory, orders, payments } from '../../storage/index.ts';
import type { Changes, Ctx } from '../../workspaces/index.ts';
import type { Asker } from '../fill-page.ts';
import { LATEST_CHANGES } from '../history.ts';
import { endsNextDay, lateAt, shopTime } from '../late.ts';
import { getLiveOrder, type Order, orderNotFound } from '../order.ts';
import type { Payment } from '../payment-ids.ts';
import { cancelledStatuses, idsOf, listStatuses } from '../statuses.ts';
import { fillDesk } from './list.ts';
import { ENDS, rowsOf, STARTS } from './overview-day.ts';
import { shapeOrders } from './read-orders.ts';

interface DayCtx extends Ctx {
  readonly nowMs: number;
}

const DAY = 500;
/**
 * The maximum numbers of rows in one read. `NIGHT` applies to orders with delivery slots past midnight. `ACTS` applies
 * to recent changes by one person.
 */
const NIGHT = 50;
const ACTS = 2_000;
const TWO_DAYS_MS = 48 * 3_600_000;

export function courierDays({ nowMs, workspace }: DayCtx): { readonly today: string; readonly tomorrow: string } {
  const { today } = shopTime(nowMs, workspace.timeZone);
  return { today, tomorrow: addDays(today, 1) };
}

export const doneStatus = (statuses: readonly Step[]): Step | undefined =>
  statuses.find(({ group, active }) => active && group === 'done');

function isCarried({ storage, workspace }: DayCtx): (order: Order) => boolean {
  const cancelled = new Set(cancelledStatuses(storage.read, workspace.seq));
  return ({ delivery, statusId }) => {
    if (delivery === null || cancelled.has(statusId)) return false;
    return inLine(parseStored<JsonObject>(delivery)['adress']).trim() !== '';
  };
}

/**
 * Returns a function that checks whether an order of yesterday is still on today's list. It is on the list in three
 * cases: the order is late, its delivery slot ends after midnight, or the caller changed its status today. So couriers
 * can still undo a late delivery that they marked as done, or record its payment.
 */
function isStillOn(ctx: DayCtx): (order: Order) => boolean {
  const { nowMs, workspace } = ctx;
  const time = shopTime(nowMs, workspace.timeZone);
  const isLate = lateAt(ctx, time);
  const since = startOfDay(time.today, workspace.timeZone);
  return (order) => isLate(order) || endsNextDay(order) || isOwnMove(ctx, { orderSeq: order.seq, sinceMs: since });
}

/**
 * Finds an order that a courier carries today or tomorrow, or that is still on the list from yesterday.
 * @throws order_not_found for any other order
 */
export function getDelivery(ctx: DayCtx, id: string): Order {
  const order = getLiveOrder(ctx.storage.read, ctx.workspace.seq, id);
  const { today, tomorrow } = courierDays(ctx);
  const isDue = order.date === today || order.date === tomorrow;
  const isLeft = order.date === addDays(today, -1) && isStillOn(ctx)(order);
  if (!(isDue || isLeft) || !isCarried(ctx)(order)) throw orderNotFound();
  return order;
}

interface Filling<Row> {
  readonly day: 'today' | 'tomorrow';
  readonly asker: Asker;
  readonly shape: (order: Order) => Row;
}

/**
 * Lists the orders that couriers carry on a day, sorted by delivery slot. Today's list begins with the orders left over
 * from yesterday.
 */
export async function listDeliveries<Row extends { readonly id: string }>(
  ctx: DayCtx,
  { day, asker, shape }: Filling<Row>,
): Promise<{ readonly rows: readonly Row[]; readonly complete: boolean }> {
  const { [day]: date, today } = courierDays(ctx);
  const [carried, still] = [isCarried(ctx), isStillOn(ctx)];
  const isShown = (order: Order): boolean => carried(order) && (order.date >= today || still(order));
  const making = { asker, shape: (order: Order) => ({ id: order.id, row: isShown(order) ? shape(order) : undefined }) };
  const places = day === 'today' ? placesLeft(ctx, addDays(today, -1)) : [];
  const left = await shapeOrders(ctx, { places: places.slice(0, DAY), ...making });
  const filter = { dateFrom: date, dateTo: date, sort: 'date' } as const;
  const { orders: found, nextCursor } = await fillDesk(ctx, { ...making, filter, limit: DAY });
  const rows = [...left, ...found].flatMap(({ row }) => (row === undefined ? [] : [row]));
  return { rows, complete: nextCursor === null && places.length <= DAY };
}

/** Returns at most one order more than the list shows, so that the caller sees that the list is incomplete. */
function placesLeft(ctx: DayCtx, date: string): { seq: number }[] {
  const { storage, workspace } = ctx;
  const open = idsOf(listStatuses(storage.read, workspace.seq), 'new', 'work');
  const place = { workspaceSeq: workspace.seq, date };
  const kept = [
    ...open.map(
      (id) =>
        sql`SELECT seq, ${STARTS} AS starts ${rowsOf(place, sql`${id}`)} ORDER BY starts, ${ENDS}, seq LIMIT ${DAY + 1}`,
    ),
    sql`SELECT seq, ${STARTS} AS starts FROM ${orders} INDEXED BY orders_by_time
      WHERE workspace_seq = ${workspace.seq} AND date = ${date} AND deleted_at IS NULL
        AND ${STARTS} <> '~' AND ${ENDS} < ${STARTS} ORDER BY starts, seq LIMIT ${NIGHT}`,
    sql`SELECT seq, ${STARTS} AS starts FROM ${orders}
      WHERE seq IN (SELECT value FROM json_each(${JSON.stringify([...findOwnActs(ctx).moves.keys()])}))
        AND date = ${date} AND deleted_at IS NULL`,
  ].map((one) => sql`SELECT seq, starts FROM (${one})`);
  return storage.read.all<{ seq: number }>(
    sql`SELECT seq FROM (${sql.join(kept, sql` UNION `)}) ORDER BY starts, seq LIMIT ${DAY + 1}`,
  );
}

export interface UndoableActs {
  /** The last status change that the person made on each order: the earlier status, and the chosen one. */
  readonly moves: ReadonlyMap<number, { readonly from: string; readonly to: string }>;
  /** The last payment that the caller recorded for each order. Only confirmed payments without a refund count. */
  readonly taken: ReadonlyMap<number, Payment>;
}

/**
 * Finds the acts of the last two days that the caller may undo. Of several acts on an order, only the last of each kind
 * counts.
 */
export function findOwnActs({ storage, workspace, actor, nowMs }: DayCtx): UndoableActs {
  const db = storage.read;
  // The index does not contain the kind of a change, so this query reads changes of all kinds. A person who imported a
  // file may have a hundred thousand changes. The limit keeps the query from reading all of them.
  const newest = sql`(SELECT order_seq AS first, version AS second FROM order_history INDEXED BY order_history_by_actor
    WHERE workspace_seq = ${workspace.seq} AND actor_type = ${actor.type} AND actor_id = ${actor.id ?? ''}
      AND at >= ${nowMs - TWO_DAYS_MS} ORDER BY at DESC, order_seq DESC, version DESC LIMIT ${ACTS}) AS own`;
  const isOwn = sql`${orderHistory.orderSeq} = own.first AND ${orderHistory.version} = own.second`;
  const rows = db
    .select({ orderSeq: orderHistory.orderSeq, changes: orderHistory.changes })
    .from(newest)
    .crossJoin(orderHistory)
    .where(and(isOwn, inArray(orderHistory.kind, ['status_changed', 'payment_recorded'])))
    .orderBy(desc(orderHistory.at), desc(orderHistory.version))
    .all();
  const moves = new Map<number, { from: string; to: string }>();
  const ids: string[] = [];
  for (const { orderSeq, changes } of rows) {
    const { statusId, payment } = parseStored<Changes>(changes ?? '{}');
    if (statusId !== undefined && !moves.has(orderSeq)) {
      moves.set(orderSeq, { from: String(statusId.from), to: String(statusId.to) });
    }
    if (typeof payment?.to === 'object' && payment.to !== null && 'id' in payment.to) ids.push(String(payment.to.id));
  }
  return { moves, taken: findTaken(db, ids) };
}

interface OwnMoveQuery {
  readonly orderSeq: number;
  /**
   * The start of the period in which the caller must have made the change of status. 0 accepts a change at any time.
   */
  readonly sinceMs: number;
}

/** Checks whether the caller made the order's last change of status. Only the order's latest changes are searched. */
export function isOwnMove({ storage, actor }: DayCtx, { orderSeq, sinceMs }: OwnMoveQuery): boolean {
  const isLate = sql`version > (SELECT version FROM orders WHERE seq = ${orderSeq}) - ${LATEST_CHANGES}`;
  const last = storage.read
    .select({ type: orderHistory.actorType, id: orderHistory.actorId, at: orderHistory.at })
    .from(orderHistory)
    .where(and(eq(orderHistory.orderSeq, orderSeq), isLate, eq(orderHistory.kind, 'status_changed')))
    .orderBy(desc(orderHistory.version))
    .limit(1)
    .get();
  return last?.type === actor.type && last.id === actor.id && last.at >= sinceMs;
}

function findTaken(db: Db, ids: readonly string[]): Map<number, Payment> {
  const taken = new Map<number, Payment>();
  if (ids.length === 0) return taken;
  const rows = db
    .select()
    .from(payments)
    .where(and(inArray(payments.id, [...ids]), eq(payments.status, 'confirmed'), eq(payments.refundedAmount, 0)))
    .orderBy(payments.seq)
    .all();
  for (const payment of rows) taken.set(payment.orderSeq, payment);
  return taken;
}
