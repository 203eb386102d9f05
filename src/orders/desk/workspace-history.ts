import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { parseLegible } from '../../base/index.ts';
import { type AuditAction, auditLog, orderHistory, orders, withinWorkspace } from '../../storage/index.ts';
import { type Authorship, type Changes, type Ctx, countReadable, namesOf } from '../../workspaces/index.ts';
import { HISTORY_CURSORS } from '../cursor.ts';
import type { OrderChangeKind } from '../history.ts';
import {
  type AskedHistory,
  type HistoryFilter,
  ORDERS,
  orderPlaces,
  type Place,
  SETTINGS,
  settingPlaces,
} from './history-places.ts';
import { CHANGE_BYTES } from './timeline.ts';

/** The code of an action: a subject, a dot and a past tense, such as `order.status_changed` or `api_key.revoked`. */
export type ActionCode = AuditAction | `order.${OrderChangeKind}`;

export interface HistoryRow extends Authorship {
  readonly action: ActionCode;
  readonly subject: string;
  /** The number of the order, if the change is of an order or of its schedule. */
  readonly orderNum: string | null;
  readonly changes: Changes | null;
}

interface HistoryPage {
  readonly rows: readonly HistoryRow[];
  readonly nextCursor: string | null;
}

interface PlacedRow extends Place {
  readonly sort: number;
  readonly row: Omit<HistoryRow, 'actorName'>;
}

/**
 * Lists a workspace's changes with their actors, merging order_history and audit_log by time; `limit` is 1 to 100.
 * @throws invalid_cursor
 */
export async function listHistory(
  ctx: Ctx,
  {
    filter,
    limit,
    cursor,
  }: { readonly filter: HistoryFilter; readonly limit: number; readonly cursor?: string | undefined },
): Promise<HistoryPage> {
  const list = { storage: ctx.storage, list: JSON.stringify([ctx.workspace.id, 'history', filter]) };
  const after = cursor === undefined ? undefined : HISTORY_CURSORS.decode(list, cursor);
  const asked: AskedHistory = { workspaceSeq: ctx.workspace.seq, filter, after, limit: limit + 1 };
  const places =
    filter.kind === undefined || filter.kind === 'orders' ? await orderPlaces(ctx.storage.read, asked) : [];
  const readable = countReadable(weighed(ctx, places));
  const merged = [
    ...orderChanges(ctx, places.slice(0, readable)),
    ...(filter.kind === 'orders' ? [] : await settingChanges(ctx, asked)),
  ].sort((a, b) => b.at - a.at || a.sort - b.sort || b.first - a.first || b.second - a.second);
  // If the size limit leaves order changes unread, the page has at most `readable` rows. A longer page could reach past
  // the unread changes, and the next page would skip them.
  const isCut = readable < places.length;
  const page = merged.slice(0, isCut ? Math.min(limit, readable) : limit);
  const last = isCut || merged.length > limit ? page.at(-1) : undefined;
  const names = namesOf(
    ctx,
    page.map(({ row }) => row.actor),
  );
  return {
    rows: page.map(({ row }) => ({ ...row, actorName: names.get(row.actor.id ?? '') ?? null })),
    nextCursor: last === undefined ? null : HISTORY_CURSORS.encode(list, last),
  };
}

/**
 * Selects rows by both columns of their primary key. Given a list of pairs, SQLite would seek by the first column alone
 * and read all versions of each order.
 */
function atPlaces(places: readonly Place[]): { readonly from: SQL; readonly where: SQL } {
  const pairs = JSON.stringify(places.map(({ first, second }) => [first, second]));
  const key = (at: number): SQL => sql`place.value ->> ${sql.raw(String(at))}`;
  return {
    from: sql`json_each(${pairs}) AS place`,
    where: sql`${orderHistory.orderSeq} = ${key(0)} AND ${orderHistory.version} = ${key(1)}`,
  };
}

function weighed({ storage }: Ctx, places: readonly Place[]): { readonly bytes: number }[] {
  const { from, where } = atPlaces(places);
  const select = storage.read.select({ bytes: CHANGE_BYTES });
  return select.from(from).crossJoin(orderHistory).where(where).orderBy(sql`place.key`).all();
}

function orderChanges(ctx: Ctx, places: readonly Place[]): PlacedRow[] {
  const { from, where } = atPlaces(places);
  const rows = ctx.storage.read
    .select({ change: orderHistory, id: orders.id, num: orders.num })
    .from(from)
    .crossJoin(orderHistory)
    .innerJoin(orders, eq(orders.seq, orderHistory.orderSeq))
    .where(where)
    .all();
  return rows.map(({ change, id, num }) => ({
    at: change.at,
    sort: ORDERS,
    first: change.orderSeq,
    second: change.version,
    row: { ...told(change), action: `order.${change.kind}`, subject: id, orderNum: num },
  }));
}

async function settingChanges(ctx: Ctx, asked: AskedHistory): Promise<PlacedRow[]> {
  const db = ctx.storage.read;
  const seqs = (await settingPlaces(db, asked)).map(({ first }) => first);
  if (seqs.length === 0) return [];
  const rows = db.select().from(auditLog).where(inArray(auditLog.seq, seqs)).all();
  const ofOrders = rows.filter(({ action }) => action.startsWith('schedule.')).map(({ subject }) => subject);
  const numbers = numbersOf(ctx, ofOrders);
  return rows.map((row) => ({
    at: row.at,
    sort: SETTINGS,
    first: row.seq,
    second: 0,
    row: { ...told(row), action: row.action, subject: row.subject, orderNum: numbers.get(row.subject) ?? null },
  }));
}

function numbersOf({ storage, workspace }: Ctx, ids: readonly string[]): ReadonlyMap<string, string> {
  if (ids.length === 0) return new Map();
  const own = and(inArray(orders.id, [...ids]), withinWorkspace(orders.workspaceSeq, workspace.seq));
  const rows = storage.read.select({ id: orders.id, num: orders.num }).from(orders).where(own).all();
  return new Map(rows.map(({ id, num }) => [id, num]));
}

type StoredDeed = Pick<typeof auditLog.$inferSelect, 'at' | 'actorType' | 'actorId' | 'requestId' | 'changes'>;

const told = ({ at, actorType: type, actorId: id, requestId, changes }: StoredDeed) => ({
  at,
  actor: { type, id },
  requestId,
  changes: changes === null ? null : parseLegible<Changes>(changes),
});
