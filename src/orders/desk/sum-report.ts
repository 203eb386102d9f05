/**
 * This file computes the figures of a period, by the dates of its orders. Days, statuses and debts come from stored
 * sums. Sources and platforms are added up from an index with the date and price of each order.
 */

import { sql } from 'drizzle-orm';
import { addDays, isStepOver, nextTurn } from '../../base/index.ts';
import type { Db } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import type { Asker } from '../fill-page.ts';
import { ALL_DAYS, type Period } from '../find/period.ts';
import { findKinds, type Kind } from '../kinds.ts';
import { type DayRow, meaningsOf, oneOf } from './overview.ts';
import { partsOfDays } from './parts-of-days.ts';

/** The revenue is in kopecks. */
interface ReportSum {
  readonly orders: number;
  readonly revenue: number;
}

/** Sums by source, platform or status id. The key `undefined` is for stored groups that mix sources or platforms. */
export type ReportSums = ReadonlyMap<string | undefined, ReportSum>;

/** Figures of orders. All of them except `statuses` exclude canceled orders. */
export interface OrdersReport {
  /** Only the days that have orders. */
  readonly days: readonly Pick<DayRow, 'date' | 'orders' | 'revenue'>[];
  readonly all: ReportSum;
  /** Sums by the id of the status. */
  readonly statuses: ReportSums;
  readonly sources: ReportSums;
  /** Sums by platform. The name is empty for orders without a platform. */
  readonly platforms: ReportSums;
}

interface AskedReport {
  /** The period, at most ten years. */
  readonly days: Period;
  readonly asker: Asker;
}

export async function sumReport(ctx: Ctx, { days, asker }: AskedReport): Promise<OrdersReport> {
  const { cancelled } = meaningsOf(ctx);
  const { rows, statuses } = await sumDays(ctx, days, cancelled);
  const kinds = await sumKinds(ctx, { days, asker, notStatusIds: cancelled });
  return {
    days: rows,
    all: rows.reduce<ReportSum>(plus, NOTHING),
    statuses,
    sources: byName(kinds, ({ source }) => source ?? undefined),
    platforms: byName(kinds, ({ platform }) => platform ?? undefined),
  };
}

const NOTHING: ReportSum = { orders: 0, revenue: 0 };
const plus = (a: ReportSum, b: ReportSum): ReportSum => ({
  orders: a.orders + b.orders,
  revenue: a.revenue + b.revenue,
});

/** Sums the orders by day and by status. Only the sums by day leave out canceled orders. */
async function sumDays(ctx: Ctx, days: Period, cancelled: readonly string[]) {
  const rows: (ReportSum & { readonly date: string })[] = [];
  const statuses = new Map<string, ReportSum>();
  const sums = sql`sum(orders) AS orders, sum(revenue) AS revenue FROM order_days`;
  for await (const part of partsOfDays(ctx, days)) {
    const kept = sql`${part} AND NOT ${oneOf(sql`status_id`, cancelled)}`;
    rows.push(...ctx.storage.read.all<(typeof rows)[number]>(sql`SELECT date, ${sums} WHERE ${kept} GROUP BY date`));
    const named = sql`SELECT status_id AS name, ${sums} WHERE ${part} GROUP BY status_id`;
    for (const { name, ...sum } of ctx.storage.read.all<ReportSum & { readonly name: string }>(named))
      statuses.set(name, plus(statuses.get(name) ?? NOTHING, sum));
  }
  return { rows, statuses };
}

interface KindSum extends ReportSum {
  readonly kind: Kind;
}

/** The number of orders that one step adds up, in a millisecond or two. */
const AT_ONCE = 10_000;

async function sumKinds(
  { storage, workspace: { seq: workspaceSeq } }: Ctx,
  { days, asker, notStatusIds }: AskedReport & { readonly notStatusIds: readonly string[] },
): Promise<KindSum[]> {
  await nextTurn(workspaceSeq);
  const sums: KindSum[] = [];
  for (const kind of findKinds(storage.read, workspaceSeq, { notStatusIds }, false)) {
    let after: DatedPlace | undefined = { date: days.from, at: Number.MIN_SAFE_INTEGER, seq: 0 };
    while (after !== undefined && !asker.signal.aborted) {
      if (isStepOver()) await nextTurn(workspaceSeq);
      const { end, ...sum } = sumKind(storage.read, kind, after, days.to);
      if (sum.orders > 0) sums.push({ kind, ...sum });
      after = end;
    }
  }
  return sums;
}

interface DatedPlace {
  readonly date: string;
  readonly at: number;
  readonly seq: number;
}

/**
 * Sums up the next `AT_ONCE` orders of a kind.
 * @returns the sums, and the position of the last summed order; undefined if no orders are left
 */
function sumKind(db: Db, kind: Kind, { date, at, seq }: DatedPlace, to: string) {
  const next = sql`FROM orders INDEXED BY orders_by_kind_and_date WHERE kind_seq = ${kind.seq} AND deleted_at IS NULL
    AND (date, created_at, seq) > (${date}, ${at}, ${seq}) AND date <= ${to} ORDER BY date, created_at, seq LIMIT`;
  const [sum] = db.all<ReportSum>(sql`SELECT count(*) AS orders, coalesce(sum(price), 0) AS revenue
    FROM (SELECT price ${next} ${AT_ONCE})`);
  const { orders, revenue } = sum ?? NOTHING;
  if (orders < AT_ONCE) return { orders, revenue, end: undefined };
  const [end] = db.all<DatedPlace>(sql`SELECT date, created_at AS at, seq ${next} 1 OFFSET ${AT_ONCE - 1}`);
  return { orders, revenue, end };
}

function byName(sums: readonly KindSum[], nameOf: (kind: Kind) => string | undefined): ReportSums {
  const named = new Map<string | undefined, ReportSum>();
  for (const { kind, ...sum } of sums) named.set(nameOf(kind), plus(named.get(nameOf(kind)) ?? NOTHING, sum));
  return named;
}

/** The sum owed on orders of a range of dates, in kopecks. */
interface Debt {
  /** The first and the last date; null means open-ended. */
  readonly from: string | null;
  readonly to: string | null;
  readonly owed: number;
}

/** The greatest age in days of an order in each group of debts; the oldest group has no limit. */
const AGES = [0, 7, 30, 90];

/**
 * Reads the debts in groups. The group of orders dated today or later is first. The others follow by increasing age.
 */
export async function readDebts(ctx: Ctx, today: string): Promise<Debt[]> {
  const { cancelled } = meaningsOf(ctx);
  const ages = [...AGES.map((age) => addDays(today, -age)), null].map((from, at) => ({
    from,
    to: at === 0 ? null : addDays(today, -1 - (AGES[at - 1] ?? 0)),
  }));
  const sums = ages.map(
    ({ from, to }) =>
      sql`coalesce(sum(iif(date BETWEEN ${from ?? ALL_DAYS.from} AND ${to ?? ALL_DAYS.to}, owed, 0)), 0)`,
  );
  const owed = ages.map(() => 0);
  for await (const part of partsOfDays(ctx)) {
    const [row = []] = ctx.storage.read.values<number[]>(sql`SELECT ${sql.join(sums, sql`, `)} FROM order_days
      WHERE ${part} AND owed <> 0 AND NOT ${oneOf(sql`status_id`, cancelled)}`);
    for (const [at, sum] of row.entries()) owed[at] = (owed[at] ?? 0) + sum;
  }
  return ages.map((days, at) => ({ ...days, owed: owed[at] ?? 0 }));
}
