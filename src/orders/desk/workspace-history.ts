import { type SQL, sql } from 'drizzle-orm';
import { parseStored } from '../../base/index.ts';
import { auditLog, orderHistory, orders } from '../../storage/index.ts';
import { type Actor, type Changes, type Ctx, namesOf } from '../../workspaces/index.ts';
import { decodeHistoryCursor, encodeHistoryCursor, type HistoryPlace } from '../cursor.ts';
import { actorType } from './timeline.ts';

/** A change of an order, a key, an endpoint, a person or a setting of the workspace. */
export interface HistoryRow {
  readonly at: number;
  readonly actor: Actor;
  /** Null for the system, a command, or one that is gone. */
  readonly actorName: string | null;
  readonly requestId: string | null;
  /** Past tense with a dot: `order.status_changed`, `api_key.revoked`. */
  readonly action: string;
  /** Id of what was changed. */
  readonly subject: string;
  /** The order's number, where an order was changed. */
  readonly orderNum: string | null;
  readonly changes: Changes | null;
}

export interface HistoryPage {
  /** Newest first. */
  readonly rows: readonly HistoryRow[];
  readonly nextCursor: string | null;
}

export interface HistoryFilter {
  /** orders: their changes alone; settings: all but them. */
  readonly kind?: 'orders' | 'settings' | undefined;
}

/** Within one millisecond the changes of orders stand before those of settings; `first` and `second` break ties within one sort. */
interface Placed extends HistoryPlace {
  readonly row: Omit<HistoryRow, 'actorName'>;
}

const ORDERS = 0;
const SETTINGS = 1;

/**
 * Who changed what in a workspace, from the rows that each change left in its own transaction: of orders (order_history) and
 * of everything else (audit_log), merged by time.
 *
 * @param limit 1 to 100
 * @throws invalid_cursor
 */
export function listHistory(ctx: Ctx, filter: HistoryFilter, limit: number, cursor?: string): HistoryPage {
  const list = JSON.stringify([ctx.workspace.id, 'history', filter.kind ?? null]);
  const after = cursor === undefined ? undefined : decodeHistoryCursor(cursor, list);
  const merged = [
    ...(filter.kind === 'settings' ? [] : orderChanges(ctx, after, limit + 1)),
    ...(filter.kind === 'orders' ? [] : settingChanges(ctx, after, limit + 1)),
  ].sort((a, b) => b.at - a.at || a.sort - b.sort || b.first - a.first || b.second - a.second);
  const page = merged.slice(0, limit);
  const last = merged.length > limit ? page.at(-1) : undefined;
  const names = namesOf(
    ctx.storage,
    ctx.workspace,
    page.map(({ row }) => row.actor),
  );
  return {
    rows: page.map(({ row }) => ({ ...row, actorName: names.get(row.actor.id ?? '') ?? null })),
    nextCursor: last === undefined ? null : encodeHistoryCursor(last, list),
  };
}

function beyond(after: HistoryPlace | undefined, sort: number, columns: readonly [SQL, SQL, SQL]): SQL {
  if (after === undefined) return sql`TRUE`;
  const [at, first, second] = columns;
  if (sort > after.sort) return sql`${at} <= ${after.at}`;
  if (sort < after.sort) return sql`${at} < ${after.at}`;
  return sql`(${at}, ${first}, ${second}) < (${after.at}, ${after.first}, ${after.second})`;
}

function orderChanges(ctx: Ctx, after: HistoryPlace | undefined, limit: number): Placed[] {
  const { at, orderSeq, version } = orderHistory;
  const rows = ctx.storage.read
    .select({
      ...{ at, first: orderSeq, second: version, kind: orderHistory.kind, changes: orderHistory.changes },
      ...{ actorType: orderHistory.actorType, actorId: orderHistory.actorId, requestId: orderHistory.requestId },
      ...{ id: orders.id, num: orders.num },
    })
    .from(orderHistory)
    .innerJoin(orders, sql`${orders.seq} = ${orderSeq}`)
    .where(
      sql`${orderHistory.workspaceSeq} = ${ctx.workspace.seq} AND ${beyond(after, ORDERS, [sql`${at}`, sql`${orderSeq}`, sql`${version}`])}`,
    )
    .orderBy(sql`${at} DESC, ${orderSeq} DESC, ${version} DESC`)
    .limit(limit)
    .all();
  return rows.map((row) => ({
    ...{ at: row.at, sort: ORDERS, first: row.first, second: row.second },
    row: {
      at: row.at,
      actor: { type: actorType(row.actorType), id: row.actorId },
      requestId: row.requestId,
      action: `order.${row.kind}`,
      subject: row.id,
      orderNum: row.num,
      changes: readChanges(row.changes),
    },
  }));
}

function settingChanges(ctx: Ctx, after: HistoryPlace | undefined, limit: number): Placed[] {
  const { at, seq } = auditLog;
  const rows = ctx.storage.read
    .select()
    .from(auditLog)
    .where(
      sql`${auditLog.workspaceSeq} = ${ctx.workspace.seq} AND ${beyond(after, SETTINGS, [sql`${at}`, sql`${seq}`, sql`0`])}`,
    )
    .orderBy(sql`${at} DESC, ${seq} DESC`)
    .limit(limit)
    .all();
  return rows.map((row) => ({
    ...{ at: row.at, sort: SETTINGS, first: row.seq, second: 0 },
    row: {
      at: row.at,
      actor: { type: actorType(row.actorType), id: row.actorId },
      requestId: row.requestId,
      action: row.action,
      subject: row.subject,
      orderNum: null,
      changes: readChanges(row.changes),
    },
  }));
}

const readChanges = (text: string | null): Changes | null => (text === null ? null : parseStored<Changes>(text));
