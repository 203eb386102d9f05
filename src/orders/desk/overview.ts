import { type SQL, sql } from 'drizzle-orm';
import { addDays, nextTurn } from '../../base/index.ts';
import type { Db, orderDays } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import type { Order } from '../order.ts';
import { QUARTER_MS } from '../order-sums.ts';
import { idsOf, listStatuses } from '../statuses.ts';
import { type OverviewToday, readComing, readHours } from './overview-day.ts';
import { partsOfDays } from './parts-of-days.ts';

interface OverviewPeriod {
  /** The current day in the workspace's zone, YYYY-MM-DD. */
  readonly today: string;
  readonly now: string;
  /** The number of days that the overview covers, ending with today. It is at least 30. */
  readonly days: number;
  /** The start of each day, then the end of the last one, in milliseconds since the epoch. */
  readonly starts: readonly number[];
}

/** Amounts are kopecks. */
interface OverviewDay {
  readonly day: string;
  /** The number of orders dated that day, except canceled ones. */
  readonly orders: number;
  readonly made: number;
  /** The total of all orders dated `day`, except canceled ones. */
  readonly revenue: number;
  readonly paid: number;
  readonly owed: number;
}

export interface OrdersOverview {
  readonly days: readonly OverviewDay[];
  /** The days from today on. They have no `made`, because nobody creates orders in the future. */
  readonly ahead: readonly Omit<OverviewDay, 'made'>[];
  /**
   * The sum owed on all orders at the end of each of the last 30 days, in kopecks. The last entry is the current sum.
   */
  readonly owed: readonly number[];
  /** Orders dated before today that are partly paid. */
  readonly partial: { readonly count: number; readonly oldest: string | null };
  readonly day: OverviewToday;
  /** The number of today's orders, except canceled ones. */
  readonly scheduled: number;
  /** The nearest day after today with orders still to do; undefined if the next two weeks have none. */
  readonly prepare: DayToPrepare | undefined;
}

interface DayToPrepare {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly count: number;
  readonly orders: readonly Order[];
}

const AHEAD = 14;
const MONTH = 30;

export interface Meanings {
  readonly cancelled: readonly string[];
  readonly done: readonly string[];
}

export function meaningsOf({ storage, workspace }: Ctx): Meanings {
  const statuses = listStatuses(storage.read, workspace.seq);
  return { cancelled: idsOf(statuses, 'cancelled'), done: idsOf(statuses, 'done') };
}

export const oneOf = (column: SQL, ids: readonly string[]): SQL =>
  ids.length === 0
    ? sql`FALSE`
    : sql`${column} IN (${sql.join(
        ids.map((id) => sql`${id}`),
        sql`, `,
      )})`;

export type DayRow = Pick<typeof orderDays.$inferSelect, 'date' | 'orders' | 'revenue' | 'paid' | 'owed'>;

function readDays(db: Db, workspaceSeq: number, from: string, to: string, { cancelled }: Meanings): DayRow[] {
  return db.all<DayRow>(sql`SELECT date, sum(orders) AS orders, sum(revenue) AS revenue, sum(paid) AS paid, sum(owed) AS owed
    FROM order_days
    WHERE workspace_seq = ${workspaceSeq} AND date BETWEEN ${from} AND ${to} AND NOT ${oneOf(sql`status_id`, cancelled)}
    GROUP BY date`);
}

function readMade(db: Db, workspaceSeq: number, starts: readonly number[]): number[] {
  const quarters = JSON.stringify(starts.map((start) => Math.ceil(start / QUARTER_MS)));
  const rows = db.all<{ made: number }>(sql`SELECT (
      SELECT coalesce(sum(orders), 0) FROM orders_made
      WHERE workspace_seq = ${workspaceSeq} AND quarter >= start.value AND quarter < json_extract(${quarters}, '$[' || (start.key + 1) || ']')
    ) AS made
    FROM json_each(${quarters}) AS start WHERE start.key < ${starts.length - 1}`);
  return rows.map(({ made }) => made);
}

/** Counts the orders created between two times, in ms since the epoch, without deleted orders. */
export const countMade = (
  { storage, workspace }: Ctx,
  { from, to }: { readonly from: number; readonly to: number },
): number => readMade(storage.read, workspace.seq, [from, to])[0] ?? 0;

interface Whole {
  readonly owed: number;
  readonly partial: number;
  readonly oldestPartial: string | null;
}

/** Adds up the sums of all days. The table `order_days` has a row for each day and status. */
async function readWhole(ctx: Ctx, today: string, { cancelled }: Meanings): Promise<Whole> {
  const isKept = sql`NOT ${oneOf(sql`status_id`, cancelled)}`;
  const partial = sql`partial > 0 AND date < ${today} AND ${isKept}`;
  let whole: Whole = { owed: 0, partial: 0, oldestPartial: null };
  for await (const part of partsOfDays(ctx)) {
    const [sum] = ctx.storage.read.all<Whole>(sql`SELECT
        coalesce(sum(iif(${isKept}, owed, 0)), 0) AS owed,
        coalesce(sum(iif(${partial}, partial, 0)), 0) AS partial,
        min(iif(${partial}, date, NULL)) AS oldestPartial
      FROM order_days WHERE ${part}`);
    if (sum === undefined) continue;
    whole = {
      owed: whole.owed + sum.owed,
      partial: whole.partial + sum.partial,
      oldestPartial: whole.oldestPartial ?? sum.oldestPartial,
    };
  }
  return whole;
}

