/**
 * This file finds orders that are sorted by something other than their creation. One index sorts orders by their last
 * change. Another index sorts the orders of one kind by price. A list sorted by date reads one day after another. A
 * list sorted by status reads one status after another. A page visits a limited number of rows, and other requests are
 * served in between.
 */

import { type SQL, sql } from 'drizzle-orm';
import { addDays } from '../../base/index.ts';
import { type Db, prepared } from '../../storage/index.ts';
import type { Position, SortedPlace } from '../cursor.ts';
import { findKinds, type Kind } from '../kinds.ts';
import { findOfClient, isOfClient, seqsOfClient } from './client-orders.ts';
import { type FoundPage, fitting, NOTHING_FOUND, pageOf, siftingDays, siftPlaces, siftWalk } from './found.ts';
import {
  askedFor,
  BEFORE_ALL,
  countPlaces,
  laneOf,
  madePlaces,
  mergeNewest,
  newestPlaces,
  type PlaceFilter,
  stepLookUps,
} from './newest-places.ts';
import { ALL_DAYS, type Period } from './period.ts';
import { changedQuery, nextDayQuery, priceQueries, sortedQuery } from './place-queries.ts';
import type { OrderSort, Plan } from './plan.ts';
import { searchFew } from './search-index.ts';

/**
 * The maximum number of orders that one step reads and sorts, in some 4 ms. If a day has more orders, they are listed
 * newest first, not by delivery slot.
 */
const FEW = 2_000;
const DAY_MINUTES = 1_440;
const [YEAR, MONTH] = [10_000, 100];

/**
 * The limit on orders that one step checks in a filtered list sorted by last change. In a shop with many statuses, few
 * of these orders have the status of a filter. With half this limit, the pages of such a list would not be full.
 */
const CHANGES_SEEN = 1_000;
/**
 * In a list sorted by total, a read looks up every kind and makes a query for almost each order. With a filter and more
 * kinds than `MANY_KINDS`, a step makes one read and checks only `SEEN_OF_MANY` orders.
 */
const MANY_KINDS = 200;
const SEEN_OF_MANY = 125;

interface SortedRow {
  readonly seq: number;
  readonly at: number;
  readonly date: string;
  readonly starts: string | null;
  readonly ends: string | null;
  readonly price: number;
  readonly statusId: string;
  readonly changed: number;
}

interface Sorting {
  readonly db: Db;
  readonly sort: OrderSort;
  readonly sign: 1 | -1;
  /** The status ids in the workspace's sequence. An unknown status sorts after all of them. */
  readonly statuses: readonly string[];
}

const ways = prepared((db) => ({
  first: { all: nextDayQuery(db, false, false).prepare(), kinds: nextDayQuery(db, true, false).prepare() },
  last: { all: nextDayQuery(db, false, true).prepare(), kinds: nextDayQuery(db, true, true).prepare() },
  period: { all: sortedQuery(db, false).prepare(), kinds: sortedQuery(db, true).prepare() },
  cheapest: priceQueries(db, false),
  dearest: priceQueries(db, true),
  changed: changedQuery(db).prepare(),
}));

export function findSorted(
  db: Db,
  plan: Plan & Pick<Sorting, 'sort'>,
  after: SortedPlace | undefined,
  limit: number,
): FoundPage<SortedPlace> {
  const { sort, statuses } = plan;
  const sorting: Sorting = { db, sort, statuses, sign: sort.startsWith('-') ? -1 : 1 };
  const sorted = (rows: readonly SortedRow[]) => pageOf(sortRows(sorting, rows, after), undefined, limit);
  const few = findFew(db, plan);
  if (few !== undefined) return sorted(few);
  // For a client with more orders than can be sorted at once, the list is newest first.
  if (isOfClient(plan)) return findOfClient(db, plan, after, limit);
  const walked = (of: typeof plan) => goOn(sorting, of, after, limit);
  const found = walked(plan);
  const rest = found === undefined || (found.open && sort === 'updated') ? readFew(db, plan) : undefined;
  return rest === undefined ? (found ?? walked(siftingDays(plan)) ?? NOTHING_FOUND) : sorted(rest);
}

