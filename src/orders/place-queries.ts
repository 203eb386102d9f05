import { type SQL, sql } from 'drizzle-orm';
import { type Db, given, givenNumber, givenRaw, limitTo } from '../storage/index.ts';

/** The queries that places of orders are found by, each out of one index, whose name they say: SQLite is not left a choice. */

/** How the orders of a kind and of a day are found, of live ones and of deleted ones. */
const LIVE = {
  at: sql`created_at`,
  there: sql`deleted_at IS NULL`,
  all: sql`orders INDEXED BY orders_by_created`,
  ofKind: sql`orders INDEXED BY orders_by_kind`,
  ofKindAndDay: sql`orders INDEXED BY orders_by_kind_and_date`,
};
const DELETED: typeof LIVE = {
  at: sql`deleted_at`,
  there: sql`deleted_at IS NOT NULL`,
  all: sql`orders INDEXED BY orders_by_deleted`,
  ofKind: sql`orders INDEXED BY deleted_orders_by_kind`,
  ofKindAndDay: sql`orders INDEXED BY deleted_orders_by_kind_and_date`,
};
const BY_DATE = sql`orders INDEXED BY orders_by_date`;
const IN_WORKSPACE = sql`workspace_seq = ${givenNumber('workspaceSeq')}`;
const KINDS = sql`json_each(${givenRaw('kinds')})`;

/** A way to cut the orders into ranges, each of which an index holds in the order of a list. */
export type Cut = 'days' | 'kinds' | 'kinds and days';

export interface Range {
  readonly kind: number | null;
  readonly day: string | null;
}
/** Exported for the test that reads the query plans. */
export function walkQueries(db: Db, deleted: boolean, byKind: boolean, byDay: boolean) {
  const { at, there, all } = deleted ? DELETED : LIVE;
  const after = sql`${IN_WORKSPACE} AND ${there} AND (${at}, seq) < (${givenRaw('at')}, ${givenRaw('seq')})`;
  const order = sql`ORDER BY ${at} DESC, seq DESC`;
  const wanted = [
    byKind ? sql`kind_seq IN (SELECT value FROM ${KINDS})` : sql`TRUE`,
    byDay ? sql`date >= ${givenRaw('from')} AND date <= ${givenRaw('to')}` : sql`TRUE`,
  ];
  const visited = sql`(SELECT ${at} AS at, seq, kind_seq, date FROM ${all} WHERE ${after} ${order} LIMIT ${limitTo(given('visits'))})`;
  const place = { at: sql<number>`at`, seq: sql<number>`seq` };
  return {
    walk: db
      .select(place)
      .from(visited)
      .where(sql.join(wanted, sql` AND `))
      .limit(limitTo(given('limit'))),
    /** An order beyond those that the walk visits; none when it came to the end. */
    beyond: db
      .select({ seq: sql<number>`seq` })
      .from(sql`(SELECT seq FROM ${all} WHERE ${after} ${order} LIMIT 1 OFFSET ${limitTo(given('visits'))})`),
  };
}

/** Exported as above. */
export function rangeQueries(db: Db, deleted: boolean, cut: Cut) {
  const { at, there, ofKind, ofKindAndDay } = deleted ? DELETED : LIVE;
  const index = cut === 'days' ? BY_DATE : cut === 'kinds' ? ofKind : ofKindAndDay;
  const first = cut === 'days' ? IN_WORKSPACE : undefined;
  const of = (kind: SQL): SQL => first ?? sql`kind_seq = ${kind}`;
  const newest = (what: SQL, kind: SQL, day: SQL): SQL => sql`(SELECT ${what} FROM ${index}
    WHERE ${of(kind)} AND ${there} ${cut === 'kinds' ? sql`` : sql`AND date = ${day}`}
      AND (${at}, seq) < (${givenRaw('at')}, ${givenRaw('seq')})
    ORDER BY ${at} DESC, seq DESC LIMIT 1)`;
  const dayBefore = (kind: SQL, end: SQL): SQL => sql`(SELECT date FROM ${index}
    WHERE ${of(kind)} AND ${there} AND date >= ${givenRaw('from')} AND ${end} ORDER BY date DESC LIMIT 1)`;
  const kinds = cut === 'days' ? sql`(SELECT NULL AS value)` : KINDS;
  // Those days that there are, latest first, each by one step into the index.
  const days = sql`WITH RECURSIVE ranges(kind, day) AS (
      SELECT value, ${dayBefore(sql`value`, sql`date <= ${givenRaw('to')}`)} FROM ${kinds}
      UNION ALL SELECT kind, ${dayBefore(sql`ranges.kind`, sql`date < day`)} FROM ranges WHERE day IS NOT NULL)
    SELECT kind, day FROM ranges WHERE day IS NOT NULL`;
  const ranges = cut === 'kinds' ? sql`SELECT value AS kind, NULL AS day FROM ${KINDS}` : days;
  return {
    /** How many ranges there are, counted up to `most`. */
    count: db.select({ n: sql<number>`count(*)` }).from(sql`(${ranges} LIMIT ${limitTo(given('most'))})`),
    /** The newest order of each range, as many ranges as can give an order to a page. */
    heads: db
      .select({
        kind: sql<number | null>`kind`,
        day: sql<string | null>`day`,
        at: sql<number>`at`,
        seq: sql<number>`seq`,
      })
      .from(
        sql`(SELECT kind, day, ${newest(at, sql`kind`, sql`day`)} AS at, ${newest(sql`seq`, sql`kind`, sql`day`)} AS seq FROM (${ranges}))`,
      )
      .where(sql`seq IS NOT NULL`)
      .orderBy(sql`at DESC`, sql`seq DESC`)
      .limit(limitTo(given('limit'))),
    /** The newest orders of one range. */
    ofRange: db
      .select({ at: sql<number>`${at}`, seq: sql<number>`seq` })
      .from(index)
      .where(
        sql`${of(givenNumber('kind'))} AND ${there} ${cut === 'kinds' ? sql`` : sql`AND date = ${givenRaw('day')}`}
          AND (${at}, seq) < (${givenRaw('at')}, ${givenRaw('seq')})`,
      )
      .orderBy(sql`${at} DESC`, sql`seq DESC`)
      .limit(limitTo(given('limit'))),
  };
}

