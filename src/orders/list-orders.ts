import { sql } from 'drizzle-orm';
import { type Issue, isCalendarDay, parseInstant, validationFailed } from '../base/index.ts';
import { type Db, given, givenNumber, givenRaw, limitTo, orders, prepared } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { decodeCursor, encodeCursor, type Position } from './cursor.ts';
import { type Asker, type Page as FilledPage, fillPage } from './fill-page.ts';
import { findKinds, type Kind, ordersOf } from './kinds.ts';
import { withoutBlanks } from './left-blank.ts';
import { BEFORE_ALL, changedOfFew, countPeriod, newestPlaces, type PlaceFilter } from './newest-places.ts';
import { areMore, changedNumbered, type NumberFilter, newestNumbered } from './numbered-places.ts';
import { type ListedOrder, listedColumns } from './order.ts';
import { ALL_DAYS, type Period, periodOf } from './period.ts';
import { findOrderByKey } from './repeat-key.ts';

interface ListOrders {
  /** 1 to 100. */
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** YYYY-MM-DD, inclusive, on the order's date; so is dateTo. */
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly statusId?: string | undefined;
  /** The present number. */
  readonly num?: string | undefined;
  /** As it was sent, within the caller's source. */
  readonly requestKey?: string | undefined;
  /** ISO instant: what changed at or after it, oldest change first. */
  readonly updatedFrom?: string | undefined;
}

type OrderPage = FilledPage<ListedOrder>;

/** The changes since a moment that one step looks through: some 2 ms. */
const CHANGES_SEEN = 1_000;

/** Where the filters leave no more, the change of each is looked up, and these are sorted: some 2 ms. */
const FEW = 2_000;

/** The changes after a place, as many as one step looks through. */
function changesQueries(db: Db, byStatus: boolean) {
  const inStatus = byStatus ? sql`status_id = ${givenRaw('statusId')}` : sql`TRUE`;
  const after = sql`FROM orders INDEXED BY orders_by_updated
    WHERE workspace_seq = ${givenNumber('workspaceSeq')} AND deleted_at IS NULL AND (updated_at, seq) > (${givenNumber('at')}, ${givenNumber('seq')})
    ORDER BY updated_at, seq`;
  const place = { at: sql<number>`at`, seq: sql<number>`seq` };
  return {
    /** Those that the filters let through; none is looked at behind the last that is asked for. */
    fitting: db
      .select(place)
      .from(sql`(SELECT updated_at AS at, seq, status_id, date, num ${after} LIMIT ${limitTo(given('seen'))})`)
      .where(
        sql`${inStatus} AND (${givenRaw('num')} IS NULL OR num = ${givenRaw('num')}) AND date >= ${givenRaw('from')} AND date <= ${givenRaw('to')}`,
      )
      .limit(limitTo(given('limit')))
      .prepare(),
    /** The last one of them; none where there are no more. */
    last: db
      .select(place)
      .from(sql`(SELECT updated_at AS at, seq ${after} LIMIT 1 OFFSET ${limitTo(given('seen'))} - 1)`)
      .prepare(),
  };
}

/** All orders, by far the most frequent question, with their rows in one go. Exported as above. */
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
  changes: changesQueries(db, false),
  changesInStatus: changesQueries(db, true),
  bySeqs: db
    .select({ ...listedColumns, seq: orders.seq })
    .from(orders)
    .where(sql`${orders.seq} IN (SELECT value FROM json_each(${given('seqs')}))`)
    .prepare(),
}));

type Row = ListedOrder & { readonly seq: number };

interface Page {
  readonly rows: readonly Row[];
  /** After which the next page begins. */
  readonly end: Position | undefined;
  readonly open: boolean;
}

/**
 * One page of the orders that are not deleted, newest first, or by change when `updatedFrom` is given. A page begins
 * right after the last order of the one before. So orders made meanwhile neither repeat nor hide others. Where few of
 * many changes pass the other filters, it may hold fewer than asked for, though more follow. `fillList` goes on until
 * the page is full.
 *
 * @throws validation_failed, invalid_cursor
 */
export function listOrders(ctx: Ctx, sent: ListOrders): OrderPage {
  const input = withoutBlanks(sent);
  const updatedFrom = checkPeriod(input);
  const { dateFrom, dateTo, statusId, num, requestKey } = input;
  const named = requestKey === undefined ? [num] : [num, requestKey, ctx.source];
  const filters = JSON.stringify([ctx.workspace.id, dateFrom, dateTo, statusId, updatedFrom, ...named]);
  const list = { storage: ctx.storage, list: filters };
  const after = input.cursor === undefined ? undefined : decodeCursor(list, input.cursor);
  const { rows, end, open } = readPage(ctx, input, updatedFrom, after);
  return { orders: rows, nextCursor: end === undefined ? null : encodeCursor(list, end), open };
}

/** The same, and full while there are more; others are served meanwhile. Ends where it is once the asker has gone. */
export const fillList = (ctx: Ctx, { asker, ...input }: ListOrders & { readonly asker: Asker }): Promise<OrderPage> =>
  fillPage((limit, cursor) => listOrders(ctx, { ...input, limit, cursor }), input.limit, input.cursor, {
    asker,
    workspace: ctx.workspace,
  });