/**
 * Finds the next page of a sorted list; undefined if a filter by days needs too many lookups. With sorting by total,
 * any filter by days gives undefined, because the index of prices contains no days.
 */
function goOn(sorting: Sorting, plan: Plan, after: SortedPlace | undefined, limit: number) {
  const { next, ...sifting } = walkOf(sorting, plan);
  const { sift } = sifting;
  const { words, parses } = plan;
  if (sift !== undefined) return siftWalk(sorting.db, next, { ...sifting, sift, words, parses, after, limit });
  const found = next(after, limit + 1);
  return found && pageOf(found, undefined, limit);
}

/**
 * Returns true if the orders created in the plan's period cannot be sorted in one step. Either they are too many, or
 * their items must be parsed first. The caller then lists the orders newest first.
 */
export const isManyMade = (db: Db, { made, parses, places }: Plan): boolean =>
  made !== undefined && (parses || madePlaces(db, places.workspaceSeq, made, FEW + 1).length > FEW);

/**
 * Finds all orders of a plan that filters by client, creation time, number or text. Returns undefined if too many
 * match.
 */
function findFew(db: Db, plan: Plan): SortedRow[] | undefined {
  const { places, sift, words, parses, grams, search, made } = plan;
  if (isOfClient(plan)) {
    const seqs = plan.parses ? undefined : seqsOfClient(plan, Number.MAX_SAFE_INTEGER, FEW + 1);
    return seqs === undefined || seqs.length > FEW
      ? undefined
      : readSifted(
          db,
          seqs.map((seq) => ({ seq })),
          plan,
        );
  }
  if (made !== undefined) return readSifted(db, madePlaces(db, places.workspaceSeq, made, FEW), plan);
  if (sift === undefined) return undefined;
  if (grams !== undefined) {
    const found = searchFew(db, { ...places, sift, words, parses, grams, search });
    return found && readRows(db, found);
  }
  if (places.num === undefined) return undefined;
  const all = newestPlaces(db, places, undefined, FEW + 1);
  return all === undefined || all.length > FEW ? undefined : readSifted(db, all, plan);
}

const readSifted = (db: Db, found: readonly { readonly seq: number }[], { sift = sql`TRUE` }: Plan): SortedRow[] =>
  readRows(
    db,
    siftPlaces(db, found, sift).map(({ seq }) => seq),
  );

/**
 * Finds all orders of a plan if at most `FEW` orders match its `places`. Orders that fail the conditions in `sift` are
 * left out. Returns undefined if more orders match `places`, or if the plan filters by number or item.
 */
function readFew(db: Db, { places, sift, parses }: Plan): SortedRow[] | undefined {
  if (places.num !== undefined || parses || !areFew(db, places)) return undefined;
  const rows = readPeriod(db, places);
  return sift === undefined ? rows : siftPlaces(db, rows, sift);
}

const areFew = (db: Db, places: PlaceFilter): boolean => countPlaces(db, places, FEW + 1) <= FEW;

interface Walk {
  readonly next: (after: SortedPlace | undefined, most: number) => SortedPlace[] | undefined;
  readonly sift: SQL | undefined;
  readonly bound?: number | undefined;
}

function walkOf(sorting: Sorting, plan: Plan): Walk {
  const { sort } = sorting;
  const { places, sift } = plan;
  if (sort === 'date' || sort === '-date') {
    return { next: (after, most) => byDate(sorting, places, after, most), sift };
  }
  if (sort === 'status' || sort === '-status') {
    return { next: (after, most) => byStatus(sorting, places, after, most), sift };
  }
  if (sort === 'updated') {
    const next: Walk['next'] = (after, most) => byChange(sorting, places, after, most);
    return { next, sift: ofChange(places, sift), bound: CHANGES_SEEN };
  }
  const kinds = kindsOf(sorting.db, places);
  const bound = kinds.length > MANY_KINDS ? SEEN_OF_MANY : undefined;
  return { next: (after, most) => byTotal(sorting, { ...places, kinds }, after, most), sift, bound };
}

const compare =
  (tie: 1 | -1) =>
  (a: SortedPlace, b: SortedPlace): number =>
    a.group - b.group || a.within - b.within || b.at - a.at || tie * (a.seq - b.seq);

