/**
 * This file finds the rows of a history page. Each index range contains the rows of one actor, or of one kind of
 * action, sorted by time. A page that needs several ranges merges them. SQLite reads only as many rows as the page
 * needs.
 */

import { type SQL, sql } from 'drizzle-orm';
import { nextTurn } from '../../base/index.ts';
import type { Db } from '../../storage/index.ts';
import type { Actor } from '../../workspaces/index.ts';
import type { HistoryPlace } from '../cursor.ts';

export const HISTORY_KINDS = ['orders', 'inquiries', 'settings', 'keys', 'webhooks', 'people', 'workspace'] as const;
type HistoryKind = (typeof HISTORY_KINDS)[number];

export interface HistoryFilter {
  /**
   * The kind of change. `orders` selects changes of orders, and `inquiries` selects changes of inquiries. `settings`
   * selects all other changes, and each remaining kind selects a part of those.
   */
  readonly kind?: HistoryKind | undefined;
  /** The actor of the change. Without an id, every actor of the type matches. */
  readonly actor?: { readonly type: Actor['type']; readonly id: string | null } | undefined;
  /** Milliseconds since the epoch. `fromMs` is inclusive. */
  readonly fromMs?: number | undefined;
  readonly beforeMs?: number | undefined;
}

export interface AskedHistory {
  readonly workspaceSeq: number;
  readonly filter: HistoryFilter;
  readonly after: HistoryPlace | undefined;
  readonly limit: number;
}

/**
 * The position of a row in the history. For a change of an order, `first` and `second` are order_seq and version.
 * Otherwise `first` is the seq of the row.
 */
export interface Place {
  readonly at: number;
  readonly first: number;
  readonly second: number;
}

/** The sort order within one millisecond: changes of orders before changes of settings. */
export const ORDERS = 0;
export const SETTINGS = 1;

const TYPES = ['key', 'person', 'command', 'system'] as const satisfies readonly Actor['type'][];
const SETTING_KINDS = ['keys', 'webhooks', 'people', 'workspace'] as const;
/** The limit on ranges that one query merges. SQLite allows 500. */
const RANGES_AT_ONCE = 250;

/**
 * This must be exactly the expression of the indexes in migrations/0051_baseline.sql. Otherwise SQLite would not use
 * them.
 */
const KIND = sql`CASE substr(action, 1, instr(action, '.'))
  WHEN 'inquiry.' THEN 'inquiries' WHEN 'api_key.' THEN 'keys' WHEN 'webhook_endpoint.' THEN 'webhooks'
  WHEN 'person.' THEN 'people' ELSE 'workspace' END`;

const newestFirst = (a: Place, b: Place): number => b.at - a.at || b.first - a.first || b.second - a.second;

export async function orderPlaces(db: Db, asked: AskedHistory): Promise<Place[]> {
  const index = sql`order_history INDEXED BY order_history_by_actor`;
  const columns = sql`order_seq AS first, version AS second`;
  const rest = sql.join([within(asked), beyond(asked, ORDERS, sql`at, order_seq, version`)], sql` AND `);
  const actors = await actorsOf(db, asked, { table: sql`order_history`, index, each: [rest] });
  const ranges = actors.map((actor) => sql`SELECT at, ${columns} FROM ${index} WHERE ${actor} AND ${rest}`);
  return merge(db, ranges, asked.limit);
}

export async function settingPlaces(db: Db, asked: AskedHistory): Promise<Place[]> {
  const { workspaceSeq, filter, limit } = asked;
  const rest = sql.join([within(asked), beyond(asked, SETTINGS, sql`at, seq, 0`)], sql` AND `);
  const indexed = (index: SQL): SQL => sql`audit_log INDEXED BY ${index}`;
  const range = (index: SQL, where: SQL): SQL =>
    sql`SELECT at, seq AS first, 0 AS second FROM ${indexed(index)} WHERE ${where} AND ${rest}`;
  const own = sql`workspace_seq = ${workspaceSeq}`;
  const kinds = kindsOf(filter.kind);
  if (filter.actor === undefined) {
    if (kinds === undefined) return merge(db, [range(sql`audit_log_by_workspace`, own)], limit);
    const ofKinds = kinds.map((kind) => range(sql`audit_log_by_kind`, sql`${own} AND ${KIND} = ${kind}`));
    return merge(db, ofKinds, limit);
  }
  const index = sql`audit_log_by_actor`;
  const ofKinds = (kinds ?? ['inquiries', ...SETTING_KINDS]).map((kind) => sql`${KIND} = ${kind}`);
  const each = ofKinds.map((ofKind) => sql`${ofKind} AND ${rest}`);
  const actors = await actorsOf(db, asked, { table: sql`audit_log`, index: indexed(index), each });
  const ranges = actors.flatMap((actor) => ofKinds.map((ofKind) => range(index, sql`${actor} AND ${ofKind}`)));
  return merge(db, ranges, limit);
}

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

