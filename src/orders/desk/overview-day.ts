import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../storage/index.ts';
import type { Order } from '../order.ts';
import { readOrders } from './read-orders.ts';

/** One hour of a day, with the orders that begin in it. */
interface OverviewHour {
  /** 0 to 23; null: orders without a time. */
  readonly hour: number | null;
  /** Still to be done, and those of them whose time is over. */
  readonly open: number;
  readonly late: number;
  readonly done: number;
}

export interface OverviewToday {
  /** Only hours in which a slot begins. */
  readonly hours: readonly OverviewHour[];
  /** The orders to be done next, by time: those of a running slot first, those without a time last. */
  readonly coming: readonly Order[];
}

interface DayPlace {
  readonly workspaceSeq: number;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** HH:mm, on the same clocks. */
  readonly now: string;
  /** The statuses that the day's orders are in, by whether those are still to be done. */
  readonly open: readonly string[];
  readonly done: readonly string[];
}

/** Spelt as in the index orders_by_time: what has no time comes last. */
export const STARTS = sql`coalesce(time_start, '~')`;
export const ENDS = sql`coalesce(time_end, '~')`;
/** The end of an order on its own day, as isOver has it. A slot past midnight ends after all times of the day. */
const OVER = sql`iif(${ENDS} = '~', ${STARTS}, iif(${ENDS} < ${STARTS} AND ${STARTS} <> '~', '~', ${ENDS}))`;

const COMING = 5;
/** The most orders counted for an hour and a status; a shop that has more sees this number. */
export const HOUR_MOST = 50;
/** A slot that began earlier is taken for over. */
const LONGEST_SLOT_HOURS = 6;
/** The most begun slots that are looked at in each status. */
const BEGUN_MOST = 30;

const twoDigits = (value: number): string => String(value).padStart(2, '0');
/** The beginning of each hour, then orders without a time, then the end of all. */
const BOUNDS = [...Array.from({ length: 24 }, (_, hour) => twoDigits(hour)), '~', '~~'];
const UNTIMED = 24;

export const rowsOf = ({ workspaceSeq, date }: Pick<DayPlace, 'workspaceSeq' | 'date'>, status: SQL): SQL =>
  sql`FROM orders INDEXED BY orders_by_time
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

/** The day by its hours. Rows that are read: a bounded number for each status, however full the day is. */
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

/** The next orders of a day, as bounded. */
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
