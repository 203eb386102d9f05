import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../storage/index.ts';
import type { Order } from '../order.ts';
import { readOrders } from './read-orders.ts';

interface OverviewHour {
  /** The hour from 0 to 23; null for orders without a time. */
  readonly hour: number | null;
  /** The number of orders still to do. `late` is the number of these orders that are overdue. */
  readonly open: number;
  readonly late: number;
  readonly done: number;
}

export interface OverviewToday {
  /** Only the hours in which a delivery slot begins. */
  readonly hours: readonly OverviewHour[];
  /** The next orders to do, by time. Orders with a running slot are first, orders without a time last. */
  readonly coming: readonly Order[];
}

interface DayPlace {
  readonly workspaceSeq: number;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly now: string;
  readonly open: readonly string[];
  readonly done: readonly string[];
}

/**
 * These must be exactly the expressions of the index orders_by_time. Otherwise SQLite would not use the index. Orders
 * without a time are last.
 */
export const STARTS = sql`coalesce(time_start, '~')`;
export const ENDS = sql`coalesce(time_end, '~')`;
/**
 * The time at which an order's slot is over, by the rule of `isOver`. If the slot has no time or ends after midnight,
 * this is `~`, which sorts after every time.
 */
const OVER = sql`iif(${ENDS} = '~', ${STARTS}, iif(${ENDS} < ${STARTS} AND ${STARTS} <> '~', '~', ${ENDS}))`;

const COMING = 5;
/** The maximum number of orders counted for each hour of the day and each status. Further orders are not counted. */
export const HOUR_MOST = 50;
/** The number of hours after which a slot that has begun is assumed to be over. */
const LONGEST_SLOT_HOURS = 6;
const BEGUN_MOST = 30;

const twoDigits = (value: number): string => String(value).padStart(2, '0');
/** The limits between the hours of a day, as texts. Orders without a time are between `~` and `~~`. */
const BOUNDS = [...Array.from({ length: 24 }, (_, hour) => twoDigits(hour)), '~', '~~'];
const UNTIMED = 24;

/**
 * Selects the orders of one status on a day.
 * @param outer the tables that precede `orders` in the join, with the `CROSS JOIN` after them
 */
export const rowsOf = (
  { workspaceSeq, date }: Pick<DayPlace, 'workspaceSeq' | 'date'>,
  status: SQL,
  outer: SQL = sql``,
): SQL =>
  sql`FROM ${outer} orders INDEXED BY orders_by_time
    WHERE workspace_seq = ${workspaceSeq} AND date = ${date} AND status_id = ${status} AND deleted_at IS NULL`;

interface HourRow {
  readonly hour: number;
  readonly orders: number;
  readonly late: number;
}

function countHours(db: Db, place: DayPlace, statuses: readonly string[]): HourRow[] {
  if (statuses.length === 0) return [];
  const ofHour = sql`SELECT ${OVER} AS over ${rowsOf(place, sql`status.value`)}
    AND ${STARTS} >= hour.value AND ${STARTS} < json_extract(${JSON.stringify(BOUNDS)}, '$[' || (hour.key + 1) || ']')
    LIMIT ${HOUR_MOST}`;
  return db.all<HourRow>(sql`SELECT hour.key AS hour,
      sum((SELECT count(*) FROM (${ofHour}))) AS orders,
      sum((SELECT count(*) FROM (${ofHour}) WHERE over <= ${place.now})) AS late
    FROM json_each(${JSON.stringify(BOUNDS.slice(0, -1))}) AS hour, json_each(${JSON.stringify(statuses)}) AS status
    GROUP BY hour.key HAVING orders > 0`);
}

/** Each status has a limit on the rows that are read, however full the day is. */
export function readHours(db: Db, place: DayPlace): OverviewHour[] {
  const [open, done] = [place.open, place.done].map(
    (statuses) => new Map(countHours(db, place, statuses).map((row) => [row.hour, row])),
  );
  return Array.from({ length: UNTIMED + 1 }, (_, hour) => ({
    hour: hour === UNTIMED ? null : hour,
    open: open?.get(hour)?.orders ?? 0,
    late: open?.get(hour)?.late ?? 0,
    done: done?.get(hour)?.orders ?? 0,
  })).filter((one) => one.open + one.done > 0);
}

export function readComing(db: Db, place: Omit<DayPlace, 'done'>): Order[] {
  if (place.open.length === 0) return [];
  const from = `${twoDigits(Math.max(0, Number(place.now.slice(0, 2)) - LONGEST_SLOT_HOURS))}:00`;
  const places = place.open.map((id) => {
    const rows = sql`SELECT seq, ${STARTS} AS starts, ${ENDS} AS ends, ${OVER} AS over ${rowsOf(place, sql`${id}`)}`;
    return sql`SELECT * FROM (
        SELECT * FROM (${rows} AND ${STARTS} >= ${from} AND ${STARTS} < ${place.now} ORDER BY starts, ends, seq LIMIT ${BEGUN_MOST})
        WHERE over > ${place.now}
      ) UNION ALL SELECT * FROM (${rows} AND ${STARTS} >= ${place.now} ORDER BY starts, ends, seq LIMIT ${COMING})`;
  });
  const merged = sql`${sql.join(places, sql` UNION ALL `)} ORDER BY starts, ends, seq LIMIT ${COMING}`;
  return readOrders(db, db.all<{ seq: number }>(merged));
}
