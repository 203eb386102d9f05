import { and, asc, desc, eq, getTableColumns, gt, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { AppError, addDays, isStepOver, nextTurn } from '../../base/index.ts';
import {
  type Db,
  findPlace,
  hidePlace,
  orderScheduleDates,
  orderSchedules,
  orders,
  withinWorkspace,
} from '../../storage/index.ts';
import type { ReadCtx } from '../../workspaces/index.ts';
import { shapeOrders } from '../desk/index.ts';
import type { Order } from '../order.ts';
import { dateFrom, type Every } from './dates.ts';
import { decidedFrom, findSchedule, missedDates, nextDate, type Schedule } from './schedule.ts';

interface DueDate {
  readonly date: string;
  readonly isOverdue: boolean;
  /** The number of missed dates before this date. */
  readonly earlier: number;
}

export interface OrderSchedule {
  readonly every: Every;
  readonly next: string | null;
  readonly last: string | null;
  readonly daysBefore: number;
  readonly isPaused: boolean;
  /** The latest missed date, followed by the next date if it is already due. */
  readonly due: readonly DueDate[];
}

export type ScheduledRow<Row> = OrderSchedule & { readonly order: Row };

const DUE_AT_MOST = 100;
const MADE_SHOWN = 10;
/** The number of schedules that one step reads, in half a millisecond. */
const SLICE = 500;

function stateOf({ storage }: Pick<ReadCtx, 'storage'>, schedule: Schedule, today: string): OrderSchedule {
  const decided = decidedFrom(storage.read, schedule, schedule.openFrom ?? '');
  const { every, last, daysBefore, pausedOn } = schedule;
  const next = nextDate(schedule, today, decided) ?? null;
  const missed = missedDates(schedule, today, decided);
  const due = [
    ...(missed.latest === undefined ? [] : [{ date: missed.latest, isOverdue: true, earlier: missed.count - 1 }]),
    ...(next === null || addDays(next, -daysBefore) > today ? [] : [{ date: next, isOverdue: false, earlier: 0 }]),
  ];
  return { every, next, last, daysBefore, isPaused: pausedOn !== null, due: pausedOn === null ? due : [] };
}

interface Shaping<Row> {
  readonly today: string;
  readonly shape: (order: Order) => Row;
}

async function shapeAll<Row>(
  ctx: ReadCtx,
  schedules: readonly Schedule[],
  { today, shape }: Shaping<Row>,
): Promise<ScheduledRow<Row>[]> {
  const places = schedules.map(({ orderSeq }) => ({ seq: orderSeq }));
  const rows = await shapeOrders(ctx, { places, shape });
  const shaped: ScheduledRow<Row>[] = [];
  for (const [at, order] of rows.entries()) {
    const schedule = schedules[at];
    if (schedule === undefined) continue;
    // Reading a schedule with hundreds of decisions may take a whole step. So the step is checked before each schedule.
    if (isStepOver()) await nextTurn(ctx.workspace.seq);
    shaped.push({ ...stateOf(ctx, schedule, today), order });
  }
  return shaped;
}

const { workspaceSeq, openFrom, comesUp, seq, orderSeq } = orderSchedules;
/** A deleted order does not become due until it is restored. */
const IS_LIVE = isNull(orders.deletedAt);

interface Place {
  readonly day: string;
  readonly seq: number;
}
const START: Place = { day: '', seq: 0 };

/**
 * Returns the rows after a position. One query finds the later rows of the same day, another the rows of later days.
 * With one condition for both, SQLite would read all rows before the position.
 */
function rowsBehind<Row>(
  by: typeof openFrom | typeof comesUp,
  { day, seq: last }: Place,
  find: (where: SQL | undefined, limit: number) => readonly Row[],
): readonly Row[] {
  const same = find(and(eq(by, day), gt(seq, last)), SLICE);
  return same.length === SLICE ? same : [...same, ...find(gt(by, day), SLICE - same.length)];
}

function placeOf(rows: readonly Pick<LookedAt, 'day' | 'seq'>[]): Place | undefined {
  const last = rows.length < SLICE ? undefined : rows.at(-1);
  return last && { day: last.day ?? '', seq: last.seq };
}

interface Walk {
  readonly by: typeof openFrom | typeof comesUp;
  readonly after: Place;
  readonly upTo?: string;
}

interface LookedAt {
  readonly day: string | null;
  readonly seq: number;
  readonly deletedAt: number | null;
}

async function firstLive(ctx: ReadCtx, limit: number, { by, after, upTo }: Walk): Promise<Schedule[]> {
  const { read } = ctx.storage;
  const live: number[] = [];
  for (let place: Place | undefined = after; place !== undefined && live.length < limit; ) {
    await nextTurn(ctx.workspace.seq);
    const rows: readonly LookedAt[] = rowsBehind(by, place, (where, most) =>
      read
        .select({ day: by, seq, deletedAt: orders.deletedAt })
        .from(orderSchedules)
        .innerJoin(orders, eq(orders.seq, orderSeq))
        .where(and(eq(workspaceSeq, ctx.workspace.seq), where, upTo === undefined ? undefined : lte(by, upTo)))
        .orderBy(asc(by), asc(seq))
        .limit(most)
        .all(),
    );
    live.push(...rows.flatMap((row) => (row.deletedAt === null ? [row.seq] : [])));
    place = placeOf(rows);
  }
  // The number of a deleted schedule may belong to another workspace by now.
  const these = and(eq(workspaceSeq, ctx.workspace.seq), inArray(seq, live.slice(0, limit)));
  return read.select().from(orderSchedules).where(these).orderBy(asc(by), asc(seq)).all();
}

/** Lists the repeating orders that are due: first those with missed dates, then the others by date. */
export async function listDue<Row>(ctx: ReadCtx, shaping: Shaping<Row>): Promise<ScheduledRow<Row>[]> {
  const due = await firstLive(ctx, DUE_AT_MOST, { by: comesUp, after: START, upTo: shaping.today });
  const all = await shapeAll(ctx, due, shaping);
  const firstOf = ({ due: [first] }: OrderSchedule): string => first?.date ?? '';
  return all.toSorted((a, b) => (firstOf(a) < firstOf(b) ? -1 : 1));
}

interface PageQuery<Row> extends Shaping<Row> {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface SchedulePage<Row> {
  readonly schedules: readonly ScheduledRow<Row>[];
  readonly nextCursor: string | null;
}

const listOf = ({ workspace }: ReadCtx): string => JSON.stringify([workspace.id, 'orders that come up again']);
const numberOf = (day: string): number => Number(day.replaceAll('-', ''));
const dayOf = (number: number): string => `${number}`.padStart(8, '0').replace(/(....)(..)(..)/, '$1-$2-$3');

/** Returns one page of the shop's repeating orders, including paused ones. @throws invalid_cursor */
export async function listSchedules<Row>(
  ctx: ReadCtx,
  { limit, cursor, ...shaping }: PageQuery<Row>,
): Promise<SchedulePage<Row>> {
  const place = cursor === undefined ? undefined : findPlace(ctx.storage, cursor, listOf(ctx), 2);
  if (cursor !== undefined && place === undefined) throw new AppError({ rule: 'list_cursor' });
  const [day, after = 0] = place ?? [];
  const from = day === undefined ? START : { day: dayOf(day), seq: after };
  const rows = await firstLive(ctx, limit + 1, { by: openFrom, after: from });
  const page = rows.slice(0, limit);
  const end = rows.length > limit ? page.at(-1) : undefined;
  return {
    schedules: await shapeAll(ctx, page, shaping),
    nextCursor: end === undefined ? null : hidePlace(ctx.storage, [numberOf(end.openFrom ?? ''), end.seq], listOf(ctx)),
  };
}

/** Yields the seqs of a shop's repeating orders, soonest first, in arrays of at most `SLICE`. */
export function* scheduledOrders({ storage, workspace }: ReadCtx): Generator<readonly number[], void> {
  for (let place: Place | undefined = START; place !== undefined; ) {
    const rows: readonly (Pick<LookedAt, 'day' | 'seq'> & { readonly orderSeq: number })[] = rowsBehind(
      openFrom,
      place,
      (where, most) =>
        storage.read
          .select({ day: openFrom, seq, orderSeq })
          .from(orderSchedules)
          .where(and(eq(workspaceSeq, workspace.seq), where))
          .orderBy(asc(openFrom), asc(seq))
          .limit(most)
          .all(),
    );
    yield rows.map((row) => row.orderSeq);
    place = placeOf(rows);
  }
}

/**
 * Finds the repeating orders among at most a thousand orders. They are sorted by their next date that nobody has
 * confirmed or skipped.
 */
export const scheduledOf = (db: Db, seqs: readonly number[], limit: number): number[] =>
  db
    .select({ orderSeq })
    .from(orderSchedules)
    .where(and(sql`${orderSeq} IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))`, isNotNull(openFrom)))
    .orderBy(asc(openFrom), asc(seq))
    .limit(limit)
    .all()
    .map((row) => row.orderSeq);

export const listSchedulesOf = <Row>(
  ctx: ReadCtx,
  { seqs, ...shaping }: Shaping<Row> & { readonly seqs: readonly number[] },
): Promise<ScheduledRow<Row>[]> =>
  shapeAll(
    ctx,
    ctx.storage.read
      .select(getTableColumns(orderSchedules))
      .from(orderSchedules)
      .innerJoin(orders, eq(orders.seq, orderSeq))
      .where(
        and(
          inArray(orderSeq, [...seqs]),
          withinWorkspace(workspaceSeq, ctx.workspace.seq),
          isNotNull(openFrom),
          IS_LIVE,
        ),
      )
      .orderBy(asc(openFrom))
      .all(),
    shaping,
  );

interface MadeAgain extends Pick<Order, 'id' | 'num'> {
  readonly date: string;
}

interface OrderAgain {
  readonly schedule: OrderSchedule | null;
  readonly made: readonly MadeAgain[];
  /**
   * The repeating order from which this order was created; null if there is none. Its `date` is the scheduled date that
   * this order was created for.
   */
  readonly from: MadeAgain | null;
  readonly proposed: Readonly<Record<Every, string>>;
}

/**
 * Finds the data about repeating an order. `made` lists the latest orders created from this order.
 * @param asked.today the current day in the shop's time zone
 */
export function findOrderAgain(
  ctx: ReadCtx,
  { order, today }: { readonly order: Pick<Order, 'seq' | 'date' | 'deletedAt'>; readonly today: string },
): OrderAgain {
  const { read } = ctx.storage;
  const schedule = findSchedule(read, order.seq);
  const isLive = schedule !== undefined && schedule.openFrom !== null && order.deletedAt === null;
  const { date } = orderScheduleDates;
  const made = read
    .select({ id: orders.id, num: orders.num, date })
    .from(orderScheduleDates)
    .innerJoin(orders, eq(orders.seq, orderScheduleDates.orderSeq))
    .where(and(eq(orderScheduleDates.scheduleSeq, schedule?.seq ?? 0), IS_LIVE))
    .orderBy(desc(date))
    .limit(MADE_SHOWN)
    .all();
  const from = read
    .select({ id: orders.id, num: orders.num, date })
    .from(orderScheduleDates)
    .innerJoin(orderSchedules, eq(seq, orderScheduleDates.scheduleSeq))
    .innerJoin(orders, eq(orders.seq, orderSeq))
    .where(eq(orderScheduleDates.orderSeq, order.seq))
    .get();
  return {
    schedule: isLive ? stateOf(ctx, schedule, today) : null,
    made,
    from: from ?? null,
    proposed: proposedFrom(order.date, today),
  };
}

function proposedFrom(date: string, today: string): Readonly<Record<Every, string>> {
  const after = addDays(date, 1);
  const from = after > today ? after : today;
  const next = (every: Every): string => dateFrom({ every, anchor: date }, from);
  return { week: next('week'), two_weeks: next('two_weeks'), month: next('month'), year: next('year') };
}
