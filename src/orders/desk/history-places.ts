import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../storage/index.ts';
import type { Actor } from '../../workspaces/index.ts';
import type { HistoryPlace } from '../cursor.ts';

/**
 * The places of the rows on a history page. The indexes hold them by time within one actor or one kind of action. A
 * page is merged from these ranges. SQLite reads only as many rows as the page needs, however many others there are.
 */

export const HISTORY_KINDS = ['orders', 'inquiries', 'settings', 'keys', 'webhooks', 'people', 'workspace'] as const;
type HistoryKind = (typeof HISTORY_KINDS)[number];

export interface HistoryFilter {
  /**
   * `orders` and `inquiries` are only their changes; `settings` is everything else. The others are parts of the
   * settings.
   */
  readonly kind?: HistoryKind | undefined;
  /** The actor of the change; without an id, every actor of the type. */
  readonly actor?: { readonly type: Actor['type']; readonly id: string | null } | undefined;
  /** Milliseconds since the epoch; `fromMs` is inclusive. */
  readonly fromMs?: number | undefined;
  readonly beforeMs?: number | undefined;
}

export interface AskedHistory {
  readonly workspaceSeq: number;
  readonly filter: HistoryFilter;
  readonly after: HistoryPlace | undefined;
  readonly limit: number;
}

/** Identifies a row: by order_seq and version for a change of an order, by its seq otherwise. */
export interface Place {
  readonly at: number;
  readonly first: number;
  readonly second: number;
}

/** Within one millisecond, changes of orders come before changes of settings. */
export const ORDERS = 0;
export const SETTINGS = 1;

const TYPES = ['key', 'person', 'command', 'system'] as const satisfies readonly Actor['type'][];
const SETTING_KINDS = ['keys', 'webhooks', 'people', 'workspace'] as const;
/** The ranges merged in one query; SQLite allows 500. */
const RANGES_AT_ONCE = 250;

/**
 * These must be the exact expressions of the indexes in migrations/0051_baseline.sql, or SQLite does not use the
 * indexes.
 */
const KIND = sql`CASE substr(action, 1, instr(action, '.'))
  WHEN 'inquiry.' THEN 'inquiries' WHEN 'api_key.' THEN 'keys' WHEN 'webhook_endpoint.' THEN 'webhooks'
  WHEN 'person.' THEN 'people' ELSE 'workspace' END`;

const newestFirst = (a: Place, b: Place): number => b.at - a.at || b.first - a.first || b.second - a.second;

export function orderPlaces(db: Db, asked: AskedHistory): Place[] {
  const index = sql`order_history INDEXED BY order_history_by_actor`;
  const columns = sql`order_seq AS first, version AS second`;
  const rest = sql.join([within(asked), beyond(asked, ORDERS, sql`at, order_seq, version`)], sql` AND `);
  const ranges = actorsOf(db, sql`order_history`, asked).map(
    (actor) => sql`SELECT at, ${columns} FROM ${index} WHERE ${actor} AND ${rest}`,
  );
  return merge(db, ranges, asked.limit);
}

export function settingPlaces(db: Db, asked: AskedHistory): Place[] {
  const { workspaceSeq, filter, limit } = asked;
  const rest = sql.join([within(asked), beyond(asked, SETTINGS, sql`at, seq, 0`)], sql` AND `);
  const range = (index: SQL, where: SQL): SQL =>
    sql`SELECT at, seq AS first, 0 AS second FROM audit_log INDEXED BY ${index} WHERE ${where} AND ${rest}`;
  const own = sql`workspace_seq = ${workspaceSeq}`;
  const kinds = kindsOf(filter.kind);
  if (filter.actor === undefined) {
    if (kinds === undefined) return merge(db, [range(sql`audit_log_by_workspace`, own)], limit);
    const ofKinds = kinds.map((kind) => range(sql`audit_log_by_kind`, sql`${own} AND ${KIND} = ${kind}`));
    return merge(db, ofKinds, limit);
  }
  const ranges = actorsOf(db, sql`audit_log`, asked).flatMap((actor) =>
    (kinds ?? ['inquiries', ...SETTING_KINDS]).map((kind) =>
      range(sql`audit_log_by_actor`, sql`${actor} AND ${KIND} = ${kind}`),
    ),
  );
  return merge(db, ranges, limit);
}

/** The kinds to search; undefined for all kinds. */
function kindsOf(kind: HistoryKind | undefined): readonly HistoryKind[] | undefined {
  if (kind === undefined) return undefined;
  return kind === 'settings' ? SETTING_KINDS : [kind];
}

function merge(db: Db, ranges: readonly SQL[], limit: number): Place[] {
  const found: Place[] = [];
  for (let from = 0; from < ranges.length; from += RANGES_AT_ONCE) {
    const some = sql.join(ranges.slice(from, from + RANGES_AT_ONCE), sql` UNION ALL `);
    found.push(...db.all<Place>(sql`${some} ORDER BY at DESC, first DESC, second DESC LIMIT ${limit}`));
  }
  return found.sort(newestFirst).slice(0, limit);
}

/** Conditions on the actor. Each is one range of the index. */
function actorsOf(db: Db, table: SQL, { workspaceSeq, filter: { actor } }: AskedHistory): SQL[] {
  const one = (type: string, id: SQL): SQL =>
    sql`workspace_seq = ${workspaceSeq} AND actor_type = ${type} AND actor_id ${id}`;
  if (actor !== undefined && actor.id !== null) return [one(actor.type, sql`= ${actor.id}`)];
  return (actor === undefined ? TYPES : [actor.type]).flatMap((type) => [
    one(type, sql`IS NULL`),
    ...idsOf(db, table, workspaceSeq, type).map((id) => one(type, sql`= ${id}`)),
  ]);
}

/** Finds the ids of all actors, with one look-up in the index for each. */
function idsOf(db: Db, table: SQL, workspaceSeq: number, type: string): string[] {
  const own = sql`workspace_seq = ${workspaceSeq} AND actor_type = ${type}`;
  const rows = db.all<{ id: string }>(sql`WITH RECURSIVE actor (id) AS (
      SELECT min(actor_id) FROM ${table} WHERE ${own}
      UNION ALL
      SELECT (SELECT min(actor_id) FROM ${table} WHERE ${own} AND actor_id > actor.id) FROM actor WHERE actor.id IS NOT NULL
    )
    SELECT id FROM actor WHERE id IS NOT NULL`);
  return rows.map(({ id }) => id);
}

function within({ filter: { fromMs, beforeMs } }: AskedHistory): SQL {
  const from = fromMs === undefined ? sql`TRUE` : sql`at >= ${fromMs}`;
  return beforeMs === undefined ? from : sql`${from} AND at < ${beforeMs}`;
}

/** @param columns the columns that the rows are sorted by */
function beyond({ after }: AskedHistory, sort: number, columns: SQL): SQL {
  if (after === undefined) return sql`TRUE`;
  if (sort > after.sort) return sql`at <= ${after.at}`;
  if (sort < after.sort) return sql`at < ${after.at}`;
  return sql`(${columns}) < (${after.at}, ${after.first}, ${after.second})`;
}
