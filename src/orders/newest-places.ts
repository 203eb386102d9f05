import { type Db, prepared } from '../storage/index.ts';
import type { Position } from './cursor.ts';
import { countInStatuses, type Kind, ordersOf } from './kinds.ts';
import { type Period, readPeriod } from './period.ts';
import {
  type Cut,
  changedQuery,
  countQuery,
  datedQuery,
  type Range,
  rangeQueries,
  walkQueries,
} from './place-queries.ts';

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

/** Fewer ranges are merged at once: as cheap as a walk that finds its page, and no dearer where it would find nothing. */
const MANY_RANGES = 24;
/** A walk visits so many orders for each one asked for. It visits more where the kept sums say that it needs to. */
const WALK_FACTOR = 10;
const WALKED_AT_MOST = 24;
/** Orders that a list is looked for in lie thicker here and thinner there. */
const THINNER = 4;
/** The share of the orders of some kinds that makes it worth their while to look at their dates. */
const MOSTLY = 0.25;
/** So many times what is needed on the average is enough, most likely. */
const SAFELY = 2;
/** A range that has given one order is asked for so many at once, then for twice as many. */
const FIRST_OF_RANGE = 4;
/** Everything stands after this place. */
export const BEFORE_ALL: Position = { at: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

type Head = Range & Position;

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
const COUNTS = {
  all: perDb((db, deleted) => countQuery(db, deleted, false).prepare()),
  kinds: perDb((db, deleted) => countQuery(db, deleted, true).prepare()),
};
const CHANGED = {
  all: perDb((db) => changedQuery(db, false).prepare()),
  kinds: perDb((db) => changedQuery(db, true).prepare()),
};
const dated = prepared((db) => datedQuery(db).prepare());

/**
 * The places of the newest `limit` orders that a filter leaves after a place, newest first. Visits no more than some 24 orders for each
 * one asked for, and two for each range that has orders: kinds that the filter lets through, times days of the period.
 */
export function newestPlaces(db: Db, filter: PlaceFilter, after: Position | undefined, limit: number): Position[] {
  const { kinds, workspaceSeq } = filter;
  const which = filter.deleted ? 'deleted' : 'live';
  if (kinds?.length === 0) return [];
  const asked = askedFor(filter, after ?? BEFORE_ALL, limit);
  const cut = cutFor(filter);
  if (cut === undefined) return ALL[which](db).walk.all({ ...asked, visits: limit });
  const { count, heads, ofRange } = CUTS[cut][which](db);
  const next = ({ kind, day }: Range, place: Position, most: number): Position[] =>
    ofRange.all({ workspaceSeq, kind, day, at: place.at, seq: place.seq, limit: most });
  const only = onlyRange(filter);
  if (only !== undefined) return next(only, asked, limit);
  const ranges = count.get({ ...asked, most: MANY_RANGES })?.n ?? 0;
  if (ranges < MANY_RANGES) return ranges === 0 ? [] : mergeRanges(heads.all(asked), next, limit);
  const start = startOf(db, filter, asked);
  const from = { ...asked, ...start.place };
  const needed = limit / start.share;
  const mayWalk = needed <= limit * WALKED_AT_MOST;
  const isSafe = needed * SAFELY <= limit * WALKED_AT_MOST;
  return (
    (isSafe ? walk(db, cut, which, from, needed) : undefined) ??
    siftKinds(db, filter, start, limit) ??
    (mayWalk && !isSafe ? walk(db, cut, which, from, needed) : undefined) ??
    mergeRanges(heads.all(from), next, limit)
  );
}

/** Those of a few orders that changed after a place, oldest change first. */
export const changedOfFew = (db: Db, filter: PlaceFilter, after: Position, limit: number): Position[] =>
  CHANGED[filter.kinds === undefined ? 'all' : 'kinds'].live(db).all(askedFor(filter, after, limit));

/** How many orders a filter with days leaves, counted up to `most`. */
export function countPeriod(db: Db, filter: PlaceFilter, most: number): number {
  const count = COUNTS[filter.kinds === undefined ? 'all' : 'kinds'][filter.deleted ? 'deleted' : 'live'](db);
  return count.get({ ...askedFor(filter, BEFORE_ALL, most), most })?.n ?? 0;
}

type Asked = ReturnType<typeof askedFor>;

/** What the queries of places are given. */
export const askedFor = ({ workspaceSeq, kinds, days }: PlaceFilter, { at, seq }: Position, limit: number) => ({
  workspaceSeq,
  kinds: JSON.stringify(kinds?.map((kind) => kind.seq) ?? []),
  ...days,
  at,
  seq,
  limit,
});

interface Start {
  /** No order that a filter leaves stands before it. */
  readonly place: Position;
  /** About which share of all orders the filter leaves, and which of its kinds lies in its days. */
  readonly share: number;
  readonly inDays: number;
}

function startOf(db: Db, { workspaceSeq, deleted, kinds, days }: PlaceFilter, place: Position): Start {
  const all = countInStatuses(db, workspaceSeq, deleted);
  const ofKinds = ordersOf(kinds ?? all) / ordersOf(all);
  if (days === undefined || deleted) return { place, share: ofKinds, inDays: 1 };
  const statuses = new Set((kinds ?? all).map(({ statusId }) => statusId));
  const { orders, newest } = readPeriod(db, workspaceSeq, days, kinds === undefined ? undefined : [...statuses]);
  const inDays = orders / ordersOf(all.filter(({ statusId }) => statuses.has(statusId)));
  const start = place.at > newest ? { at: newest, seq: BEFORE_ALL.seq } : place;
  return { place: start, share: ofKinds * inDays, inDays };
}

/** Where many orders of some kinds lie in the days, these need not be told apart. @returns as `walk` does */
function siftKinds(db: Db, filter: PlaceFilter, { place, inDays }: Start, limit: number): Position[] | undefined {
  const { kinds, days } = filter;
  if (kinds === undefined || days === undefined || filter.deleted || inDays < MOSTLY) return undefined;
  const found: Position[] = [];
  let after = place;
  for (let seen = 0; found.length < limit && seen < (limit * THINNER) / inDays; seen += limit) {
    const places = newestPlaces(db, { ...filter, days: undefined }, after, limit);
    const seqs = JSON.stringify(places.map(({ seq }) => seq));
    const rows = dated(db).all({ seqs, ...days });
    const fitting = new Set(rows.map(({ seq }) => seq));
    found.push(...places.filter(({ seq }) => fitting.has(seq)));
    if (places.length < limit) return found.slice(0, limit);
    after = places.at(-1) ?? after;
  }
  return found.length < limit ? undefined : found.slice(0, limit);
}

/** @returns undefined where it did not come to an end within what it may visit */
function walk(db: Db, cut: Cut, which: 'live' | 'deleted', asked: Asked, needed: number): Position[] | undefined {
  const { limit } = asked;
  const visits = Math.min(limit * WALKED_AT_MOST, Math.max(limit * WALK_FACTOR, Math.ceil(needed * THINNER)));
  const { walk, beyond } = WALKS[cut][which](db);
  const found = walk.all({ ...asked, visits });
  return found.length === limit || beyond.get({ ...asked, visits }) === undefined ? found : undefined;
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

/** The newest of several ranges. @param next so many of the newest orders of a range after a place */
export function mergeRanges(
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
    range: { kind, day },
    waiting: [{ at, seq }],
    asked: FIRST_OF_RANGE,
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