function sortRows(sorting: Sorting, rows: readonly SortedRow[], after: SortedPlace | undefined): SortedPlace[] {
  // Orders with equal prices are sorted by seq, ascending or descending as the prices are. The index of prices gives
  // them in this sequence.
  const order = compare(sorting.sort === 'total' || sorting.sort === 'updated' ? 1 : -1);
  const places = rows.map((row) => placeOf(sorting, row)).sort(order);
  return after === undefined ? places : places.filter((place) => order(place, after) > 0);
}

function placeOf(sorting: Sorting, row: SortedRow): SortedPlace {
  const { sort, sign } = sorting;
  const { seq, at } = row;
  if (sort === 'updated') return changedPlace({ at: row.changed, seq });
  if (sort === 'total' || sort === '-total') return { group: sign * row.price, within: 0, at: 0, seq };
  if (sort === 'status' || sort === '-status') return { group: rankOf(sorting, row.statusId), within: 0, at, seq };
  return { group: sign * numberOf(row.date), within: slotOf(row), at, seq };
}

const changedPlace = ({ at, seq }: Position): SortedPlace => ({ group: at, within: 0, at: 0, seq });

function rankOf({ statuses, sign }: Sorting, statusId: string): number {
  const rank = statuses.indexOf(statusId);
  return sign * (rank === -1 ? statuses.length : rank);
}

/** Converts 2026-03-08 to 20260308. */
const numberOf = (date: string): number => Number(date.replaceAll('-', ''));

function dateOf(number: number): string {
  const text = (value: number, digits: number): string => String(value).padStart(digits, '0');
  const [year, month, day] = [Math.floor(number / YEAR), Math.floor(number / MONTH) % MONTH, number % MONTH];
  return `${text(year, 4)}-${text(month, 2)}-${text(day, 2)}`;
}

/** Returns a number that sorts delivery slots by start, then by end. Orders without a time are last. */
const slotOf = ({ starts, ends }: Pick<SortedRow, 'starts' | 'ends'>): number =>
  minuteOf(starts) * (DAY_MINUTES + 1) + minuteOf(ends);

function minuteOf(time: string | null): number {
  const [hours = Number.NaN, minutes = Number.NaN] = (time ?? '').split(':').map(Number);
  const minute = hours * 60 + minutes;
  return time === null || Number.isNaN(minute) ? DAY_MINUTES : minute;
}

const readPeriod = (db: Db, filter: PlaceFilter): SortedRow[] =>
  ways(db).period[filter.kinds === undefined ? 'all' : 'kinds'].all(askedFor(filter, BEFORE_ALL, FEW));

const readRows = (db: Db, seqs: readonly number[]): SortedRow[] =>
  db.all<SortedRow>(sql`SELECT seq, created_at AS at, date, time_start AS starts, time_end AS ends, price, status_id AS statusId, updated_at AS changed
    FROM orders NOT INDEXED WHERE seq IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))`);

/**
 * Returns the SQL condition for orders that are read by update time; undefined if every order matches. The index of
 * update times does not contain days and kinds, so the condition also checks these.
 */
function ofChange(places: PlaceFilter, sift: SQL | undefined): SQL | undefined {
  if (sift !== undefined) return sql`${fitting(places)} AND ${sift}`;
  return places.kinds === undefined && places.days === undefined ? undefined : fitting(places);
}

const byChange = ({ db }: Sorting, filter: PlaceFilter, after: SortedPlace | undefined, limit: number): SortedPlace[] =>
  ways(db)
    .changed.all({ workspaceSeq: filter.workspaceSeq, at: after?.group ?? 0, seq: after?.seq ?? 0, limit })
    .map(changedPlace);

