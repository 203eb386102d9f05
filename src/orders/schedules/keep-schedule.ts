import { and, eq, gte, isNull } from 'drizzle-orm';
import { type Issue, isCalendarDay, validationFailed } from '../../base/index.ts';
import { insertedSeq, orderScheduleDates, orderSchedules, type Tx } from '../../storage/index.ts';
import { type Changes, type Ctx, diff, isSame } from '../../workspaces/index.ts';
import { getLiveOrder, type Order } from '../order.ts';
import { dateFrom, type Every, missedBefore, openFrom } from './dates.ts';
import {
  decidedFrom,
  findSchedule,
  getSchedule,
  missedDates,
  nextDate,
  noteSchedule,
  refuseYearsAhead,
  type Schedule,
  settlePlace,
  todayOf,
} from './schedule.ts';

interface ScheduleWish {
  readonly every: Every;
  readonly next: string;
  readonly last: string | null;
  /** The lead time in days. With 3, the dashboard offers on May 7 to create the order for May 10. */
  readonly daysBefore: number;
}

type KeepSchedule = ScheduleWish & { readonly orderId: string };

const MOST_DAYS_BEFORE = 60;

/** @throws validation_failed, order_not_found */
export async function keepSchedule(ctx: Ctx, { orderId, ...asked }: KeepSchedule): Promise<void> {
  const issues = issuesOf(asked);
  if (issues.length > 0) throw validationFailed(issues);
  await ctx.storage.write((tx) => {
    const order = getLiveOrder(tx.db, ctx.workspace.seq, orderId);
    const before = findSchedule(tx.db, order.seq);
    if (before === undefined || before.openFrom === null) begin(tx, ctx, { order, before, asked });
    else change(tx, ctx, { order, before, asked });
  });
}

function issuesOf({ next, last, daysBefore }: ScheduleWish): Issue[] {
  const issues: Issue[] = [];
  for (const [path, day] of Object.entries({ next, last })) {
    if (day !== null && !isCalendarDay(day)) issues.push({ path, rule: 'calendar_day' });
  }
  if (last !== null && last < next) issues.push({ path: 'last', rule: 'not_before_next' });
  if (!Number.isInteger(daysBefore) || daysBefore < 0 || daysBefore > MOST_DAYS_BEFORE) {
    issues.push({ path: 'daysBefore', rule: 'whole_between', least: 0, most: MOST_DAYS_BEFORE });
  }
  return issues;
}

interface ScheduleChange {
  readonly order: Order;
  readonly before: Schedule | undefined;
  readonly asked: ScheduleWish;
}

function begin(tx: Tx, ctx: Ctx, { order, before, asked }: ScheduleChange): void {
  const series = seriesFrom(tx, ctx, { order, before, asked });
  const { last, daysBefore } = asked;
  const row = { ...series, last, daysBefore, pausedOn: null, ended: false, openFrom: null, comesUp: null };
  const own = { workspaceSeq: ctx.workspace.seq, orderSeq: order.seq };
  const seq =
    before?.seq ??
    insertedSeq(
      tx.db
        .insert(orderSchedules)
        .values({ ...own, ...row })
        .run(),
    );
  forgetSkipped(tx, { seq, ...series });
  settlePlace(tx, { seq, ...own, ...row });
  noteSchedule(tx, ctx, 'set', order, diff({}, asked));
}

function change(tx: Tx, ctx: Ctx, { order, before, asked }: ScheduleChange & { readonly before: Schedule }): void {
  const today = todayOf(tx, ctx);
  const decided = decidedFrom(tx.db, before, before.openFrom ?? '');
  const next = nextDate(before, today, decided) ?? null;
  const changes = diff({ ...before, next }, asked);
  if (isSame(changes)) return;
  const { last, daysBefore } = asked;
  if (next === asked.next && before.every === asked.every) {
    settlePlace(tx, { ...before, last, daysBefore });
    noteSchedule(tx, ctx, 'changed', order, changes);
    return;
  }
  const series = seriesFrom(tx, ctx, { order, before, asked });
  forgetSkipped(tx, { ...before, ...series });
  settlePlace(tx, { ...before, ...series, last, daysBefore });
  noteSchedule(tx, ctx, 'changed', order, { ...changes, ...missedIn(missedDates(before, today, decided).count) });
}

export const missedIn = (count: number): Changes => (count === 0 ? {} : { missed: { from: count, to: null } });

function seriesFrom(
  tx: Tx,
  ctx: Ctx,
  { order, before, asked: { every, next } }: ScheduleChange,
): Pick<Schedule, 'every' | 'anchor' | 'starts'> {
  const today = todayOf(tx, ctx);
  if (next < today) throw validationFailed([{ path: 'next', rule: 'not_before_today' }]);
  refuseYearsAhead('next', next, today);
  // If the requested date is a day of the earlier series, the anchor of that series is kept. So a schedule on the 31st
  // returns to the 31st after a shorter month.
  const anchors = [...(before?.every === every ? [before.anchor] : []), order.date];
  return { every, anchor: anchors.find((anchor) => dateFrom({ every, anchor }, next) === next) ?? next, starts: next };
}

/** Deletes skips from the chosen date on, so that a skipped date can be due again. */
function forgetSkipped(tx: Tx, { seq, starts }: Pick<Schedule, 'seq' | 'starts'>): void {
  const { scheduleSeq, date, orderSeq } = orderScheduleDates;
  tx.db
    .delete(orderScheduleDates)
    .where(and(eq(scheduleSeq, seq), gte(date, starts), isNull(orderSeq)))
    .run();
}

/**
 * Pauses or resumes the schedule of an order. Dates that pass during a pause do not count as missed.
 * @throws order_not_found, precondition_failed
 */
export const pauseSchedule = (
  ctx: Ctx,
  { orderId, isPaused }: { readonly orderId: string; readonly isPaused: boolean },
): Promise<void> =>
  ctx.storage.write((tx) => {
    const { order, schedule } = getSchedule(tx, ctx, orderId);
    if ((schedule.pausedOn !== null) === isPaused) return;
    const today = todayOf(tx, ctx);
    if (schedule.pausedOn !== null) passOver(tx, schedule, { from: schedule.pausedOn, before: today });
    settlePlace(tx, { ...schedule, pausedOn: isPaused ? today : null });
    noteSchedule(tx, ctx, isPaused ? 'paused' : 'resumed', order);
  });

function passOver(
  tx: Tx,
  schedule: Schedule,
  { from, before }: { readonly from: string; readonly before: string },
): void {
  const decided = decidedFrom(tx.db, schedule, from);
  const since = openFrom(schedule, from, decided);
  if (since === undefined || since >= before) return;
  const { latest } = missedBefore({ ...schedule, starts: since }, before, decided);
  if (latest === undefined) return;
  tx.db.insert(orderScheduleDates).values({ scheduleSeq: schedule.seq, date: latest, since, orderSeq: null }).run();
}

/** Orders already created from the schedule do not change. @throws order_not_found, precondition_failed */
export const endSchedule = (ctx: Ctx, { orderId }: { readonly orderId: string }): Promise<void> =>
  ctx.storage.write((tx) => {
    const { order, schedule } = getSchedule(tx, ctx, orderId);
    settlePlace(tx, { ...schedule, ended: true });
    noteSchedule(tx, ctx, 'ended', order);
  });
