import { type SQL, sql } from 'drizzle-orm';
import { parseLegible } from '../../base/index.ts';
import { auditLog, type Db, orderHistory, orders } from '../../storage/index.ts';
import { type Actor, type Changes, type Ctx, namesOf } from '../../workspaces/index.ts';
import { decodeHistoryCursor, encodeHistoryCursor, type HistoryPlace } from '../cursor.ts';
import { actorType } from './timeline.ts';

/** A change of an order, an inquiry, a key, an endpoint, a person or a setting of the workspace. */
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
  /** orders, inquiries: their changes alone; settings: all but both; the others: a part of the settings. */
  readonly kind?: HistoryKind | undefined;
  /** Who made the change; without an id, all of the type. */
  readonly actor?: { readonly type: Actor['type']; readonly id: string | null } | undefined;
  /** Milliseconds since the epoch, the first of them inclusive. */
  readonly fromMs?: number | undefined;
  readonly beforeMs?: number | undefined;
}

export const HISTORY_KINDS = ['orders', 'inquiries', 'settings', 'keys', 'webhooks', 'people', 'workspace'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** What the actions of each sort begin with; `workspace` is what is left. */
const PREFIXES = { inquiries: 'inquiry.', keys: 'api_key.', webhooks: 'webhook_endpoint.', people: 'person.' } as const;

/** Within one millisecond the changes of orders stand before those of settings; `first` and `second` break ties within one sort. */
interface Placed extends HistoryPlace {
  readonly row: Omit<HistoryRow, 'actorName'>;
}

interface Asked {
  readonly workspaceSeq: number;
  readonly filter: HistoryFilter;
  readonly after: HistoryPlace | undefined;
  readonly limit: number;
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
  const list = JSON.stringify([ctx.workspace.id, 'history', filter]);
  const after = cursor === undefined ? undefined : decodeHistoryCursor(cursor, list);
  const asked = { workspaceSeq: ctx.workspace.seq, filter, after, limit: limit + 1 };
  const merged = [
    ...(filter.kind === undefined || filter.kind === 'orders' ? orderChanges(ctx, asked) : []),
    ...(filter.kind === 'orders' ? [] : settingChanges(ctx, asked)),
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

/** Of who and when; the columns of both sorts of rows have the same names. */
function within(filter: HistoryFilter, table: typeof orderHistory | typeof auditLog): SQL {
  const { actor, fromMs, beforeMs } = filter;
  const parts = [
    fromMs === undefined ? sql`TRUE` : sql`${table.at} >= ${fromMs}`,
    beforeMs === undefined ? sql`TRUE` : sql`${table.at} < ${beforeMs}`,
    actor === undefined ? sql`TRUE` : sql`${table.actorType} = ${actor.type}`,
    actor === undefined || actor.id === null ? sql`TRUE` : sql`${table.actorId} = ${actor.id}`,
  ];
  return sql.join(parts, sql` AND `);
}

function ofKind({ kind }: HistoryFilter): SQL {
  const begins = (prefix: string): SQL => sql`substr(${auditLog.action}, 1, ${prefix.length}) = ${prefix}`;
  if (kind === undefined || kind === 'orders') return sql`TRUE`;
  if (kind === 'settings') return sql`NOT ${begins(PREFIXES.inquiries)}`;
  if (kind !== 'workspace') return begins(PREFIXES[kind]);
  return sql.join(
    Object.values(PREFIXES).map((prefix) => sql`NOT ${begins(prefix)}`),
    sql` AND `,
  );
}

/** Exported for the test that reads the query plan. */
export function ordersQuery(db: Db, { workspaceSeq, filter, after, limit }: Asked) {
  const { at, orderSeq, version } = orderHistory;
  return db
    .select({
      ...{ at, first: orderSeq, second: version, kind: orderHistory.kind, changes: orderHistory.changes },
      ...{ actorType: orderHistory.actorType, actorId: orderHistory.actorId, requestId: orderHistory.requestId },
      ...{ id: orders.id, num: orders.num },
    })
    .from(orderHistory)
    .innerJoin(orders, sql`${orders.seq} = ${orderSeq}`)
    .where(
      sql`${orderHistory.workspaceSeq} = ${workspaceSeq} AND ${beyond(after, ORDERS, [sql`${at}`, sql`${orderSeq}`, sql`${version}`])} AND ${within(filter, orderHistory)}`,
    )
    .orderBy(sql`${at} DESC, ${orderSeq} DESC, ${version} DESC`)
    .limit(limit);
}

function orderChanges(ctx: Ctx, asked: Asked): Placed[] {
  return ordersQuery(ctx.storage.read, asked)
    .all()
    .map((row) => ({
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

/** Exported for the test that reads the query plan. */
export function settingsQuery(db: Db, { workspaceSeq, filter, after, limit }: Asked) {
  const { at, seq } = auditLog;
  return db
    .select()
    .from(auditLog)
    .where(
      sql`${auditLog.workspaceSeq} = ${workspaceSeq} AND ${beyond(after, SETTINGS, [sql`${at}`, sql`${seq}`, sql`0`])} AND ${within(filter, auditLog)} AND ${ofKind(filter)}`,
    )
    .orderBy(sql`${at} DESC, ${seq} DESC`)
    .limit(limit);
}

function settingChanges(ctx: Ctx, asked: Asked): Placed[] {
  return settingsQuery(ctx.storage.read, asked)
    .all()
    .map((row) => ({
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

const readChanges = (text: string | null): Changes | null => (text === null ? null : parseLegible<Changes>(text));
