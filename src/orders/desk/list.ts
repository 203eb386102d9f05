import { type SQL, sql } from 'drizzle-orm';
import { type Issue, isCalendarDay, validationFailed } from '../../base/index.ts';
import { type Db, orders } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import type { Order } from '../order.ts';
import { searchTerms } from './search.ts';

/** What the desk narrows its orders down by; within one list any of its values will do. */
export interface DeskFilter {
  readonly deleted?: boolean | undefined;
  readonly statusIds?: readonly string[] | undefined;
  /** In none of these. */
  readonly notStatusIds?: readonly string[] | undefined;
  readonly paymentStatuses?: readonly string[] | undefined;
  /** YYYY-MM-DD, inclusive, of the order's date. */
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly platforms?: readonly string[] | undefined;
  readonly sources?: readonly string[] | undefined;
  /** Number, name or phone digits; at most 100 characters. */
  readonly text?: string | undefined;
}

export interface DeskPage {
  /** Newest first; the deleted ones by their deletion. */
  readonly orders: readonly Order[];
  readonly nextCursor: string | null;
}

interface Place {
  readonly seq: number;
  readonly at: number;
}

const anyOf = (column: SQL, values: readonly string[] | undefined): SQL[] =>
  values === undefined || values.length === 0
    ? []
    : values.length === 1
      ? [sql`${column} = ${values[0]}`]
      : [
          sql`${column} IN (${sql.join(
            values.map((value) => sql`${value}`),
            sql`, `,
          )})`,
        ];

const noneOf = (column: SQL, values: readonly string[] | undefined): SQL[] =>
  anyOf(column, values).map((any) => sql`NOT (${any})`);

function inPeriod({ dateFrom, dateTo }: DeskFilter): SQL[] {
  if (dateFrom !== undefined && dateFrom === dateTo) return [sql`date = ${dateFrom}`];
  return [
    ...(dateFrom === undefined ? [] : [sql`date >= ${dateFrom}`]),
    ...(dateTo === undefined ? [] : [sql`date <= ${dateTo}`]),
  ];
}

/** All of them on columns of the index orders_by_created, which is walked alone. */
function conditions(filter: DeskFilter): SQL[] {
  const found = searchTerms(filter.text ?? '').map((spellings) => {
    const any = spellings.map((term) => sql`instr(search_text, ${term}) > 0`);
    return sql`(${sql.join(any, sql` OR `)})`;
  });
  return [
    ...anyOf(sql`status_id`, filter.statusIds),
    ...noneOf(sql`status_id`, filter.notStatusIds),
    ...anyOf(sql`payment_status`, filter.paymentStatuses),
    ...anyOf(sql`platform`, filter.platforms),
    ...anyOf(sql`source`, filter.sources),
    ...inPeriod(filter),
    ...found,
  ];
}

const isGiven = (values: readonly string[] | undefined): boolean => values !== undefined && values.length > 0;

/**
 * Named, because SQLite cannot know how few orders a filter leaves. The narrow indexes suit one status or one day alone: whatever
 * else is asked they would look up row after row.
 */
function indexOf(filter: DeskFilter): string {
  const { statusIds = [], dateFrom, dateTo, text } = filter;
  const others =
    [filter.paymentStatuses, filter.platforms, filter.sources, filter.notStatusIds].some(isGiven) ||
    isGiven(searchTerms(text ?? '').flat());
  if (others) return 'orders_by_created';
  if (statusIds.length === 1 && dateFrom === undefined && dateTo === undefined) return 'orders_by_status';
  if (statusIds.length === 0 && dateFrom !== undefined && dateFrom === dateTo) return 'orders_by_date';
  return 'orders_by_created';
}

