import { sql } from 'drizzle-orm';
import { parseInstant, validationFailed } from '../base/index.ts';
import { type Db, given, givenNumber, limitTo, orders, prepared } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { CURSORS, type Position, type SortedPlace } from './cursor.ts';
import { type Asker, type Page as FilledPage, fillPage } from './fill-page.ts';
import { findOrders } from './find/find-orders.ts';
import { BEFORE_ALL } from './find/newest-places.ts';
import { ALL_DAYS, periodOf } from './find/period.ts';
import { dayIssues, planOf } from './find/plan.ts';
import { type ListedOrder, listedColumns } from './order.ts';
import { withoutBlanks } from './plain-fields.ts';
import { findOrderByKey } from './repeat-key.ts';

interface ListOrders {
  /** The size of the page, 1 to 100. */
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** The range of order dates, YYYY-MM-DD, both inclusive. */
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly statusId?: string | undefined;
  readonly num?: string | undefined;
  /**
   * The requestKey of the order's creation, or its num if it had no requestKey. Only orders of the caller's own source
   * match.
   */
  readonly requestKey?: string | undefined;
  /** An ISO time. It selects orders changed at or after it, oldest change first. */
  readonly updatedFrom?: string | undefined;
}

type OrderPage = FilledPage<ListedOrder>;

/**
 * Selects the orders of a list that has no filters. This list is by far the most frequent one. A single query for it
 * saves a tenth of the request's time.
 */
function allQuery(db: Db) {
  return db
    .select({ ...listedColumns, seq: orders.seq })
    .from(orders)
    .where(
      sql`workspace_seq = ${givenNumber('workspaceSeq')} AND deleted_at IS NULL AND (created_at, seq) < (${given('at')}, ${given('seq')})`,
    )
    .orderBy(sql`created_at DESC`, sql`seq DESC`)
    .limit(limitTo(given('limit')));
}

const queries = prepared((db) => ({
  all: allQuery(db).prepare(),
  bySeqs: db
    .select({ ...listedColumns, seq: orders.seq })
    .from(orders)
    .where(sql`${orders.seq} IN (SELECT value FROM json_each(${given('seqs')}))`)
    .prepare(),
}));

type Row = ListedOrder & { readonly seq: number };

interface Page {
  readonly rows: readonly Row[];
  readonly end: Position | undefined;
  readonly open: boolean;
}

/**
 * Lists live orders, newest first, or by last change with `updatedFrom`. A page may be short although more follow.
 * @throws validation_failed, invalid_cursor
 */
export function listOrders(ctx: Ctx, sent: ListOrders): OrderPage {
  const input = withoutBlanks(sent);
  const updatedFrom = checkPeriod(input);
  const { dateFrom, dateTo, statusId, num, requestKey } = input;
  const named = requestKey === undefined ? [num] : [num, requestKey, ctx.source];
  const filters = JSON.stringify([ctx.workspace.id, dateFrom, dateTo, statusId, updatedFrom, ...named]);
  const list = { storage: ctx.storage, list: filters };
  const after = input.cursor === undefined ? undefined : CURSORS.decode(list, input.cursor);
  const { rows, end, open } = readPage(ctx, input, updatedFrom, after);
  return { orders: rows, nextCursor: end === undefined ? null : CURSORS.encode(list, end), open };
}

/**
 * Lists orders as `listOrders` does, but the page is full unless the list ends. Other requests are served meanwhile.
 * The work stops when the caller disconnects.
 */
export const fillList = (ctx: Ctx, { asker, ...input }: ListOrders & { readonly asker: Asker }): Promise<OrderPage> =>
  fillPage((limit, cursor) => listOrders(ctx, { ...input, limit, cursor }), input.limit, input.cursor, {
    asker,
    workspace: ctx.workspace,
  });

function readPage(ctx: Ctx, input: ListOrders, updatedFrom: number | undefined, after: Position | undefined): Page {
  if (input.requestKey !== undefined) return keyedPage(ctx, input, input.requestKey, updatedFrom);
  const { statusId, num, dateFrom, dateTo, limit } = input;
  const filtered = [statusId, num, dateFrom, dateTo, updatedFrom].some((given) => given !== undefined);
  if (!filtered) return newestPage(ctx, limit, after);
  const sort = updatedFrom === undefined ? undefined : 'updated';
  const statusIds = statusId === undefined ? [] : [statusId];
  const plan = planOf(ctx, { statusIds, num, dateFrom, dateTo, sort });
  const from = after ?? (updatedFrom === undefined ? undefined : { at: updatedFrom, seq: 0 });
  const { places, end, open } = findOrders(ctx.storage.read, plan, from && placeAt(from, sort), limit);
  // One of `group` and `at` is always 0, so their sum is the time.
  return { rows: rowsAt(ctx.storage.read, places), end: end && { at: end.group + end.at, seq: end.seq }, open };
}

function newestPage({ storage, workspace }: Ctx, limit: number, after: Position = BEFORE_ALL): Page {
  // One extra order shows whether there is a next page.
  const found = queries(storage.read).all.all({ workspaceSeq: workspace.seq, ...after, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, end: last && { at: last.createdAt, seq: last.seq }, open: false };
}

/**
 * Converts the position in an API cursor to a position in a sorted list. The cursor has a single time. In a list sorted
 * by the last change, this is the time of the last change. In any other list, it is the time of creation.
 */
const placeAt = ({ at, seq }: Position, sort: 'updated' | undefined): SortedPlace =>
  sort === undefined ? { group: 0, within: 0, at, seq } : { group: at, within: 0, at: 0, seq };

function keyedPage(ctx: Ctx, input: ListOrders, requestKey: string, updatedFrom = Number.NEGATIVE_INFINITY): Page {
  const order = findOrderByKey(ctx.storage.read, ctx.workspace.seq, ctx.source, requestKey);
  const { from, to } = periodOf(input) ?? ALL_DAYS;
  const isListed =
    order !== undefined &&
    order.deletedAt === null &&
    !order.byNum &&
    order.num === (input.num ?? order.num) &&
    order.statusId === (input.statusId ?? order.statusId) &&
    order.date >= from &&
    order.date <= to &&
    order.updatedAt >= updatedFrom;
  return { rows: isListed ? [order] : [], end: undefined, open: false };
}

function rowsAt(db: Db, places: readonly Pick<Position, 'seq'>[]): Row[] {
  const seqs = places.map(({ seq }) => seq);
  const rows = queries(db).bySeqs.all({ seqs: JSON.stringify(seqs) });
  const known = new Map(rows.map((row) => [row.seq, row]));
  return seqs.flatMap((seq) => known.get(seq) ?? []);
}

function checkPeriod({ dateFrom, dateTo, updatedFrom }: ListOrders): number | undefined {
  const issues = dayIssues({ dateFrom, dateTo });
  if (issues.length === 0 && dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo) {
    issues.push({ path: 'dateFrom', rule: 'days_order' });
  }
  const instant = updatedFrom === undefined ? undefined : parseInstant(updatedFrom);
  if (updatedFrom !== undefined && instant === undefined) {
    issues.push({ path: 'updatedFrom', rule: 'instant' });
  }
  if (issues.length > 0) throw validationFailed(issues);
  return instant?.epochMs;
}
