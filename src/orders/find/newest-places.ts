/**
 * This file finds the newest orders that match a filter, however many orders there are. An index range contains the
 * orders of one kind, of one day, or of one kind on one day. Each range is sorted by creation time, and the search
 * merges the ranges. It opens a month or day only if stored sums show that the next order may be in it. If the merge
 * needs too many lookups, the search tries to read the orders one by one instead.
 */

import { type Db, prepared } from '../../storage/index.ts';
import type { Position } from '../cursor.ts';
import { findKinds, type Kind, ordersOf } from '../kinds.ts';
import { ALL_DAYS, isWide, newestIn, type Period, type Span } from './period.ts';
import {
  countQuery,
  madeQuery,
  numberedQuery,
  placesQuery,
  type RANGES,
  type Range,
  type RangeQuery,
  rangeQueries,
  walkQueries,
} from './place-queries.ts';

export interface PlaceFilter {
  readonly workspaceSeq: number;
  /**
   * True to list deleted orders by the time of deletion; false to list live orders by creation. No index finds deleted
   * orders by kind or day. So the search reads deleted orders one after another, and checks the kind and day of each.
   */
  readonly deleted: boolean;
  /** The kinds to match, all in one workspace; undefined for every kind. */
  readonly kinds: readonly Kind[] | undefined;
  /** YYYY-MM-DD, inclusive; undefined for all days. */
  readonly days: Period | undefined;
  /**
   * The order number to find. Orders of any kind and day match, even deleted ones. Usually one order has the number,
   * but numbers need not be unique.
   */
  readonly num?: string | undefined;
}

/**
 * The number of index lookups after which the search tries to read the orders one by one. Together, these lookups take
 * half a millisecond.
 */
const LOOK_UPS = 1_250;
/**
 * The maximum number of index lookups in one step. Together, they take some 10 ms. A filter for three months with new
 * orders on every day needs fewer lookups.
 */
const LOOK_UPS_AT_MOST = 6_000;
/** The number of index lookups that take as long as one query. */
const QUERY = 25;
/** The maximum number of orders that `readFew` reads. Reading and sorting them takes a millisecond. */
const FEW = 2_000;
/**
 * The maximum number of orders that a walk visits for each row of a page. A walk up to this limit takes a millisecond
 * for the whole page.
 */