/** All orders of a period: one range of an index for each kind. */
function inPeriod(deleted: boolean, byKind: boolean): SQL {
  const { there, ofKindAndDay } = deleted ? DELETED : LIVE;
  const ofKinds = sql`${KINDS} AS kind CROSS JOIN ${ofKindAndDay} WHERE kind_seq = kind.value`;
  return sql`${byKind ? ofKinds : sql`${BY_DATE} WHERE ${IN_WORKSPACE}`}
    AND ${there} AND date BETWEEN ${givenRaw('from')} AND ${givenRaw('to')}`;
}

/** How many orders there are in a period, counted up to `most`. */
export const countQuery = (db: Db, deleted: boolean, byKind: boolean) =>
  db
    .select({ n: sql<number>`count(*)` })
    .from(sql`(SELECT 1 FROM ${inPeriod(deleted, byKind)} LIMIT ${limitTo(given('most'))})`);

/** The orders of a period by their change; looks at each. */
export const changedQuery = (db: Db, byKind: boolean) =>
  db
    .select({ at: sql<number>`at`, seq: sql<number>`seq` })
    .from(sql`(SELECT updated_at AS at, seq FROM ${inPeriod(false, byKind)})`)
    .where(sql`(at, seq) > (${givenRaw('at')}, ${givenRaw('seq')})`)
    .orderBy(sql`at`, sql`seq`)
    .limit(limitTo(given('limit')));

/** Those of these orders whose date lies within a period. */
export const datedQuery = (db: Db) =>
  db
    .select({ seq: sql<number>`seq` })
    .from(sql`orders NOT INDEXED`)
    .where(
      sql`seq IN (SELECT value FROM json_each(${givenRaw('seqs')})) AND date BETWEEN ${givenRaw('from')} AND ${givenRaw('to')}`,
    );

const bestFirst = (desc: boolean): SQL => (desc ? sql`DESC` : sql`ASC`);

/** The first day of a period that has an order, or the last. */
export function nextDayQuery(db: Db, byKind: boolean, last: boolean) {
  const of = (own: SQL, index: SQL): SQL => sql`(SELECT date FROM ${index}
    WHERE ${own} AND deleted_at IS NULL AND date BETWEEN ${givenRaw('from')} AND ${givenRaw('to')}
    ORDER BY date ${bestFirst(last)} LIMIT 1)`;
  const ofKind = of(sql`kind_seq = kind.value`, LIVE.ofKindAndDay);
  const day = last ? sql<string | null>`max(${ofKind})` : sql<string | null>`min(${ofKind})`;
  return byKind
    ? db.select({ day }).from(sql`${KINDS} AS kind`)
    : db.select({ day: sql<string | null>`${of(IN_WORKSPACE, BY_DATE)}` }).from(sql`(SELECT 1)`);
}

/** All orders of a period, with what they are sorted by. */
export const sortedQuery = (db: Db, byKind: boolean) =>
  db
    .select({
      seq: sql<number>`seq`,
      at: sql<number>`created_at`,
      date: sql<string>`date`,
      starts: sql<string | null>`time_start`,
      ends: sql<string | null>`time_end`,
      price: sql<number>`price`,
      statusId: sql<string>`status_id`,
    })
    .from(sql`${inPeriod(false, byKind)}`);

/** Orders by their price, the cheapest first or the dearest. */
export function priceQueries(db: Db, dearest: boolean) {
  const index = sql`orders INDEXED BY orders_by_price`;
  const order = sql`ORDER BY price ${bestFirst(dearest)}, seq ${bestFirst(dearest)}`;
  const beyond = sql`deleted_at IS NULL AND (price, seq) ${dearest ? sql`<` : sql`>`} (${givenRaw('at')}, ${givenRaw('seq')})`;
  const first = (what: SQL): SQL =>
    sql`(SELECT ${what} FROM ${index} WHERE kind_seq = kinds.value AND ${beyond} ${order} LIMIT 1)`;
  return {
    heads: db
      .select({ kind: sql<number>`kind`, day: sql<null>`NULL`, at: sql<number>`at`, seq: sql<number>`seq` })
      .from(
        sql`(SELECT kinds.value AS kind, ${first(sql`price`)} AS at, ${first(sql`seq`)} AS seq FROM ${KINDS} AS kinds)`,
      )
      .where(sql`seq IS NOT NULL`)
      .orderBy(sql`at ${bestFirst(dearest)}`, sql`seq ${bestFirst(dearest)}`)
      .limit(limitTo(given('limit')))
      .prepare(),
    ofRange: db
      .select({ at: sql<number>`price`, seq: sql<number>`seq` })
      .from(index)
      .where(sql`kind_seq = ${givenNumber('kind')} AND ${beyond}`)
      .orderBy(sql`price ${bestFirst(dearest)}`, sql`seq ${bestFirst(dearest)}`)
      .limit(limitTo(given('limit')))
      .prepare(),
  };
}
