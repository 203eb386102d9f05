import { type SQL, sql } from 'drizzle-orm';
import { addDays } from '../../base/index.ts';
import type { Db } from '../../storage/index.ts';
import { type Ctx, listStatuses } from '../../workspaces/index.ts';
import type { Order } from '../order.ts';
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
  /** Of the orders of that date, cancelled ones left out. */
  readonly revenue: number;
  /** Of the same, what is paid and what is owed. */
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

interface DateRow {
  readonly date: string;
  readonly orders: number;
  readonly revenue: number;
  readonly paid: number;
  readonly owed: number;
  readonly owedThen: number;
  readonly untouched: number;
  readonly partial: number;
}

/** One walk over one index that holds all it needs. Exported for the test that reads the query plans. */
export function datesQuery(workspaceSeq: number, endOfWeekAgo: number, { cancelled, begun }: Meanings): SQL {
  const counts = sql`NOT ${oneOf(sql`status_id`, cancelled)}`;
  const owes = sql`${counts} AND payment_status IN ('unpaid', 'partial') AND paid_amount < price`;
  return sql`SELECT date,
      sum(${counts}) AS orders,
      sum(iif(${counts}, price, 0)) AS revenue,
      sum(iif(${counts}, min(paid_amount, price), 0)) AS paid,
      sum(iif(${owes}, price - paid_amount, 0)) AS owed,
      sum(iif(${owes} AND created_at < ${endOfWeekAgo}, price - paid_amount, 0)) AS owedThen,
      sum(${oneOf(sql`status_id`, begun)}) AS untouched,
      sum(payment_status = 'partial') AS partial
    FROM orders INDEXED BY orders_by_date
    WHERE workspace_seq = ${workspaceSeq} AND deleted_at IS NULL
    GROUP BY date`;
}

/** How many orders were made between each two of these moments. Exported as above. */
export function madeQuery(workspaceSeq: number, starts: readonly number[]): SQL {
  return sql`SELECT start.key AS at, (
      SELECT count(*) FROM orders INDEXED BY orders_by_created
      WHERE workspace_seq = ${workspaceSeq} AND deleted_at IS NULL
        AND created_at >= start.value AND created_at < json_extract(${JSON.stringify(starts)}, '$[' || (start.key + 1) || ']')
    ) AS made
    FROM json_each(${JSON.stringify(starts.slice(0, -1))}) AS start`;
}

/** All of a workspace's orders in figures, as the page shows them that a day begins with. */
export function readOverview(ctx: Ctx, { today, days, starts }: OverviewPeriod): OrdersOverview {
  const db = ctx.storage.read;
  const { seq } = ctx.workspace;
  const endOfWeekAgo = starts[days - WEEK] ?? 0;
  const meanings = meaningsOf(ctx);
  const rows = db.all<DateRow>(datesQuery(seq, endOfWeekAgo, meanings));
  const made = db.all<{ at: number; made: number }>(madeQuery(seq, starts));
  const byDate = new Map(rows.map((row) => [row.date, row]));
  const dayOf = (day: string): Omit<OverviewDay, 'made'> => {
    const { revenue = 0, paid = 0, owed = 0 } = byDate.get(day) ?? {};
    return { day, revenue, paid, owed };
  };
  const sum = (of: (row: DateRow) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const first = addDays(today, 1 - days);
  return {
    days: made.map((row) => ({ ...dayOf(addDays(first, row.at)), made: row.made })),
    ahead: Array.from({ length: AHEAD }, (_, at) => dayOf(addDays(today, at))),
    owed: {
      now: sum(({ owed }) => owed),
      weekAgo: sum(({ owedThen }) => owedThen) + paidSince(db, seq, endOfWeekAgo, meanings),
    },
    begun: meanings.begun,
    untouched: gather(rows, ({ date, untouched }) => (date <= today ? untouched : 0)),
    partial: gather(rows, ({ date, partial }) => (date < today ? partial : 0)),
    schedule: readSchedule(db, seq, today, meanings),
    scheduled: byDate.get(today)?.orders ?? 0,
  };
}

function gather(rows: readonly DateRow[], of: (row: DateRow) => number) {
  const found = rows.filter((row) => of(row) > 0);
  return { count: found.reduce((total, row) => total + of(row), 0), oldest: found[0]?.date ?? null };
}

interface PaidRow {
  readonly price: number;
  readonly paid: number;
  readonly owed: number;
  readonly since: number;
}

/** By how much more was owed at a moment than now, for the money that has come since on orders that were there then. */
function paidSince(db: Db, workspaceSeq: number, at: number, { cancelled }: Meanings): number {
  // The joins keep their order: payments since then are few, and their orders are found by their key.
  const rows = db.all<PaidRow>(sql`SELECT o.price, o.paid_amount AS paid, p.since,
      iif(o.payment_status IN ('unpaid', 'partial'), max(o.price - o.paid_amount, 0), 0) AS owed
    FROM (
      SELECT order_seq, sum(amount - refunded_amount) AS since FROM payments
      WHERE workspace_seq = ${workspaceSeq} AND paid_at >= ${at} AND status IN ('confirmed', 'refunded')
      GROUP BY order_seq
    ) p
    CROSS JOIN orders o ON o.seq = p.order_seq
    WHERE o.deleted_at IS NULL AND NOT ${oneOf(sql`o.status_id`, cancelled)} AND o.created_at < ${at}`);
  return rows.reduce(
    (total, { price, paid, owed, since }) => total + Math.max(price - Math.max(paid - since, 0), 0) - owed,
    0,
  );
}

function readSchedule(db: Db, workspaceSeq: number, today: string, { cancelled }: Meanings): Order[] {
  const places = db.all<{ seq: number }>(sql`SELECT seq FROM orders INDEXED BY orders_by_date
    WHERE workspace_seq = ${workspaceSeq} AND date = ${today} AND deleted_at IS NULL AND NOT ${oneOf(sql`status_id`, cancelled)}
    ORDER BY time_start IS NULL, time_start, time_end IS NULL, time_end, seq LIMIT ${SHOWN}`);
  return readOrders(db, places);
}
