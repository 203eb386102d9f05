import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '../../base/index.ts';
import { orderScheduleDates, orders, type Tx } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { type CreatedOrder, orderCreation } from '../create-order.ts';
import type { CreateOrderInput } from '../draft.ts';
import { findOrder, type Order } from '../order.ts';
import { hasDate, missedBefore } from './dates.ts';
import { missedIn } from './keep-schedule.ts';
import {
  decidedFrom,
  findSchedule,
  getSchedule,
  nextDate,
  noteSchedule,
  refuseYearsAhead,
  type Schedule,
  scheduleOver,
  settlePlace,
  todayOf,
} from './schedule.ts';

interface DateOf {
  readonly orderId: string;
  readonly due: string;
}

/**
 * Confirms a date of a schedule, and creates the order for it. Both happen in one transaction, so that a date never
 * gets two orders.
 * @throws order_not_found, precondition_failed, and whatever createOrder refuses
 */
export async function confirmDate(
  ctx: Ctx,
  { orderId, due, ...input }: CreateOrderInput & DateOf,
): Promise<CreatedOrder> {
  const create = orderCreation(ctx, input);
  return ctx.storage.writeInPieces(function* (tx) {
    const created = yield* create(tx);
    const made = seqOf(tx, created);
    if (created.replayed) {
      // If the answer to the form was lost, the repeated form succeeds. The same form for another date is refused.
      if (isMadeFor(tx, ctx, { orderId, due }, made)) return created;
      throw scheduleOver();
    }
    const { order, schedule } = getSchedule(tx, ctx, orderId);
    const earlier = decide(tx, ctx, schedule, { due, orderSeq: made });
    const { id, num } = created.order;
    const about = { date: { from: null, to: due }, order: { from: null, to: { id, num } } };
    noteSchedule(tx, ctx, 'confirmed', order, { ...about, ...missedIn(earlier) });
    return created;
  });
}

function seqOf(tx: Tx, { order }: CreatedOrder): number {
  const made = tx.db.select({ seq: orders.seq }).from(orders).where(eq(orders.id, order.id)).get();
  if (made === undefined) throw new Error(`order ${order.id} is gone`);
  return made.seq;
}

function isMadeFor(tx: Tx, ctx: Ctx, { orderId, due }: DateOf, made: number): boolean {
  const order = findOrder(tx.db, ctx.workspace.seq, orderId);
  const schedule = order && findSchedule(tx.db, order.seq);
  return (
    schedule !== undefined &&
    decidedFrom(tx.db, schedule, due).some(({ date, orderSeq }) => date === due && orderSeq === made)
  );
}

/** Skips a date and the missed dates before it. @throws order_not_found, precondition_failed */
export const skipDate = (ctx: Ctx, { orderId, due }: DateOf): Promise<void> =>
  ctx.storage.write((tx) => {
    const { order, schedule } = getSkippable(tx, ctx, orderId);
    const isSkipped = decidedFrom(tx.db, schedule, due).some((one) => one.date === due && one.orderSeq === null);
    if (isSkipped) return;
    const earlier = decide(tx, ctx, schedule, { due, orderSeq: null });
    noteSchedule(tx, ctx, 'skipped', order, { date: { from: null, to: due }, ...missedIn(earlier) });
  });

/**
 * Finds an order's schedule, even if every date was already confirmed or skipped. The user may still undo the last
 * skip, or send the same skip twice.
 */
function getSkippable(tx: Tx, ctx: Ctx, orderId: string): { readonly order: Order; readonly schedule: Schedule } {
  const order = findOrder(tx.db, ctx.workspace.seq, orderId);
  const schedule = order && findSchedule(tx.db, order.seq);
  const isLive = order?.deletedAt === null && schedule?.ended === false;
  return isLive && schedule !== undefined ? { order, schedule } : getSchedule(tx, ctx, orderId);
}

/** @throws order_not_found, precondition_failed */
export const unskipDate = (ctx: Ctx, { orderId, due }: DateOf): Promise<void> =>
  ctx.storage.write((tx) => {
    const { order, schedule } = getSkippable(tx, ctx, orderId);
    const { scheduleSeq, date, orderSeq } = orderScheduleDates;
    const own = and(eq(scheduleSeq, schedule.seq), eq(date, due), isNull(orderSeq));
    if (tx.db.select({ date }).from(orderScheduleDates).where(own).get() === undefined) return;
    tx.db.delete(orderScheduleDates).where(own).run();
    settlePlace(tx, schedule);
    noteSchedule(tx, ctx, 'unskipped', order, { date: { from: due, to: null } });
  });

interface Decision {
  readonly due: string;
  /** The order created for the date; null if the date was skipped. */
  readonly orderSeq: number | null;
}

/**
 * Stores the decision on a date, and returns the number of earlier dates that were missed.
 * @throws precondition_failed if the date already has a decision, or is no longer in the schedule; validation_failed
 */
function decide(tx: Tx, ctx: Ctx, schedule: Schedule, { due, orderSeq }: Decision): number {
  const { openFrom } = schedule;
  const decided = decidedFrom(tx.db, schedule, openFrom ?? '');
  const before = decidedFrom(tx.db, schedule, due).find(({ since, date }) => since <= due && due <= date);
  if (before !== undefined) throw decidedAlready(tx, before.orderSeq);
  const today = todayOf(tx, ctx);
  refuseYearsAhead('due', due, today);
  const isOpen = openFrom !== null && schedule.pausedOn === null && due >= openFrom && hasDate(schedule, due);
  if (!isOpen || (due >= today && due !== nextDate(schedule, today, decided))) throw scheduleOver();
  const { count } = missedBefore({ ...schedule, starts: openFrom }, due, decided);
  const since = due < today ? openFrom : due;
  tx.db.insert(orderScheduleDates).values({ scheduleSeq: schedule.seq, date: due, since, orderSeq }).run();
  settlePlace(tx, schedule);
  return due < today ? count : 0;
}

function decidedAlready(tx: Tx, orderSeq: number | null): AppError {
  const made =
    orderSeq === null
      ? undefined
      : tx.db.select({ id: orders.id, num: orders.num }).from(orders).where(eq(orders.seq, orderSeq)).get();
  if (made === undefined) return scheduleOver();
  return new AppError({ rule: 'date_made', num: made.num }, { orderId: made.id });
}
