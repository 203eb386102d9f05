import { and, eq, gte } from 'drizzle-orm';
import { AppError, addDays, validationFailed } from '../../base/index.ts';
import { type Db, orderScheduleDates, orderSchedules, type Tx } from '../../storage/index.ts';
import { type Changes, type Ctx, isSame, writeAudit } from '../../workspaces/index.ts';
import { shopTime } from '../late.ts';
import { getLiveOrder, type Order } from '../order.ts';
import { type DecidedSpan, missedBefore, openFrom } from './dates.ts';

export type Schedule = typeof orderSchedules.$inferSelect;
type DecidedRow = Omit<typeof orderScheduleDates.$inferSelect, 'scheduleSeq'>;

export const scheduleOver = (): AppError => new AppError({ rule: 'schedule_over' });

/** Finds the schedule of an order, even if it has ended. */
export const findSchedule = (db: Db, orderSeq: number): Schedule | undefined =>
  db.select().from(orderSchedules).where(eq(orderSchedules.orderSeq, orderSeq)).get();

/** @throws order_not_found; precondition_failed if the order is not repeated */
export function getSchedule(tx: Tx, ctx: Ctx, orderId: string): { readonly order: Order; readonly schedule: Schedule } {
  const order = getLiveOrder(tx.db, ctx.workspace.seq, orderId);
  const schedule = findSchedule(tx.db, order.seq);
  if (schedule === undefined || schedule.openFrom === null) throw scheduleOver();
  return { order, schedule };
}

export const decidedFrom = (db: Db, { seq }: Pick<Schedule, 'seq'>, day = ''): DecidedRow[] =>
  db
    .select({
      date: orderScheduleDates.date,
      since: orderScheduleDates.since,
      orderSeq: orderScheduleDates.orderSeq,
    })
    .from(orderScheduleDates)
    .where(and(eq(orderScheduleDates.scheduleSeq, seq), gte(orderScheduleDates.date, day)))
    .all();

export const todayOf = (tx: Tx, { workspace }: Pick<Ctx, 'workspace'>): string =>
  shopTime(tx.now, workspace.timeZone).today;

const YEARS_AHEAD = 5;

/**
 * Refuses a day more than five years ahead. Each decided date takes a row, so the limit bounds the rows of a schedule.
 * @param path the path of the field that contains the day
 * @throws validation_failed
 */
export function refuseYearsAhead(path: string, day: string, today: string): void {
  if (day <= addDays(today, YEARS_AHEAD * 366)) return;
  throw validationFailed([{ path, rule: 'years_ahead', most: YEARS_AHEAD }]);
}

/**
 * Returns the first date, today or later, that nobody has confirmed or skipped; undefined if there is none.
 * @param decided the confirmed and skipped dates, at least those from `schedule.openFrom` on
 */
export const nextDate = (schedule: Schedule, today: string, decided: readonly DecidedSpan[]): string | undefined =>
  schedule.openFrom === null
    ? undefined
    : openFrom(schedule, today > schedule.openFrom ? today : schedule.openFrom, decided);

export const missedDates = (schedule: Schedule, today: string, decided: readonly DecidedSpan[]) =>
  schedule.openFrom === null
    ? { latest: undefined, count: 0 }
    : missedBefore({ ...schedule, starts: schedule.openFrom }, today, decided);

/**
 * Saves the schedule and updates `openFrom` and `comesUp`. `openFrom` is the earliest date that has no decision.
 * `comesUp` is the day from which the order is listed as due. Call it after every change of the schedule or its
 * decisions.
 */
export function settlePlace(tx: Tx, schedule: Schedule): void {
  const decided = decidedFrom(tx.db, schedule);
  const open = schedule.ended ? undefined : openFrom(schedule, schedule.starts, decided);
  const comesUp = open === undefined || schedule.pausedOn !== null ? null : addDays(open, -schedule.daysBefore);
  tx.db
    .update(orderSchedules)
    .set({ ...schedule, openFrom: open ?? null, comesUp })
    .where(eq(orderSchedules.seq, schedule.seq))
    .run();
}

/** Deletes the schedule of an order with all its decisions. */
export const dropSchedule = (tx: Tx, orderSeq: number): void =>
  void tx.db.delete(orderSchedules).where(eq(orderSchedules.orderSeq, orderSeq)).run();

type Act = 'set' | 'changed' | 'paused' | 'resumed' | 'ended' | 'confirmed' | 'skipped' | 'unskipped';

export function noteSchedule(tx: Tx, ctx: Ctx, act: Act, { id }: Pick<Order, 'id'>, changes: Changes = {}): void {
  const { workspace, actor, requestId } = ctx;
  const action = `schedule.${act}` as const;
  const entry = { workspaceSeq: workspace.seq, actor, requestId, action, subject: id };
  writeAudit(tx, isSame(changes) ? entry : { ...entry, changes });
  tx.notify('orders', workspace.seq);
}

export function fileOfSchedule(db: Db, orderSeq: number): object | null {
  const schedule = findSchedule(db, orderSeq);
  if (schedule === undefined) return null;
  const { every, starts, last, daysBefore, pausedOn, ended } = schedule;
  const decided = decidedFrom(db, schedule).map(({ date, since, orderSeq: made }) => ({
    date,
    since,
    as: made === null ? 'skipped' : 'made',
  }));
  return { every, starts, last, daysBefore, pausedOn, ended, decided };
}