function readPage(ctx: Ctx, input: ListOrders, updatedFrom: number | undefined, after: Position | undefined): Page {
  if (input.requestKey !== undefined) return keyedPage(ctx, input, input.requestKey, updatedFrom);
  if (updatedFrom !== undefined) return changedPage(ctx, input, after ?? { at: updatedFrom, seq: 0 });
  return input.num === undefined ? newestPage(ctx, input, after) : numberedPage(ctx, input, input.num, after);
}

/** At most one order, which no page follows. */
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

const numberFilter = (ctx: Ctx, input: ListOrders, num: string): NumberFilter => ({
  workspaceSeq: ctx.workspace.seq,
  num,
  statusId: input.statusId ?? null,
  days: periodOf(input) ?? ALL_DAYS,
});

function numberedPage(ctx: Ctx, input: ListOrders, num: string, after: Position = BEFORE_ALL): Page {
  const db = ctx.storage.read;
  const { found, seenTo } = newestNumbered(db, numberFilter(ctx, input, num), after, input.limit + 1);
  return seenTo === undefined ? pageOf(db, found, input.limit) : { rows: rowsAt(db, found), end: seenTo, open: true };
}

function newestPage(ctx: Ctx, input: ListOrders, after: Position | undefined): Page {
  const found = newestRows(ctx, input, after);
  const rows = found.slice(0, input.limit);
  const last = found.length > input.limit ? rows.at(-1) : undefined;
  return { rows, end: last === undefined ? undefined : { at: last.createdAt, seq: last.seq }, open: false };
}

/** One more than asked for tells whether there is a next page. */
function newestRows(ctx: Ctx, input: ListOrders, after: Position | undefined): readonly Row[] {
  const db = ctx.storage.read;
  const { statusId } = input;
  const workspaceSeq = ctx.workspace.seq;
  const limit = input.limit + 1;
  const days = periodOf(input);
  if (statusId === undefined && days === undefined) {
    return queries(db).all.all({ workspaceSeq, ...(after ?? BEFORE_ALL), limit });
  }
  const kinds = kindsOf(ctx, statusId);
  return rowsAt(db, newestPlaces(db, { workspaceSeq, deleted: false, days, kinds }, after, limit));
}

function changedPage(ctx: Ctx, input: ListOrders, after: Position): Page {
  const db = ctx.storage.read;
  const { statusId, limit, num = null } = input;
  const numbered = num === null ? undefined : numberFilter(ctx, input, num);
  if (numbered !== undefined && !areMore(db, numbered, FEW)) {
    return pageOf(db, changedNumbered(db, numbered, after, limit + 1), limit);
  }
  const workspaceSeq = ctx.workspace.seq;
  const days = periodOf(input);
  const filtered = statusId !== undefined || days !== undefined || num !== null;
  const { changes, changesInStatus } = queries(db);
  const { fitting, last } = statusId === undefined ? changes : changesInStatus;
  const given = {
    workspaceSeq,
    statusId,
    num,
    ...(days ?? ALL_DAYS),
    ...after,
    seen: filtered ? CHANGES_SEEN : limit + 1,
  };
  const found = fitting.all({ ...given, limit: limit + 1 });
  const end = found.length > limit || !filtered ? undefined : last.get(given);
  if (end === undefined) return pageOf(db, found, limit);
  const filter = { workspaceSeq, deleted: false, kinds: kindsOf(ctx, statusId), days: days ?? ALL_DAYS };
  if (num === null && leavesFew(db, filter)) return pageOf(db, changedOfFew(db, filter, after, limit + 1), limit);
  // Where no more than a page was found within the bound, the next step goes on where this one ended.
  return { rows: rowsAt(db, found), end, open: true };
}

/** Whether so few orders pass that each may be looked at: kept sums know it of kinds, and days are counted. */
function leavesFew(db: Db, filter: PlaceFilter & { readonly days: Period }): boolean {
  const { kinds, days } = filter;
  const orders = kinds !== undefined && days === ALL_DAYS ? ordersOf(kinds) : countPeriod(db, filter, FEW + 1);
  return orders <= FEW;
}

const kindsOf = (ctx: Ctx, statusId: string | undefined): Kind[] | undefined =>
  statusId === undefined ? undefined : findKinds(ctx.storage.read, ctx.workspace.seq, { statusIds: [statusId] }, false);

/** @param found one more than the page shows where another follows */
const pageOf = (db: Db, found: readonly Position[], limit: number): Page => ({
  rows: rowsAt(db, found.slice(0, limit)),
  end: found.length > limit ? found[limit - 1] : undefined,
  open: false,
});

/** In the order of their places. */
function rowsAt(db: Db, places: readonly Position[]): Row[] {
  const seqs = places.map(({ seq }) => seq);
  const rows = queries(db).bySeqs.all({ seqs: JSON.stringify(seqs) });
  const known = new Map(rows.map((row) => [row.seq, row]));
  return seqs.flatMap((seq) => known.get(seq) ?? []);
}

function checkPeriod({ dateFrom, dateTo, updatedFrom }: ListOrders): number | undefined {
  const issues: Issue[] = [];
  for (const [path, day] of Object.entries({ dateFrom, dateTo })) {
    if (day !== undefined && !isCalendarDay(day)) issues.push({ path, rule: 'calendar_day' });
  }
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