/**
 * Reads the sum owed at the start of each of these days. The table `owed_closings` has only days with changes, so a day
 * without changes uses the next later entry. The sum is undefined without such an entry.
 */
function readOwedAt(
  db: Db,
  workspaceSeq: number,
  at: readonly number[],
  { cancelled }: Meanings,
): (number | undefined)[] {
  // The days are first in the join, because a scan of the whole table `owed_closings` would be slow.
  const rows = db.all<{ day: number; owed: number }>(sql`SELECT
      day.key AS day, sum(iif(NOT ${oneOf(sql`status_id`, cancelled)}, owed, 0)) AS owed
    FROM json_each(${JSON.stringify(at)}) AS day CROSS JOIN owed_closings
    WHERE workspace_seq = ${workspaceSeq} AND at = (
      SELECT min(at) FROM owed_closings WHERE workspace_seq = ${workspaceSeq} AND at >= day.value
    ) GROUP BY day.key`);
  const byDay = new Map(rows.map(({ day, owed }) => [day, owed]));
  return at.map((_, day) => byDay.get(day));
}

/**
 * Computes the figures of a workspace's orders for the overview page. Other requests are served between two figures. So
 * a concurrent change may be in one figure but not in another.
 */
export async function readOverview(ctx: Ctx, { today, now, days, starts }: OverviewPeriod): Promise<OrdersOverview> {
  const { seq } = ctx.workspace;
  const step = async <T>(read: (db: Db) => T): Promise<T> => {
    await nextTurn(seq);
    return read(ctx.storage.read);
  };
  const meanings = meaningsOf(ctx);
  const first = addDays(today, 1 - days);
  const rows = await step((db) => readDays(db, seq, first, addDays(today, AHEAD - 1), meanings));
  const byDate = new Map(rows.map((row) => [row.date, row]));
  const dayOf = (day: string): Omit<OverviewDay, 'made'> => {
    const { orders = 0, revenue = 0, paid = 0, owed = 0 } = byDate.get(day) ?? {};
    return { day, orders, revenue, paid, owed };
  };
  const whole = await readWhole(ctx, today, meanings);
  const ends = starts.slice(days - MONTH + 1, days);
  const made = await step((db) => readMade(db, seq, starts));
  const owed = await step((db) => readOwedAt(db, seq, ends, meanings));
  const place = { workspaceSeq: seq, date: today, now };
  const statuses = await step((db) => statusesOf(db, seq, today, meanings));
  const hours = await step((db) => readHours(db, { ...place, ...statuses }));
  const coming = await step((db) => readComing(db, { ...place, ...statuses }));
  const prepare = await step((db) => readPrepare(db, seq, today, meanings));
  return {
    days: made.map((count, at) => ({ ...dayOf(addDays(first, at)), made: count })),
    ahead: Array.from({ length: AHEAD }, (_, at) => dayOf(addDays(today, at))),
    owed: [...owed, whole.owed].map((one) => one ?? whole.owed),
    partial: { count: whole.partial, oldest: whole.oldestPartial },
    day: { hours, coming },
    scheduled: byDate.get(today)?.orders ?? 0,
    prepare,
  };
}

function readPrepare(db: Db, seq: number, today: string, meanings: Meanings): DayToPrepare | undefined {
  const closed = [...meanings.cancelled, ...meanings.done];
  const [next] = db.all<{ date: string; count: number }>(sql`SELECT date, sum(orders) AS count FROM order_days
    WHERE workspace_seq = ${seq} AND date BETWEEN ${addDays(today, 1)} AND ${addDays(today, AHEAD - 1)}
      AND orders > 0 AND NOT ${oneOf(sql`status_id`, closed)}
    GROUP BY date ORDER BY date LIMIT 1`);
  if (next === undefined) return undefined;
  const { open } = statusesOf(db, seq, next.date, meanings);
  return { ...next, orders: readComing(db, { workspaceSeq: seq, date: next.date, now: '00:00', open }) };
}

function statusesOf(db: Db, workspaceSeq: number, date: string, { cancelled, done }: Meanings) {
  const ids = db
    .all<{ id: string }>(sql`SELECT status_id AS id FROM order_days
      WHERE workspace_seq = ${workspaceSeq} AND date = ${date} AND NOT ${oneOf(sql`status_id`, cancelled)}`)
    .map(({ id }) => id);
  return { open: ids.filter((id) => !done.includes(id)), done: ids.filter((id) => done.includes(id)) };
}
