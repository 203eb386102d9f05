import { type SQL, sql } from 'drizzle-orm';
import { type Db, given, givenRaw, limitTo, prepared } from '../storage/index.ts';
import type { Position } from './cursor.ts';
import type { Kind } from './kinds.ts';

/**
 * The newest orders that a filter leaves, whatever it is and however many orders there are. Lists go by creation, and neither a date nor
 * a kind says much about it: a walk from the newest order down can visit every order of a shop before it has found a page. So the
 * walk is bounded, and where it does not find enough, ranges are merged: of each day, of each kind, or of each kind and day an
 * index holds the orders by their creation.
 */

export interface PlaceFilter {
  readonly workspaceSeq: number;
  /** Deleted orders by their deletion in place of live ones by their creation. */
  readonly deleted: boolean;
  /** Orders of any of these kinds; undefined: of all. Kinds belong to one workspace. */
  readonly kinds: readonly Kind[] | undefined;
  /** YYYY-MM-DD, inclusive; undefined: of all days. */
  readonly days: Period | undefined;
}

export interface Period {
  readonly from: string;
  readonly to: string;
}

export const ALL_DAYS: Period = { from: '0000-01-01', to: '9999-12-31' };

export const periodOf = (given: { readonly dateFrom?: string | undefined; readonly dateTo?: string | undefined }) =>
  given.dateFrom === undefined && given.dateTo === undefined
    ? undefined
    : { from: given.dateFrom ?? ALL_DAYS.from, to: given.dateTo ?? ALL_DAYS.to };

/** Fewer ranges are merged at once: as cheap as a walk that finds its page, and no dearer where it would find nothing. */
const MANY_RANGES = 24;
/** The walk visits so many orders for each one asked for. */
const WALK_FACTOR = 10;
/** A range that has given one order is asked for so many at once, then for twice as many. */
const FIRST_OF_RANGE = 4;
/** Everything stands after this place. */
export const BEFORE_ALL: Position = { at: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

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
const IN_WORKSPACE = sql`workspace_seq = ${givenRaw('workspaceSeq')}`;
const KINDS = sql`json_each(${givenRaw('kinds')})`;

/** A way to cut the orders into ranges, each of which an index holds in the order of a list. */
type Cut = 'days' | 'kinds' | 'kinds and days';

interface Range {
  readonly kind: number | null;
  readonly day: string | null;
}
type Head = Range & Position;

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
        ...{ kind: sql<number | null>`kind`, day: sql<string | null>`day` },
        ...{ at: sql<number>`at`, seq: sql<number>`seq` },
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
        sql`${of(givenRaw('kind'))} AND ${there} ${cut === 'kinds' ? sql`` : sql`AND date = ${givenRaw('day')}`}
          AND (${at}, seq) < (${givenRaw('at')}, ${givenRaw('seq')})`,
      )
      .orderBy(sql`${at} DESC`, sql`seq DESC`)
      .limit(limitTo(given('limit'))),
  };
}

const perDb = <T>(make: (db: Db, deleted: boolean) => T): Record<'live' | 'deleted', (db: Db) => T> => ({
  live: prepared((db) => make(db, false)),
  deleted: prepared((db) => make(db, true)),
});
const walking = (byKind: boolean, byDay: boolean) =>
  perDb((db, deleted) => {
    const { walk, beyond } = walkQueries(db, deleted, byKind, byDay);
    return { walk: walk.prepare(), beyond: beyond.prepare() };
  });
const cutting = (cut: Cut) =>
  perDb((db, deleted) => {
    const { count, heads, ofRange } = rangeQueries(db, deleted, cut);
    return { count: count.prepare(), heads: heads.prepare(), ofRange: ofRange.prepare() };
  });
const WALKS = { days: walking(false, true), kinds: walking(true, false), 'kinds and days': walking(true, true) };
const CUTS = { days: cutting('days'), kinds: cutting('kinds'), 'kinds and days': cutting('kinds and days') };
const ALL = walking(false, false);

