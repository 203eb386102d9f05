import { type Db, prepared } from '../../storage/index.ts';
import type { Position } from '../cursor.ts';
import { findKinds, type Kind, ordersOf } from '../kinds.ts';
import { ALL_DAYS, isWide, newestIn, type Period } from './period.ts';
import {
  countQuery,
  numberedQuery,
  type OfRange,
  placesQuery,
  type RANGES,
  type Range,
  rangeQueries,
  walkQueries,
} from './place-queries.ts';

/**
 * The newest orders that a filter leaves, whatever it is and however many orders there are. Lists go by creation, and
 * neither a date nor a kind says much about it. So ranges are merged. An index holds the orders of each by their
 * creation: of a kind, of a day, or of a kind in a day. Months and days are opened only when they may hold the next
 * order: sums that are kept with each change say how new it is at most. Deep in a list each day may. Then a walk from
 * there down finds what is common, and what is rare is merged out of all.
 */

export interface PlaceFilter {
  readonly workspaceSeq: number;
  /** Deleted orders by their deletion in place of live ones by their creation: all of them, for they have no ranges. */
  readonly deleted: boolean;
  /** Orders of any of these kinds; undefined: of all. Kinds belong to one workspace. */
  readonly kinds: readonly Kind[] | undefined;
  /** YYYY-MM-DD, inclusive; undefined: of all days. */
  readonly days: Period | undefined;
  /** All orders of this number, deleted ones too, of any kind and day. Nearly always it is one; nothing keeps it so. */
  readonly num?: string | undefined;
}

/** The most months and days that are opened before a walk is tried: half a millisecond. */
const OPENED = 24;
/** The most that are opened at all: some 12 ms. A page of a quarter in which each day has new orders opens fewer. */
const OPENED_AT_MOST = 400;
/** Orders of a period that are read and sorted, when no more are in it: a millisecond. */
const FEW = 2_000;
/** The most orders that a walk visits for each one that is asked for: a millisecond for a page. */
const WALKED = 64;
/** The place before everything else. */
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
 * The places of the newest `limit` orders that a filter leaves after a place, newest first. A walk visits no more than
 * 64 orders for each one asked for. A merge visits two for each range that may hold one of them.
 *
 * @returns undefined where a period has too many months and days to look into: its days are for the orders to answer
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
): Position[] | undefined;
export function newestPlaces(
  db: Db,
  filter: PlaceFilter,
  after: Position | undefined,
  limit: number,
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
  const merge = (most: number) => months && mergeNewest(months, limit, most);
  return merge(OPENED) ?? walk(db, filter, asked) ?? readFew(db, filter, asked) ?? merge(OPENED_AT_MOST);
}

/** @returns undefined where the period has more than a few */
function readFew(db: Db, { kinds }: PlaceFilter, { at, seq, limit, ...asked }: PlaceParams): Position[] | undefined {
  const found = queries(db).inPeriod[kinds === undefined ? 'all' : 'kinds'].all({ ...asked, most: FEW + 1 });
  if (found.length > FEW) return undefined;
  return found
    .filter((one) => one.at < at || (one.at === at && one.seq < seq))
    .sort((a, b) => b.at - a.at || b.seq - a.seq)
    .slice(0, limit);
}

/** Counts the orders of a filter without a number, up to `most`: kept sums know it of kinds, and days are counted. */
export function countPlaces(db: Db, filter: PlaceFilter, most: number): number {
  const { workspaceSeq, deleted, kinds, days } = filter;
  if (days === undefined) return Math.min(most, ordersOf(kinds ?? findKinds(db, workspaceSeq, {}, deleted)));
  const count = queries(db).count[kinds === undefined ? 'all' : 'kinds'];
  return count.get({ ...askedFor(filter, BEFORE_ALL, most), most })?.n ?? 0;
}

type PlaceParams = ReturnType<typeof askedFor>;

/** The parameters of the queries of places. */
export const askedFor = ({ workspaceSeq, kinds, days }: PlaceFilter, { at, seq }: Position, limit: number) => ({
  workspaceSeq,
  kinds: JSON.stringify(kinds?.map((kind) => kind.seq) ?? []),
  ...(days ?? ALL_DAYS),
  at,
  seq,
  limit,
});

/** @returns undefined where it did not come to an end within what it may visit */
function walk(db: Db, filter: PlaceFilter, asked: PlaceParams): Position[] | undefined {
  const { walk, beyond } = WALKS[cutOf(filter)](db);
  const visits = asked.limit * WALKED;
  const found = walk.all({ ...asked, visits });
  return found.length === asked.limit || beyond.get({ ...asked, visits }) === undefined ? found : undefined;
}

/** An order, or a source of orders: none of them comes before its place. */
interface Source extends Position {
  readonly isOrder: boolean;
  /** The sources in its stead once it is the newest of all. */
  readonly next: () => readonly Source[];
}

/** The earlier of two places: everything made by `newest`, as far as it comes after the place asked for. */
const boundOf = (newest: number, { at, seq }: Position): Position =>
  newest < at ? { at: newest, seq: BEFORE_ALL.seq } : { at, seq };

function openMonths(db: Db, filter: PlaceFilter & { readonly days: Period }, asked: PlaceParams): Source[] {
  return newestIn(db, 'months', filter).map(({ name: month, statusId, newest }) => ({
    ...boundOf(newest, asked),
    isOrder: false,
    next: () =>
      newestIn(db, 'days', filter, month, statusId).map((day) => ({
        ...boundOf(day.newest, asked),
        isOrder: false,
        next: () => openRanges(db, ofStatus(filter, statusId), day.name, asked),
      })),
  }));
}

const ofStatus = (filter: PlaceFilter, status: string): PlaceFilter => ({
  ...filter,
  kinds: filter.kinds?.filter(({ statusId }) => statusId === status),
});

/** The newest order of each range: of a day, or of each kind, all days or one. */
function openRanges(db: Db, filter: PlaceFilter, day: string | null, asked: PlaceParams): Source[] {
  const { heads, ofRange } = queries(db)[cutOf(filter)];
  const { workspaceSeq } = filter;
  const read: OfRange = ({ kind }, { at, seq }, limit) => ofRange.all({ workspaceSeq, kind, day, at, seq, limit });
  return heads
    .all({ ...asked, kinds: askedFor(filter, asked, 1).kinds, day })
    .flatMap(({ kind, at, seq }) => laneOf({ kind }, [{ at, seq }], read));
}

/** The orders of a range, newest first; each time more of them are read at once. */
export function laneOf(range: Range, [first, ...rest]: readonly Position[], read: OfRange, count = 2): Source[] {
  if (first === undefined) return [];
  const next = () =>
    rest.length > 0 ? laneOf(range, rest, read, count) : laneOf(range, read(range, first, count), read, count * 2);
  return [{ ...first, isOrder: true, next }];
}

/** Positive where a is the older one. What may hold an order comes before one of the same place. */
const olderLast = (a: Source, b: Source): number =>
  b.at - a.at || b.seq - a.seq || Number(a.isOrder) - Number(b.isOrder);

/** The newest orders of several sources. @returns undefined where more than `most` had to be opened */
export function mergeNewest(sources: readonly Source[], limit: number, most = Number.POSITIVE_INFINITY) {
  let opened = 0;
  // The newest comes last.
  const waiting = sources.toSorted((a, b) => olderLast(b, a));
  const merged: Position[] = [];
  while (merged.length < limit) {
    const first = waiting.pop();
    if (first === undefined) break;
    if (first.isOrder) merged.push({ at: first.at, seq: first.seq });
    else if (opened === most) return undefined;
    else opened += 1;
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