interface Searched {
  readonly table: SQL;
  readonly index: SQL;
  readonly each: readonly SQL[];
}

async function actorsOf(db: Db, asked: AskedHistory, searched: Searched): Promise<SQL[]> {
  const { actor } = asked.filter;
  const one = (type: string, id: SQL): SQL => sql`${ofType(asked, type)} AND actor_id ${id}`;
  if (actor !== undefined && actor.id !== null) return [one(actor.type, sql`= ${actor.id}`)];
  const types = actor === undefined ? TYPES : [actor.type];
  const found = await newestActors(db, asked, searched, types);
  return [...types.map((type) => one(type, sql`IS NULL`)), ...found.map(({ type, id }) => one(type, sql`= ${id}`))];
}

const ofType = ({ workspaceSeq }: AskedHistory, type: string): SQL =>
  sql`workspace_seq = ${workspaceSeq} AND actor_type = ${type}`;

interface NewestOfActor {
  readonly id: string;
  /** The time of the actor's newest row that the page can contain; null if there is none. */
  readonly at: number | null;
}

/**
 * The number of actors that one step looks up. The lookup takes a millisecond or two. A workspace that often replaces
 * its keys has thousands of actors.
 */
const ACTORS_AT_ONCE = 200;

/** Finds the actors with the newest rows. Their rows fill the page, so no other actor is needed. */
async function newestActors(db: Db, asked: AskedHistory, searched: Searched, types: readonly string[]) {
  let newest: (NewestOfActor & { readonly type: string; readonly at: number })[] = [];
  for (const type of types) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const some = nextActors(db, asked, searched, { type, after });
      for (const { id, at } of some) if (at !== null) newest.push({ type, id, at });
      newest.sort((a, b) => b.at - a.at);
      const last = newest[asked.limit - 1]?.at ?? 0;
      newest = newest.filter(({ at }) => at >= last);
      after = some.length < ACTORS_AT_ONCE ? undefined : some.at(-1)?.id;
      if (after !== undefined) await nextTurn(asked.workspaceSeq);
    }
  }
  return newest;
}

/**
 * Finds the next actors, each with the time of its newest row. Each actor costs one index lookup, plus one more for
 * each range in `each`.
 */
function nextActors(
  db: Db,
  asked: AskedHistory,
  { table, index, each }: Searched,
  { type, after }: { readonly type: string; readonly after: string },
): NewestOfActor[] {
  const own = ofType(asked, type);
  const times = each.map(
    (range) =>
      sql`(SELECT at FROM ${index} WHERE ${own} AND actor_id = actor.id AND ${range} ORDER BY at DESC LIMIT 1)`,
  );
  // SQLite's max() of several values is null if one of them is null. So a missing time counts as 0.
  const at = times.length === 1 ? times[0] : sql`nullif(max(${sql.join(times.map(orZero), sql`, `)}), 0)`;
  return db.all<NewestOfActor>(sql`WITH RECURSIVE actor (id) AS (
      SELECT min(actor_id) FROM ${table} WHERE ${own} AND actor_id > ${after}
      UNION ALL
      SELECT (SELECT min(actor_id) FROM ${table} WHERE ${own} AND actor_id > actor.id) FROM actor WHERE actor.id IS NOT NULL
      LIMIT ${ACTORS_AT_ONCE}
    )
    SELECT id, ${at} AS at FROM actor WHERE id IS NOT NULL`);
}

const orZero = (time: SQL): SQL => sql`ifnull(${time}, 0)`;

function within({ filter: { fromMs, beforeMs } }: AskedHistory): SQL {
  const from = fromMs === undefined ? sql`TRUE` : sql`at >= ${fromMs}`;
  return beforeMs === undefined ? from : sql`${from} AND at < ${beforeMs}`;
}

/**
 * Returns the condition for rows after the end of the previous page.
 * @param columns the columns that the rows are sorted by
 */
function beyond({ after }: AskedHistory, sort: number, columns: SQL): SQL {
  if (after === undefined) return sql`TRUE`;
  if (sort > after.sort) return sql`at <= ${after.at}`;
  if (sort < after.sort) return sql`at < ${after.at}`;
  return sql`(${columns}) < (${after.at}, ${after.first}, ${after.second})`;
}