/**
 * The places of the newest `limit` orders that a filter leaves after a place, newest first. Visits no more than some 20 orders for each
 * one asked for, and two for each range that has orders: kinds that the filter lets through, times days of the period.
 */
export function newestPlaces(db: Db, filter: PlaceFilter, after: Position | undefined, limit: number): Position[] {
  const { kinds, days, workspaceSeq } = filter;
  const which = filter.deleted ? 'deleted' : 'live';
  if (kinds?.length === 0) return [];
  const seqs = JSON.stringify(kinds?.map(({ seq }) => seq) ?? []);
  const asked = { workspaceSeq, kinds: seqs, ...days, ...(after ?? BEFORE_ALL), limit };
  const cut = cutFor(filter);
  if (cut === undefined) return ALL[which](db).walk.all({ ...asked, visits: limit });
  const { count, heads, ofRange } = CUTS[cut][which](db);
  const next = ({ kind, day }: Range, place: Position, most: number): Position[] =>
    ofRange.all({ workspaceSeq, kind, day, at: place.at, seq: place.seq, limit: most });
  const only = onlyRange(filter);
  if (only !== undefined) return next(only, after ?? BEFORE_ALL, limit);
  if (count.get({ ...asked, most: MANY_RANGES })?.n === MANY_RANGES) {
    const visits = limit * WALK_FACTOR;
    const { walk, beyond } = WALKS[cut][which](db);
    const found = walk.all({ ...asked, visits });
    if (found.length === limit || beyond.get({ ...asked, visits }) === undefined) return found;
  }
  return mergeRanges(heads.all(asked), next, limit);
}

function cutFor({ kinds, days }: PlaceFilter): Cut | undefined {
  if (kinds === undefined) return days === undefined ? undefined : 'days';
  return days === undefined ? 'kinds' : 'kinds and days';
}

/** Where the filter leaves one range alone. */
function onlyRange({ kinds, days }: PlaceFilter): Range | undefined {
  const [kind] = kinds ?? [];
  const day = days !== undefined && days.from === days.to ? days.from : null;
  if (kinds !== undefined && (kinds.length !== 1 || kind === undefined)) return undefined;
  return days !== undefined && day === null ? undefined : { kind: kind?.seq ?? null, day };
}

/** Positive where a is the older one. */
const olderLast = (a: Position, b: Position): number => b.at - a.at || b.seq - a.seq;

/** @param next so many of the newest orders of a range after a place */
function mergeRanges(
  heads: readonly Head[],
  next: (range: Range, after: Position, count: number) => Position[],
  limit: number,
): Position[] {
  interface Lane {
    readonly range: Range;
    /** Newest first, never empty. */
    readonly waiting: readonly Position[];
    readonly asked: number;
  }
  const headOf = ({ waiting }: Lane): Position => waiting[0] ?? BEFORE_ALL;
  let lanes: Lane[] = heads.map(({ kind, day, at, seq }) => ({
    ...{ range: { kind, day }, waiting: [{ at, seq }], asked: FIRST_OF_RANGE },
  }));
  const merged: Position[] = [];
  while (merged.length < limit) {
    const [first, ...others] = lanes;
    if (first === undefined) break;
    const {
      range,
      asked,
      waiting: [place = BEFORE_ALL, ...rest],
    } = first;
    merged.push(place);
    const waiting = rest.length > 0 ? rest : next(range, place, asked);
    const lane = { range, waiting, asked: rest.length > 0 ? asked : asked * 2 };
    if (waiting.length > 0) others.splice(placeAmong(others, headOf, headOf(lane)), 0, lane);
    lanes = others;
  }
  return merged;
}

/** Where a head belongs among those of sorted lanes. */
function placeAmong<T>(lanes: readonly T[], headOf: (lane: T) => Position, head: Position): number {
  let [low, high] = [0, lanes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = lanes[middle];
    if (other !== undefined && olderLast(headOf(other), head) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
