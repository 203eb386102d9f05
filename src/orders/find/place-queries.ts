/** These queries find positions of orders. Each names the one index that SQLite must use. */

import { type SQL, sql } from 'drizzle-orm';
import { type Db, given, givenNumber, givenRaw, limitTo } from '../../storage/index.ts';
import type { Position } from '../cursor.ts';

const LIVE = sql`deleted_at IS NULL`;
const BY_CREATED = sql`orders INDEXED BY orders_by_created`;
const BY_DELETED = sql`orders INDEXED BY orders_by_deleted`;
const BY_KIND = sql`orders INDEXED BY orders_by_kind`;
const BY_KIND_AND_DATE = sql`orders INDEXED BY orders_by_kind_and_date`;
const BY_DATE = sql`orders INDEXED BY orders_by_date`;
const IN_WORKSPACE = sql`workspace_seq = ${givenNumber('workspaceSeq')}`;
const KINDS = sql`json_each(${givenRaw('kinds')})`;
const EACH_KIND = sql`(SELECT value AS kind FROM ${KINDS})`;
const NO_KIND = sql`(SELECT NULL AS kind)`;

/** The ways to divide orders into ranges. An index sorts each range by the time of creation. */
export const RANGES = ['days', 'kinds', 'kinds in days'] as const;

export interface Range {
  readonly kind: number | null;
}

export type RangeQuery = (range: Range, after: Position, count: number) => Position[];

const place = { at: sql<number>`at`, seq: sql<number>`seq` };

interface Walk {
  readonly deleted: boolean;
  readonly byKind: boolean;
  readonly byDay: boolean;
}

export function walkQueries(db: Db, { deleted, byKind, byDay }: Walk) {
  const [at, there, all] = deleted
    ? [sql`deleted_at`, sql`deleted_at IS NOT NULL`, BY_DELETED]
    : [sql`created_at`, LIVE, BY_CREATED];
  const after = sql`${IN_WORKSPACE} AND ${there} AND (${at}, seq) < (${givenRaw('at')}, ${givenRaw('seq')})`;
  const order = sql`ORDER BY ${at} DESC, seq DESC`;
  const wanted = [
    byKind ? sql`kind_seq IN (SELECT value FROM ${KINDS})` : sql`TRUE`,
    byDay ? sql`date >= ${givenRaw('from')} AND date <= ${givenRaw('to')}` : sql`TRUE`,
  ];
  const visited = sql`(SELECT ${at} AS at, seq, kind_seq, date FROM ${all} WHERE ${after} ${order} LIMIT ${limitTo(given('visits'))})`;
  return {
    walk: db
      .select(place)
      .from(visited)
      .where(sql.join(wanted, sql` AND `))
      .limit(limitTo(given('limit'))),
    beyond: db
      .select({ seq: sql<number>`seq` })
      .from(sql`(SELECT seq FROM ${all} WHERE ${after} ${order} LIMIT 1 OFFSET ${limitTo(given('visits'))})`),
  };
}

export const madeQuery = (db: Db) =>
  db
    .select({ at: sql<number>`created_at`, seq: sql<number>`seq` })
    .from(BY_CREATED)
    .where(
      sql`${IN_WORKSPACE} AND ${LIVE} AND created_at >= ${givenNumber('from')} AND created_at < ${givenNumber('to')}`,
    )
    .orderBy(sql`created_at DESC`, sql`seq DESC`)
    .limit(limitTo(given('limit')));

/**
 * Selects the orders with a given number, newest first, including deleted ones. Only orders after the given position
 * are selected.
 */
export const numberedQuery = (db: Db) =>
  db
    .select({ at: sql<number>`created_at`, seq: sql<number>`seq` })
    .from(sql`orders INDEXED BY orders_by_num`)
    .where(
      sql`${IN_WORKSPACE} AND num = ${givenRaw('num')} AND (created_at, seq) < (${givenRaw('at')}, ${givenRaw('seq')})`,
    )
    .orderBy(sql`created_at DESC`, sql`seq DESC`)
    .limit(limitTo(given('limit')));

const NEWEST = { days: BY_DATE, kinds: BY_KIND, 'kinds in days': BY_KIND_AND_DATE };

export function rangeQueries(db: Db, cut: (typeof RANGES)[number]) {
  const inRange = (kind: SQL): SQL => sql`${cut === 'days' ? IN_WORKSPACE : sql`kind_seq = ${kind}`} AND ${LIVE}
    ${cut === 'kinds' ? sql`` : sql`AND date = ${givenRaw('day')}`}
    AND (created_at, seq) < (${givenRaw('at')}, ${givenRaw('seq')})`;
  const head = (what: SQL): SQL => sql`(SELECT ${what} FROM ${NEWEST[cut]} WHERE ${inRange(sql`kind`)}
    ORDER BY created_at DESC, seq DESC LIMIT 1)`;
  return {
    /** Selects the first order of each range. No more than `limit` ranges can contribute to a page. */
    heads: db
      .select({ kind: sql<number | null>`kind`, ...place })
      .from(
        sql`(SELECT kind, ${head(sql`created_at`)} AS at, ${head(sql`seq`)} AS seq FROM ${cut === 'days' ? NO_KIND : EACH_KIND})`,
      )
      .where(sql`seq IS NOT NULL`)
      .orderBy(sql`at DESC`, sql`seq DESC`)
      .limit(limitTo(given('limit')))
      .prepare(),
    ofRange: db
      .select({ at: sql<number>`created_at`, seq: sql<number>`seq` })
      .from(NEWEST[cut])
      .where(inRange(givenNumber('kind')))
      .orderBy(sql`created_at DESC`, sql`seq DESC`)
      .limit(limitTo(given('limit')))
      .prepare(),
  };
}

