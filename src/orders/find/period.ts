import { type SQL, sql } from 'drizzle-orm';
import { type Db, givenNumber, givenRaw, prepared } from '../../storage/index.ts';
import type { Kind } from '../kinds.ts';
import { monthOf } from '../order-sums.ts';

/** A range of order dates, YYYY-MM-DD, inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** A span of time in milliseconds since the epoch; `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const ALL_DAYS: Period = { from: '0000-01-01', to: '9999-12-31' };

export const periodOf = ({
  dateFrom,
  dateTo,
}: {
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
}) =>
  dateFrom === undefined && dateTo === undefined
    ? undefined
    : { from: dateFrom ?? ALL_DAYS.from, to: dateTo ?? ALL_DAYS.to };

/**
 * The newest order of a month or day. If kinds are given, each status has its own entry. Otherwise one entry covers all
 * statuses.
 */
interface NewestIn {
  /** YYYY-MM, or YYYY-MM-DD. */
  readonly name: string;
  readonly statusId: string;
  /** The creation time of the newest order, in milliseconds since the epoch. */
  readonly newest: number;
}

/**
 * The limit on rows of `order_months` that are read at once. Each row is one month in one status. Ten years in a dozen
 * statuses have at most 1,440 rows. Wrong dates may add many months, because any year from 1 to 9999 is valid.
 */
const MOST_ROWS = 2_000;

/**
 * Selects the months or days with orders, each with the creation time of its newest order.
 * @param name the column with the month or the day
 */
function newestQuery(db: Db, table: SQL, name: SQL) {
  const statuses = givenRaw('statuses');
  return db
    .select({
      name: sql<string>`${name}`,
      statusId: sql<string>`iif(${statuses} IS NULL, '', status_id)`,
      newest: sql<number>`max(newest)`,
    })
    .from(table)
    .where(
      sql`workspace_seq = ${givenNumber('workspaceSeq')} AND orders > 0 AND ${name} BETWEEN ${givenRaw('from')} || '' AND ${givenRaw('to')} || ''
        AND (${statuses} IS NULL OR status_id IN (SELECT value FROM json_each(${statuses})))`,
    )
    .groupBy(sql`1`, sql`2`)
    .prepare();
}

const statements = prepared((db) => ({
  months: newestQuery(db, sql`order_months`, sql`month`),
  days: newestQuery(db, sql`order_days`, sql`date`),
  /** Selects the row after {@link MOST_ROWS}, which exists if the period has too many months to read at once. */
  beyond: db
    .select({ month: sql<string>`month` })
    .from(
      sql`(SELECT month FROM order_months WHERE workspace_seq = ${givenNumber('workspaceSeq')}
        AND month BETWEEN ${givenRaw('from')} AND ${givenRaw('to')} LIMIT 1 OFFSET ${MOST_ROWS})`,
    )
    .prepare(),
}));

interface OrdersIn {
  readonly workspaceSeq: number;
  readonly days: Period;
  /** The kinds to search; undefined for all orders, whatever their status. */
  readonly kinds: readonly Pick<Kind, 'statusId'>[] | undefined;
}

/** Lists the months or days that have live orders. The stored counts that it reads leave out deleted orders. */
export function newestIn(
  db: Db,
  what: 'months' | 'days',
  { workspaceSeq, days, kinds }: OrdersIn,
  month?: string,
  statusId?: string,
): NewestIn[] {
  const all = statusId === undefined ? kinds?.map((kind) => kind.statusId) : [statusId];
  const statuses = kinds === undefined ? null : JSON.stringify([...new Set(all)]);
  const { from, to } =
    month === undefined
      ? { from: monthOf(days.from), to: monthOf(days.to) }
      : { from: later(days.from, `${month}-01`), to: earlier(days.to, `${month}-31`) };
  return statements(db)[what].all({ workspaceSeq, statuses, from, to });
}

export const isWide = (db: Db, { workspaceSeq, days }: Pick<OrdersIn, 'workspaceSeq' | 'days'>): boolean =>
  statements(db).beyond.get({ workspaceSeq, from: monthOf(days.from), to: monthOf(days.to) }) !== undefined;

const later = (a: string, b: string): string => (a > b ? a : b);
const earlier = (a: string, b: string): string => (a < b ? a : b);
