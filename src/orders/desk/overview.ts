import { type SQL, sql } from 'drizzle-orm';
import { addDays } from '../../base/index.ts';
import type { Db } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import type { Order } from '../order.ts';
import { QUARTER_MS } from '../order-sums.ts';
import { listStatuses } from '../statuses/index.ts';
import { readOrders } from './list.ts';

/** The days that an overview is of. */
export interface OverviewPeriod {
  /** YYYY-MM-DD in the workspace's zone. */
  readonly today: string;
  /** How many days up to today, today among them; at least 8. */
  readonly days: number;
  /** When each of them begins, and when the last one ends; milliseconds since the epoch. */
  readonly starts: readonly number[];
}

/** Kopecks. */
export interface OverviewDay {
  readonly day: string;
  /** Made on that day. */
  readonly made: number;
  /** The sum of that date's orders, cancelled ones left out. */
  readonly revenue: number;
  /** What is paid and what is owed for the same orders. */
  readonly paid: number;
  readonly owed: number;
}

export interface OrdersOverview {
  /** Oldest first, up to today. */
  readonly days: readonly OverviewDay[];
  /** From today on; nothing of it is about when orders were made. */
  readonly ahead: readonly Omit<OverviewDay, 'made'>[];
  /** Owed on all orders, now and at the end of the same weekday last week; kopecks. */
  readonly owed: { readonly now: number; readonly weekAgo: number };
  /** The statuses in which nobody has taken an order up yet. */
  readonly begun: readonly string[];
  /** Dated today or before, and still in one of them. */
  readonly untouched: { readonly count: number; readonly oldest: string | null };
  /** Dated before today, and paid in part. */
  readonly partial: { readonly count: number; readonly oldest: string | null };
  /** Today's, by their time; those without a time last. */
  readonly schedule: readonly Order[];
  readonly scheduled: number;
}

const AHEAD = 14;
const WEEK = 7;
const SHOWN = 30;
/** What has no time comes last; spelt as in the index orders_by_time. */
const TIME_START = sql`coalesce(time_start, '~')`;
const TIME_END = sql`coalesce(time_end, '~')`;
/** Which statuses say what an overview asks of an order. */
interface Meanings {
  /** What was cancelled brings no money. */
  readonly cancelled: readonly string[];
  /** Nobody has taken it up yet. */
  readonly begun: readonly string[];
}

function meaningsOf({ storage, workspace }: Ctx): Meanings {
  const statuses = listStatuses(storage.read, workspace.seq);
  const of = (group: string): string[] => statuses.filter((status) => status.group === group).map(({ id }) => id);
  return { cancelled: of('cancelled'), begun: of('new') };
}

const oneOf = (column: SQL, ids: readonly string[]): SQL =>
  ids.length === 0
    ? sql`FALSE`
    : sql`${column} IN (${sql.join(
        ids.map((id) => sql`${id}`),
        sql`, `,
      )})`;

interface DayRow {
  readonly date: string;
  readonly orders: number;
  readonly revenue: number;
  readonly paid: number;
  readonly owed: number;
}

/** Sums of the days that are shown, and of no others. */
function readDays(db: Db, workspaceSeq: number, from: string, to: string, { cancelled }: Meanings): DayRow[] {
  return db.all<DayRow>(sql`SELECT date, sum(orders) AS orders, sum(revenue) AS revenue, sum(paid) AS paid, sum(owed) AS owed
    FROM order_days
    WHERE workspace_seq = ${workspaceSeq} AND date BETWEEN ${from} AND ${to} AND NOT ${oneOf(sql`status_id`, cancelled)}
    GROUP BY date`);
}

/** How many orders were made between each two of these moments. */
function readMade(db: Db, workspaceSeq: number, starts: readonly number[]): number[] {
  const quarters = JSON.stringify(starts.map((start) => Math.ceil(start / QUARTER_MS)));
  const rows = db.all<{ made: number }>(sql`SELECT (
      SELECT coalesce(sum(orders), 0) FROM orders_made
      WHERE workspace_seq = ${workspaceSeq} AND quarter >= start.value AND quarter < json_extract(${quarters}, '$[' || (start.key + 1) || ']')
    ) AS made
    FROM json_each(${quarters}) AS start WHERE start.key < ${starts.length - 1}`);
  return rows.map(({ made }) => made);
}

interface Whole {
  readonly owed: number;
  readonly untouched: number;
  readonly oldestUntouched: string | null;
  readonly partial: number;
  readonly oldestPartial: string | null;
}