/**
 * Returns the queries for orders of one kind, sorted by price and then by seq. `same` finds later orders of the given
 * price, and `rest` finds those of the following prices. A single condition on price and seq would be slower. SQLite
 * would then visit all earlier orders of the given price.
 */
export function priceQueries(db: Db, dearest: boolean) {
  const [beyond, order] = dearest ? [sql`<`, sql`DESC`] : [sql`>`, sql`ASC`];
  const [at, seq] = [givenRaw('at'), givenRaw('seq')];
  const ofKind = (kind: SQL, where: SQL): SQL => sql`FROM orders INDEXED BY orders_by_price
    WHERE kind_seq = ${kind} AND ${LIVE} AND ${where} ORDER BY price ${order}, seq ${order}`;
  const same = (kind: SQL): SQL => ofKind(kind, sql`price = ${at} AND seq ${beyond} ${seq}`);
  const rest = (kind: SQL): SQL => ofKind(kind, sql`price ${beyond} ${at}`);
  const kind = sql`kind`;
  const ofGiven = givenNumber('kind');
  const limit = limitTo(given('limit'));
  return {
    heads: db
      .select({ kind: sql<number | null>`kind`, ...place })
      .from(
        sql`(WITH begun AS MATERIALIZED (SELECT kind, (SELECT seq ${same(kind)} LIMIT 1) AS same FROM ${EACH_KIND})
          SELECT kind, coalesce(same, (SELECT seq ${rest(kind)} LIMIT 1)) AS seq,
            iif(same IS NULL, (SELECT price ${rest(kind)} LIMIT 1), ${at}) AS at FROM begun)`,
      )
      .where(sql`seq IS NOT NULL`)
      .orderBy(sql`at ${order}`, sql`seq ${order}`)
      .limit(limit)
      .prepare(),
    ofRange: db
      .select(place)
      .from(
        sql`(SELECT * FROM (SELECT price AS at, seq ${same(ofGiven)} LIMIT ${limit})
          UNION ALL SELECT * FROM (SELECT price AS at, seq ${rest(ofGiven)} LIMIT ${limit}))`,
      )
      .limit(limit)
      .prepare(),
  };
}

/**
 * Returns the FROM and WHERE clauses for the orders of a period, without deleted orders. With `byKind`, the query reads
 * one range of an index for each given kind. Otherwise it reads one range for the whole workspace.
 */
function inPeriod(byKind: boolean): SQL {
  const ofKinds = sql`${KINDS} AS kind CROSS JOIN ${BY_KIND_AND_DATE} WHERE kind_seq = kind.value`;
  return sql`${byKind ? ofKinds : sql`${BY_DATE} WHERE ${IN_WORKSPACE}`}
    AND ${LIVE} AND date BETWEEN ${givenRaw('from')} AND ${givenRaw('to')}`;
}

export const countQuery = (db: Db, byKind: boolean) =>
  db
    .select({ n: sql<number>`count(*)` })
    .from(sql`(SELECT 1 FROM ${inPeriod(byKind)} LIMIT ${limitTo(given('most'))})`);

export const placesQuery = (db: Db, byKind: boolean) =>
  db
    .select({ at: sql<number>`created_at`, seq: sql<number>`seq` })
    .from(sql`${inPeriod(byKind)} LIMIT ${limitTo(given('most'))}`);

export const changedQuery = (db: Db) =>
  db
    .select({ at: sql<number>`updated_at`, seq: sql<number>`seq` })
    .from(sql`orders INDEXED BY orders_by_updated`)
    .where(sql`${IN_WORKSPACE} AND ${LIVE} AND (updated_at, seq) > (${givenNumber('at')}, ${givenNumber('seq')})`)
    .orderBy(sql`updated_at`, sql`seq`)
    .limit(limitTo(given('limit')));

/** Finds the first or the last day with an order, for each kind of orders; without kinds, for all orders together. */
export function nextDayQuery(db: Db, byKind: boolean, last: boolean) {
  const own = byKind ? sql`${BY_KIND_AND_DATE} WHERE kind_seq = kind` : sql`${BY_DATE} WHERE ${IN_WORKSPACE}`;
  const day = sql`(SELECT date FROM ${own} AND ${LIVE} AND date BETWEEN ${givenRaw('from')} AND ${givenRaw('to')}
    ORDER BY date ${last ? sql`DESC` : sql`ASC`} LIMIT 1)`;
  return db
    .select({ kind: sql<number | null>`kind`, day: sql<string>`day` })
    .from(sql`(SELECT kind, ${day} AS day FROM ${byKind ? EACH_KIND : NO_KIND})`)
    .where(sql`day IS NOT NULL`);
}

export const sortedQuery = (db: Db, byKind: boolean) =>
  db
    .select({
      seq: sql<number>`seq`,
      at: sql<number>`created_at`,
      date: sql<string>`date`,
      starts: sql<string | null>`time_start`,
      ends: sql<string | null>`time_end`,
      price: sql<number>`price`,
      changed: sql<number>`updated_at`,
      statusId: sql<string>`status_id`,
    })
    .from(sql`${inPeriod(byKind)}`);