/** Finds positions sorted by date. It visits only days with orders. */
function byDate(sorting: Sorting, filter: PlaceFilter, after: SortedPlace | undefined, most: number): SortedPlace[] {
  const { sign } = sorting;
  const { from, to } = filter.days ?? ALL_DAYS;
  const beginningAt = (day: string): Period => (sign === 1 ? { from: day, to } : { from, to: day });
  const kinds = new Map(filter.kinds?.map((kind) => [kind.seq, kind]));
  const waiting = new Map<number, Kind[]>();
  const wait = (own: PlaceFilter, days: Period): void => {
    const next = Map.groupBy(nextDays(sorting, { ...own, days }), ({ day }) => sign * numberOf(day));
    for (const [group, rows] of next) {
      const coming = rows.flatMap(({ kind }) => (kind === null ? [] : (kinds.get(kind) ?? [])));
      waiting.set(group, [...(waiting.get(group) ?? []), ...coming]);
    }
  };
  const found: SortedPlace[] = [];
  wait(filter, after === undefined ? { from, to } : beginningAt(dateOf(sign * after.group)));
  while (waiting.size > 0 && found.length < most) {
    const group = Math.min(...waiting.keys());
    const own = { ...filter, kinds: filter.kinds && waiting.get(group) };
    waiting.delete(group);
    const day = dateOf(sign * group);
    found.push(...ofDay(sorting, own, day, after?.group === group ? after : undefined, most - found.length));
    if (day !== (sign === 1 ? to : from)) wait(own, beginningAt(addDays(day, sign)));
  }
  return found;
}

function nextDays({ db, sign }: Sorting, filter: PlaceFilter) {
  const query = ways(db)[sign === 1 ? 'first' : 'last'][filter.kinds === undefined ? 'all' : 'kinds'];
  return query.all(askedFor(filter, BEFORE_ALL, 1));
}

function ofDay(
  sorting: Sorting,
  filter: PlaceFilter,
  day: string,
  after: SortedPlace | undefined,
  most: number,
): SortedPlace[] {
  const { db, sign } = sorting;
  const own = { ...filter, days: { from: day, to: day } };
  if (areFew(db, own)) return sortRows(sorting, readPeriod(db, own), after).slice(0, most);
  const group = sign * numberOf(day);
  return (newestPlaces(db, own, after, most) ?? []).map((place) => ({ group, within: 0, ...place }));
}

const kindsOf = (db: Db, { kinds, workspaceSeq, deleted }: PlaceFilter): readonly Kind[] =>
  kinds ?? findKinds(db, workspaceSeq, {}, deleted);

/**
 * Finds positions sorted by status, each status with its newest order first.
 * @returns undefined if the filter's period is too long to look up its days in one step
 */
function byStatus(
  sorting: Sorting,
  filter: PlaceFilter,
  after: SortedPlace | undefined,
  most: number,
): SortedPlace[] | undefined {
  const { db } = sorting;
  const groups = Map.groupBy(kindsOf(db, filter), ({ statusId }) => rankOf(sorting, statusId));
  const lookUps = stepLookUps();
  const found: SortedPlace[] = [];
  for (const [group, kinds] of [...groups].sort(([a], [b]) => a - b)) {
    if (found.length === most) break;
    if (after !== undefined && group < after.group) continue;
    const begun = after?.group === group ? after : undefined;
    const places = newestPlaces(db, { ...filter, kinds }, begun, most - found.length, lookUps);
    if (places === undefined) return undefined;
    found.push(...places.map((place) => ({ group, within: 0, ...place })));
  }
  return found;
}

/**
 * Finds positions sorted by price. It merges one range of positions per kind.
 * @returns undefined if the filter names days, because an index of prices cannot use them
 */
function byTotal(
  sorting: Sorting,
  filter: PlaceFilter,
  after: SortedPlace | undefined,
  most: number,
): SortedPlace[] | undefined {
  if (filter.days !== undefined) return undefined;
  const { db, sign } = sorting;
  const { heads, ofRange } = ways(db)[sign === 1 ? 'cheapest' : 'dearest'];
  // The merge returns the largest first, so an ascending list flips the signs before and after the merge.
  const turned = (row: { readonly at: number; readonly seq: number }) => ({ at: -sign * row.at, seq: -sign * row.seq });
  const start = after === undefined ? BEFORE_ALL : { at: -after.group, seq: -sign * after.seq };
  const lanes = heads
    .all(askedFor(filter, turned(start), most))
    .flatMap(({ kind, ...place }) =>
      laneOf({ kind }, [turned(place)], (range, after, limit) =>
        ofRange.all({ ...range, ...turned(after), limit }).map(turned),
      ),
    );
  return mergeNewest(lanes, most)?.map((place) => ({ group: -place.at, within: 0, at: 0, seq: -sign * place.seq }));
}