/** Sums over all days: a row for each status that a day's orders are in. */
function readWhole(db: Db, workspaceSeq: number, today: string, { cancelled, begun }: Meanings): Whole {
  const untouched = sql`${oneOf(sql`status_id`, begun)} AND date <= ${today}`;
  const partial = sql`partial > 0 AND date < ${today}`;
  const [whole] = db.all<Whole>(sql`SELECT
      coalesce(sum(iif(NOT ${oneOf(sql`status_id`, cancelled)}, owed, 0)), 0) AS owed,
      coalesce(sum(iif(${untouched}, orders, 0)), 0) AS untouched,
      min(iif(${untouched}, date, NULL)) AS oldestUntouched,
      coalesce(sum(iif(${partial}, partial, 0)), 0) AS partial,
      min(iif(${partial}, date, NULL)) AS oldestPartial
    FROM order_days WHERE workspace_seq = ${workspaceSeq}`);
  return whole ?? { owed: 0, untouched: 0, oldestUntouched: null, partial: 0, oldestPartial: null };
}

/** What was owed at a moment at which a day began: nothing changed it until the first day that was closed since. */
function readOwedAt(db: Db, workspaceSeq: number, at: number, { cancelled }: Meanings): number | undefined {
  const [row] = db.all<{ closed: number; owed: number }>(sql`SELECT
      count(*) AS closed, coalesce(sum(iif(NOT ${oneOf(sql`status_id`, cancelled)}, owed, 0)), 0) AS owed
    FROM owed_closings
    WHERE workspace_seq = ${workspaceSeq} AND at = (
      SELECT min(at) FROM owed_closings WHERE workspace_seq = ${workspaceSeq} AND at >= ${at}
    )`);
  return row === undefined || row.closed === 0 ? undefined : row.owed;
}

/** All of a workspace's orders in figures, as the page shows them that a day begins with. */
export function readOverview(ctx: Ctx, { today, days, starts }: OverviewPeriod): OrdersOverview {
  const db = ctx.storage.read;
  const { seq } = ctx.workspace;
  const meanings = meaningsOf(ctx);
  const first = addDays(today, 1 - days);
  const rows = readDays(db, seq, first, addDays(today, AHEAD - 1), meanings);
  const byDate = new Map(rows.map((row) => [row.date, row]));
  const dayOf = (day: string): Omit<OverviewDay, 'made'> => {
    const { revenue = 0, paid = 0, owed = 0 } = byDate.get(day) ?? {};
    return { day, revenue, paid, owed };
  };
  const whole = readWhole(db, seq, today, meanings);
  return {
    days: readMade(db, seq, starts).map((made, at) => ({ ...dayOf(addDays(first, at)), made })),
    ahead: Array.from({ length: AHEAD }, (_, at) => dayOf(addDays(today, at))),
    owed: { now: whole.owed, weekAgo: readOwedAt(db, seq, starts[days - WEEK] ?? 0, meanings) ?? whole.owed },
    begun: meanings.begun,
    untouched: { count: whole.untouched, oldest: whole.oldestUntouched },
    partial: { count: whole.partial, oldest: whole.oldestPartial },
    schedule: readSchedule(db, seq, today, meanings),
    scheduled: byDate.get(today)?.orders ?? 0,
  };
}

/**
 * Today's orders by their time. The index has them in this order within each status, so that no more of them are read than are shown
 * of each.
 */
function readSchedule(db: Db, workspaceSeq: number, today: string, { cancelled }: Meanings): Order[] {
  const statuses = db.all<{ id: string }>(sql`SELECT status_id AS id FROM order_days
    WHERE workspace_seq = ${workspaceSeq} AND date = ${today} AND NOT ${oneOf(sql`status_id`, cancelled)}`);
  if (statuses.length === 0) return [];
  const places = statuses.map(
    ({ id }) => sql`SELECT * FROM (
      SELECT seq, ${TIME_START} AS starts, ${TIME_END} AS ends FROM orders INDEXED BY orders_by_time
      WHERE workspace_seq = ${workspaceSeq} AND date = ${today} AND status_id = ${id} AND deleted_at IS NULL
      ORDER BY starts, ends, seq LIMIT ${SHOWN})`,
  );
  const merged = sql`${sql.join(places, sql` UNION ALL `)} ORDER BY starts, ends, seq LIMIT ${SHOWN}`;
  return readOrders(db, db.all<{ seq: number }>(merged));
}