const WALKED = 64;
export const BEFORE_ALL: Position = { at: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

const walking = (byKind: boolean, byDay: boolean) =>
  prepared((db) => {
    const { walk, beyond } = walkQueries(db, { deleted: false, byKind, byDay });
    return { walk: walk.prepare(), beyond: beyond.prepare() };
  });
const WALKS = { days: walking(false, true), kinds: walking(true, false), 'kinds in days': walking(true, true) };
const all = prepared((db) => ({
  live: walkQueries(db, { deleted: false, byKind: false, byDay: false }).walk.prepare(),
  deleted: walkQueries(db, { deleted: true, byKind: false, byDay: false }).walk.prepare(),
  numbered: numberedQuery(db).prepare(),
  made: madeQuery(db).prepare(),
}));
const queries = prepared((db) => ({
  days: rangeQueries(db, 'days'),
  kinds: rangeQueries(db, 'kinds'),
  'kinds in days': rangeQueries(db, 'kinds in days'),
  count: { all: countQuery(db, false).prepare(), kinds: countQuery(db, true).prepare() },
  inPeriod: { all: placesQuery(db, false).prepare(), kinds: placesQuery(db, true).prepare() },
}));

const cutOf = ({ kinds, days }: PlaceFilter): (typeof RANGES)[number] => {
  if (kinds === undefined) return 'days';
  return days === undefined ? 'kinds' : 'kinds in days';
};

/**
 * The number of index lookups that a step may still make. Opening a day costs `QUERY` lookups, plus one lookup for each
 * kind of order.
 */
export interface LookUps {
  left: number;
}

export const stepLookUps = (): LookUps => ({ left: LOOK_UPS_AT_MOST });

/**
 * Finds the newest `limit` orders that match.
 * @returns undefined if the period is too long for one step; the caller must then check each order's day
 */
export function newestPlaces(
  db: Db,
  filter: PlaceFilter & { readonly days: undefined },
  after: Position | undefined,
  limit: number,
): Position[];
export function newestPlaces(
  db: Db,
  filter: PlaceFilter,
  after: Position | undefined,
  limit: number,
  lookUps?: LookUps,
): Position[] | undefined;
export function newestPlaces(
  db: Db,
  filter: PlaceFilter,
  after: Position | undefined,
  limit: number,
  lookUps: LookUps = stepLookUps(),
): Position[] | undefined {
  const { kinds, days, deleted, num } = filter;
  const asked = askedFor(filter, after ?? BEFORE_ALL, limit);
  if (num !== undefined) return all(db).numbered.all({ ...asked, num });
  if (kinds === undefined && days === undefined) {
    return all(db)[deleted ? 'deleted' : 'live'].all({ ...asked, visits: limit });
  }
  if (days === undefined || days.from === days.to) {
    return mergeNewest(openRanges(db, filter, days?.from ?? null, asked), limit);
  }
  const months = isWide(db, { ...filter, days }) ? undefined : openMonths(db, { ...filter, days }, asked);
  const merge = (rest: number) => months && mergeNewest(months, limit, lookUps, rest);
  const found = merge(lookUps.left - LOOK_UPS);
  if (found !== undefined || lookUps.left < 0) return found;
  // The walk takes as long as `LOOK_UPS` lookups, so these are subtracted.
  lookUps.left -= LOOK_UPS;
  return walk(db, filter, asked) ?? readFew(db, filter, asked) ?? merge(0);
}

export const madePlaces = (db: Db, workspaceSeq: number, made: Span, limit: number): Position[] =>
  all(db).made.all({ workspaceSeq, ...made, limit });

/**
 * Reads all orders of a period and sorts them.
 * @returns undefined if the period has more than {@link FEW} orders
 */
function readFew(db: Db, { kinds }: PlaceFilter, { at, seq, limit, ...asked }: PlaceParams): Position[] | undefined {
  const found = queries(db).inPeriod[kinds === undefined ? 'all' : 'kinds'].all({ ...asked, most: FEW + 1 });
  if (found.length > FEW) return undefined;
  return found
    .filter((one) => one.at < at || (one.at === at && one.seq < seq))
    .sort((a, b) => b.at - a.at || b.seq - a.seq)
    .slice(0, limit);
}

/**
 * Counts the matching orders, up to `most`. The filter must not contain an order number. If the filter has no days, the
 * function adds up stored counts. Otherwise it counts the orders themselves.
 */
export function countPlaces(db: Db, filter: PlaceFilter, most: number): number {
  const { workspaceSeq, deleted, kinds, days } = filter;
  if (days === undefined) return Math.min(most, ordersOf(kinds ?? findKinds(db, workspaceSeq, {}, deleted)));
  const count = queries(db).count[kinds === undefined ? 'all' : 'kinds'];
  return count.get({ ...askedFor(filter, BEFORE_ALL, most), most })?.n ?? 0;
}

type PlaceParams = ReturnType<typeof askedFor>;

export const askedFor = ({ workspaceSeq, kinds, days }: PlaceFilter, { at, seq }: Position, limit: number) => ({
  workspaceSeq,
  kinds: JSON.stringify(kinds?.map((kind) => kind.seq) ?? []),
  ...(days ?? ALL_DAYS),
  at,
  seq,
  limit,
});

/**
 * Visits the newest orders and keeps those that match the filter.
 * @returns undefined if the limit on visited orders is reached while the page is not full and older orders remain
 */
function walk(db: Db, filter: PlaceFilter, asked: PlaceParams): Position[] | undefined {
  const { walk, beyond } = WALKS[cutOf(filter)](db);
  const visits = asked.limit * WALKED;
  const found = walk.all({ ...asked, visits });
  return found.length === asked.limit || beyond.get({ ...asked, visits }) === undefined ? found : undefined;
}

/**
 * An order, or a range of orders that have not been looked up yet. No order of a range is newer than the range's
 * position.
 */
interface Source extends Position {
  /** The cost of reading this range, as a number of index lookups; 0 if this source is an order, not a range. */
  readonly lookUps: number;
  /**
   * Returns the sources that replace this source when the merge reaches it. For a range, these are the days or orders
   * in it. For an order, this is the next order of the same range.
   */
  readonly next: () => readonly Source[];
}

/**
 * Returns the position from which a range is read, with the newest orders first. `newest` is the creation time of the
 * range's newest order. The range is read from this time or from the requested position, whichever is older.
 */
const boundOf = (newest: number, { at, seq }: Position): Position =>
  newest < at ? { at: newest, seq: BEFORE_ALL.seq } : { at, seq };

function openMonths(db: Db, filter: PlaceFilter & { readonly days: Period }, asked: PlaceParams): Source[] {
  const kinds = filter.kinds && Map.groupBy(filter.kinds, ({ statusId }) => statusId);
  return newestIn(db, 'months', filter).map(({ name: month, statusId, newest }) => {
    const own = { ...filter, kinds: kinds && (kinds.get(statusId) ?? []) };
    const openDays = () =>
      newestIn(db, 'days', filter, month, statusId).map((day) => ({
        ...boundOf(day.newest, asked),
        lookUps: QUERY + (own.kinds?.length ?? 1),
        next: () => openRanges(db, own, day.name, asked),
      }));
    return { ...boundOf(newest, asked), lookUps: QUERY, next: openDays };
  });
}

function openRanges(db: Db, filter: PlaceFilter, day: string | null, asked: PlaceParams): Source[] {
  const { heads, ofRange } = queries(db)[cutOf(filter)];
  const { workspaceSeq } = filter;
  const read: RangeQuery = ({ kind }, { at, seq }, limit) => ofRange.all({ workspaceSeq, kind, day, at, seq, limit });
  return heads
    .all({ ...asked, kinds: askedFor(filter, asked, 1).kinds, day })
    .flatMap(({ kind, at, seq }) => laneOf({ kind }, [{ at, seq }], read));
}

/** Returns a range as a source of orders, newest first. Each read fetches twice as many orders as the previous one. */
export function laneOf(range: Range, [first, ...rest]: readonly Position[], read: RangeQuery, count = 2): Source[] {
  if (first === undefined) return [];
  const next = () =>
    rest.length > 0 ? laneOf(range, rest, read, count) : laneOf(range, read(range, first, count), read, count * 2);
  return [{ ...first, lookUps: 0, next }];
}

const isOrder = ({ lookUps }: Source): boolean => lookUps === 0;

/**
 * Compares sources; positive if `a` is older. At the same position, a range counts as newer than an order, so that the
 * range is opened first.
 */
const olderLast = (a: Source, b: Source): number =>
  b.at - a.at || b.seq - a.seq || Number(isOrder(a)) - Number(isOrder(b));

/**
 * Merges sources, and subtracts the cost of each opened range from `lookUps`.
 * @returns the newest `limit` positions; undefined if fewer than `rest` lookups are left
 */
export function mergeNewest(sources: readonly Source[], limit: number, lookUps: LookUps = stepLookUps(), rest = 0) {
  // The newest source is last, so that pop() returns it.
  const waiting = sources.toSorted((a, b) => olderLast(b, a));
  const merged: Position[] = [];
  while (merged.length < limit) {
    const first = waiting.pop();
    if (first === undefined) break;
    if (isOrder(first)) merged.push({ at: first.at, seq: first.seq });
    lookUps.left -= first.lookUps;
    if (lookUps.left < rest) return undefined;
    for (const source of first.next()) waiting.splice(placeAmong(waiting, source), 0, source);
  }
  return merged;
}

function placeAmong(waiting: readonly Source[], source: Source): number {
  let [low, high] = [0, waiting.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = waiting[middle];
    if (other !== undefined && olderLast(other, source) > 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