/** The places of the matching orders in their order. Exported for the test that reads the query plans. */
export function placesQuery(workspaceSeq: number, filter: DeskFilter, after: Place | undefined, limit: number): SQL {
  const at = filter.deleted === true ? sql`deleted_at` : sql`created_at`;
  const alive = filter.deleted === true ? sql`deleted_at IS NOT NULL` : sql`deleted_at IS NULL`;
  const index = sql.raw(filter.deleted === true ? 'orders_by_deleted' : indexOf(filter));
  const rest = after === undefined ? [] : [sql`(${at}, seq) < (${after.at}, ${after.seq})`];
  const where = sql.join([sql`workspace_seq = ${workspaceSeq}`, alive, ...conditions(filter), ...rest], sql` AND `);
  return sql`SELECT seq, ${at} AS at FROM orders INDEXED BY ${index} WHERE ${where} ORDER BY ${at} DESC, seq DESC LIMIT ${limit}`;
}

/**
 * One page of the desk's orders. A page begins right after the last order of the one before.
 *
 * @param limit 1 to 500
 * @throws validation_failed, invalid_cursor
 */
export function listDesk(ctx: Ctx, filter: DeskFilter, limit: number, cursor?: string): DeskPage {
  checkDays(filter);
  const list = JSON.stringify([ctx.workspace.id, 'desk', filter]);
  const after = cursor === undefined ? undefined : decodeCursor(cursor, list);
  const db = ctx.storage.read;
  const places = db.all<Place>(placesQuery(ctx.workspace.seq, filter, after, limit + 1));
  const page = places.slice(0, limit);
  const last = places.length > limit ? page.at(-1) : undefined;
  return { orders: readOrders(db, page), nextCursor: last === undefined ? null : encodeCursor(last, list) };
}

/** Whole, in the order of their places. */
export function readOrders(db: Db, places: readonly Pick<Place, 'seq'>[]): Order[] {
  if (places.length === 0) return [];
  const seqs = places.map(({ seq }) => seq);
  const bySeq = new Map(
    db
      .select()
      .from(orders)
      .where(sql`${orders.seq} IN ${seqs}`)
      .all()
      .map((order) => [order.seq, order]),
  );
  return seqs.map((seq) => bySeq.get(seq)).filter((order) => order !== undefined);
}

/** How many match, counted up to `most`. */
export function countDesk(ctx: Ctx, filter: DeskFilter, most: number): number {
  checkDays(filter);
  const places = placesQuery(ctx.workspace.seq, filter, undefined, most);
  return ctx.storage.read.all<{ n: number }>(sql`SELECT count(*) AS n FROM (${places})`)[0]?.n ?? 0;
}

/** The platforms (an empty text for none) and sources that live orders have, for the choices of a filter; at most 100 each. */
export function listOrigins(ctx: Ctx): { platforms: string[]; sources: string[] } {
  const distinct = (column: SQL): string[] =>
    ctx.storage.read
      .all<{ value: string }>(
        sql`SELECT DISTINCT ${column} AS value FROM orders INDEXED BY orders_by_created
          WHERE workspace_seq = ${ctx.workspace.seq} AND deleted_at IS NULL LIMIT 100`,
      )
      .map(({ value }) => value)
      .sort();
  return { platforms: distinct(sql`platform`), sources: distinct(sql`source`) };
}

/** How many live orders stand in each status. */
export function countByStatus(ctx: Ctx): ReadonlyMap<string, number> {
  const rows = ctx.storage.read.all<{ id: string; n: number }>(
    sql`SELECT status_id AS id, count(*) AS n FROM orders WHERE workspace_seq = ${ctx.workspace.seq} AND deleted_at IS NULL GROUP BY status_id`,
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

function checkDays({ dateFrom, dateTo }: DeskFilter): void {
  const issues: Issue[] = [];
  for (const [path, day] of Object.entries({ dateFrom, dateTo })) {
    if (day === undefined || isCalendarDay(day)) continue;
    issues.push({ path, message: 'must be a real date written YYYY-MM-DD' });
  }
  if (issues.length > 0) throw validationFailed(issues);
}
