import { sql } from 'drizzle-orm';
import { type Db, givenRaw, prepared } from '../storage/index.ts';
import { monthOf } from './order-sums.ts';

/** Days by the dates of orders, YYYY-MM-DD, inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
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

/** What the kept sums say of a period. */
interface PeriodSums {
  /** How many live orders it has. */
  readonly orders: number;
  /** None of them was made later; milliseconds since the epoch. */
  readonly newest: number;
}

/** After all days. */
const NO_DAY = '~';

const OWN = sql`workspace_seq = ${givenRaw('workspaceSeq')}
  AND (${givenRaw('statuses')} IS NULL OR status_id IN (SELECT value FROM json_each(${givenRaw('statuses')})))`;
const days = (from: string, to: string) =>
  sql`SELECT orders, newest FROM order_days WHERE ${OWN} AND date BETWEEN ${givenRaw(from)} AND ${givenRaw(to)}`;

const statements = prepared((db) => ({
  sums: db
    .select({ orders: sql<number>`coalesce(sum(orders), 0)`, newest: sql<number>`coalesce(max(newest), 0)` })
    .from(
      sql`(${days('from', 'firstTo')}
        UNION ALL SELECT orders, newest FROM order_months WHERE ${OWN} AND month > ${givenRaw('first')} AND month < ${givenRaw('last')}
        UNION ALL ${days('lastFrom', 'to')})`,
    )
    .prepare(),
}));

/** Reads the days of the first and the last month, and the months between. @param statusIds undefined: of all */
export function readPeriod(
  db: Db,
  workspaceSeq: number,
  { from, to }: Period,
  statusIds: readonly string[] | undefined,
): PeriodSums {
  const [first, last] = [monthOf(from), monthOf(to)];
  const statuses = statusIds === undefined ? null : JSON.stringify(statusIds);
  const [firstTo, lastFrom] = first === last ? [to, NO_DAY] : [`${first}-31`, `${last}-01`];
  const asked = { workspaceSeq, statuses, from, to, first, last, firstTo, lastFrom };
  return statements(db).sums.get(asked) ?? { orders: 0, newest: 0 };
}
