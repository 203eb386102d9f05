import { and, asc, desc, eq, gte, isNull, type SQL, sql } from 'drizzle-orm';
import { type Issue, isCalendarDay, parseInstant, validationFailed } from '../base/index.ts';
import { type Db, limitTo, orders, prepared } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { decodeCursor, encodeCursor, type Position } from './cursor.ts';
import { newestOfPeriod } from './newest-of-period.ts';
import { type OrderSummary, summaryColumns } from './order.ts';

export interface ListOrders {
  /** 1 to 100. */
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** YYYY-MM-DD, inclusive, on the order's date; so is dateTo. */
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly statusId?: string | undefined;
  /** ISO instant: what changed at or after it, oldest change first. */
  readonly updatedFrom?: string | undefined;
}

export interface OrderPage {
  readonly orders: readonly OrderSummary[];
  readonly nextCursor: string | null;
}

/** Which conditions a query has; each combination is prepared once for a connection. */
interface Shape {
  readonly byUpdate: boolean;
  readonly status: boolean;
  readonly day: boolean;
  readonly from: boolean;
  readonly to: boolean;
  readonly after: boolean;
}

const liveOf = (): SQL | undefined =>
  and(eq(orders.workspaceSeq, sql.placeholder('workspaceSeq')), isNull(orders.deletedAt));

/** The plus keeps SQLite off the index by date, which would make it sort all of a long period for one page. */
const anyDate = sql`+${orders.date}`;

/** Exported for the test that reads the query plans: no scan of the table, no sorting. */
export function listQuery(db: Db, shape: Shape) {
  const sortColumn = shape.byUpdate ? orders.updatedAt : orders.createdAt;
  const position = sql`(${sql.placeholder('at')}, ${sql.placeholder('seq')})`;
  const after = shape.byUpdate
    ? sql`(${sortColumn}, ${orders.seq}) > ${position}`
    : sql`(${sortColumn}, ${orders.seq}) < ${position}`;
  const order = shape.byUpdate ? [asc(sortColumn), asc(orders.seq)] : [desc(sortColumn), desc(orders.seq)];
  return db
    .select({ ...summaryColumns, seq: orders.seq })
    .from(orders)
    .where(
      and(
        liveOf(),
        shape.status ? eq(orders.statusId, sql.placeholder('statusId')) : undefined,
        shape.day ? eq(orders.date, sql.placeholder('dateFrom')) : undefined,
        shape.from ? sql`${anyDate} >= ${sql.placeholder('dateFrom')}` : undefined,
        shape.to ? sql`${anyDate} <= ${sql.placeholder('dateTo')}` : undefined,
        shape.byUpdate ? gte(orders.updatedAt, sql.placeholder('updatedFrom')) : undefined,
        shape.after ? after : undefined,
      ),
    )
    .orderBy(...order)
    .limit(limitTo(sql.placeholder('limit')));
}

const queries = prepared((db) => {
  const byShape = new Map<string, ReturnType<ReturnType<typeof listQuery>['prepare']>>();
  return (shape: Shape) => {
    const key = JSON.stringify(shape);
    let query = byShape.get(key);
    if (query === undefined) {
      query = listQuery(db, shape).prepare();
      byShape.set(key, query);
    }
    return query;
  };
});

const bySeqs = prepared((db) =>
  db
    .select({ ...summaryColumns, seq: orders.seq })
    .from(orders)
    .where(sql`${orders.seq} IN (SELECT value FROM json_each(${sql.placeholder('seqs')}))`)
    .prepare(),
);

const FIRST_DAY = '0000-01-01';
const LAST_DAY = '9999-12-31';

/**
 * One page of the orders that are not deleted, newest first, or by change when `updatedFrom` is given. A page begins right after the
 * last order of the one before, so that orders made meanwhile neither repeat nor hide others.
 *
 * @throws validation_failed, invalid_cursor
 */
export function listOrders(ctx: Ctx, input: ListOrders): OrderPage {
  const updatedFrom = checkPeriod(input);
  const { dateFrom, dateTo, statusId } = input;
  const list = JSON.stringify([ctx.workspace.id, dateFrom, dateTo, statusId, updatedFrom]);
  const position = input.cursor === undefined ? undefined : decodeCursor(input.cursor, list);
  // One more than asked for tells whether there is a next page.
  const rows = readRows(ctx, { ...input, updatedFrom, limit: input.limit + 1 }, position);
  const page = rows.slice(0, input.limit);
  const last = rows.length > input.limit ? page.at(-1) : undefined;
  if (last === undefined) return { orders: page, nextCursor: null };
  const at = updatedFrom === undefined ? last.createdAt : last.updatedAt;
  return { orders: page, nextCursor: encodeCursor({ at, seq: last.seq }, list) };
}

type Asked = Omit<ListOrders, 'updatedFrom' | 'cursor'> & { readonly updatedFrom: number | undefined };
type Row = OrderSummary & { readonly seq: number };

function readRows(ctx: Ctx, asked: Asked, position: Position | undefined): Row[] {
  const db = ctx.storage.read;
  const { dateFrom, dateTo, statusId, updatedFrom, limit } = asked;
  const workspaceSeq = ctx.workspace.seq;
  const byUpdate = updatedFrom !== undefined;
  const day = dateFrom !== undefined && dateFrom === dateTo;
  const from = dateFrom !== undefined && !day;
  const to = dateTo !== undefined && !day;
  if (!byUpdate && (from || to)) {
    const filter = { workspaceSeq, dateFrom: dateFrom ?? FIRST_DAY, dateTo: dateTo ?? LAST_DAY, statusId };
    return rowsAt(db, newestOfPeriod(db, filter, position, limit));
  }
  const query = queries(db)({ byUpdate, status: statusId !== undefined, day, from, to, after: position !== undefined });
  return query.all({
    workspaceSeq,
    statusId,
    dateFrom,
    dateTo,
    updatedFrom,
    limit,
    at: position?.at,
    seq: position?.seq,
  });
}

/** In the order of their places. */
function rowsAt(db: Db, places: readonly Position[]): Row[] {
  const seqs = places.map(({ seq }) => seq);
  const rows = bySeqs(db).all({ seqs: JSON.stringify(seqs) });
  const known = new Map(rows.map((row) => [row.seq, row]));
  return seqs.flatMap((seq) => known.get(seq) ?? []);
}

function checkPeriod({ dateFrom, dateTo, updatedFrom }: ListOrders): number | undefined {
  const issues: Issue[] = [];
  for (const [path, day] of Object.entries({ dateFrom, dateTo })) {
    if (day !== undefined && !isCalendarDay(day))
      issues.push({ path, message: 'must be a real date written YYYY-MM-DD' });
  }
  if (issues.length === 0 && dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo) {
    issues.push({ path: 'dateFrom', message: 'must not be after dateTo' });
  }
  const instant = updatedFrom === undefined ? undefined : parseInstant(updatedFrom);
  if (updatedFrom !== undefined && instant === undefined) {
    issues.push({ path: 'updatedFrom', message: 'must be a real ISO date and time with Z or an offset' });
  }
  if (issues.length > 0) throw validationFailed(issues);
  return instant?.epochMs;
}
