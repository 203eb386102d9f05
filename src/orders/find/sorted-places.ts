import { type SQL, sql } from 'drizzle-orm';
import { addDays } from '../../base/index.ts';
import { type Db, prepared } from '../../storage/index.ts';
import type { Position, SortedPlace } from '../cursor.ts';
import { findKinds, type Kind } from '../kinds.ts';
import { findOfClient, isOfClient, seqsOfClient } from './client-orders.ts';
import { type FoundPage, fitting, pageOf, siftingDays, siftPlaces, siftWalk } from './found.ts';
import {
  askedFor,
  BEFORE_ALL,
  countPlaces,
  laneOf,
  mergeNewest,
  newestPlaces,
  type PlaceFilter,
} from './newest-places.ts';
import { ALL_DAYS, type Period } from './period.ts';
import { changedQuery, nextDayQuery, priceQueries, sortedQuery } from './place-queries.ts';
import type { OrderSort, Plan } from './plan.ts';
import { searchFew } from './search-index.ts';

/**
 * Finds orders that are sorted by something other than creation. By change: from an index of its own. By date: day by
 * day, each day's orders by their slots, those without a time last. By status: status by status, each newest first. By
 * total: from an index that holds each kind by its price. As in any list, a page visits a bounded number of rows. A
 * filter without an index is applied to a bounded number of orders at a time. Other requests are served in between.
 */

/** The most orders that are read and sorted at once, in some 4 ms. A day that has more is listed by creation. */
const FEW = 2_000;
const DAY_MINUTES = 1_440;
const [YEAR, MONTH] = [10_000, 100];

/**
 * The most changes checked in one step, which reads their index in sequence. With half as many, a page filtered by one
 * of many statuses would not fill.
 */
const CHANGES_SEEN = 1_000;

/** The columns that make an order's position. */
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
  /** 1, or -1 for the reverse order. */
  readonly sign: 1 | -1;
  /** The statuses in their order; an order with an unknown status comes last. */
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
  const inPeriod = plan.places.days !== undefined && (sort === 'total' || sort === '-total');
  const few =
    findFew(db, plan) ?? (inPeriod && !plan.parses && plan.client === undefined ? readFew(db, plan) : undefined);
  if (few !== undefined) return sorted(few);
  // A client with more orders than can be sorted at once has them newest first.
  if (isOfClient(plan)) return findOfClient(db, plan, after, limit);
  const walked = (of: typeof plan) => goOn(sorting, of, after, limit);
  const found = walked(plan) ?? walked(siftingDays(plan)) ?? NONE;
  const rest = found.open && sort === 'updated' ? readFew(db, plan) : undefined;
  return rest === undefined ? found : sorted(rest);
}

const NONE: FoundPage<SortedPlace> = { places: [], end: undefined, open: false };

/** @returns undefined if a period has too many days to open */
function goOn(sorting: Sorting, plan: Plan, after: SortedPlace | undefined, limit: number) {
  const { next, sift, bound } = walkOf(sorting, plan);
  const { words, parses } = plan;
  if (sift !== undefined) return siftWalk(sorting.db, next, { sift, bound, words, parses, after, limit });
  const found = next(after, limit + 1);
  return found && pageOf(found, undefined, limit);
}

/** All orders of a plan with a client, a number or a text, if they are few; undefined otherwise. */
function findFew(db: Db, plan: Plan): SortedRow[] | undefined {
  const { places, sift, words, grams, search } = plan;
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
  if (sift === undefined) return undefined;
  if (grams !== undefined) {
    const found = searchFew(db, { ...places, sift, words, grams, search });
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

/** All orders of a plan without a number, if its kinds and days match few; undefined otherwise. */
function readFew(db: Db, { places, sift }: Plan): SortedRow[] | undefined {
  if (places.num !== undefined || !areFew(db, places)) return undefined;
  const rows = readPeriod(db, places);
  return sift === undefined ? rows : siftPlaces(db, rows, sift);
}

const areFew = (db: Db, places: PlaceFilter): boolean => countPlaces(db, places, FEW + 1) <= FEW;

interface Walk {
  /** Returns the next `most` positions after a position, in order. */
  readonly next: (after: SortedPlace | undefined, most: number) => SortedPlace[] | undefined;
  /** The condition that must be checked in the orders themselves. */
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
  const sifting = siftingDays(plan);
  return { next: (after, most) => byTotal(sorting, sifting.places, after, most), sift: sifting.sift };
}

const compare =
  (tie: 1 | -1) =>
  (a: SortedPlace, b: SortedPlace): number =>
    a.group - b.group || a.within - b.within || b.at - a.at || tie * (a.seq - b.seq);

function sortRows(sorting: Sorting, rows: readonly SortedRow[], after: SortedPlace | undefined): SortedPlace[] {
  // The index of prices keeps equal prices sorted by seq, in whichever direction it is read.
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

/** 2026-03-08 becomes 20260308. */
const numberOf = (date: string): number => Number(date.replaceAll('-', ''));

function dateOf(number: number): string {
  const text = (value: number, digits: number): string => String(value).padStart(digits, '0');
  const [year, month, day] = [Math.floor(number / YEAR), Math.floor(number / MONTH) % MONTH, number % MONTH];
  return `${text(year, 4)}-${text(month, 2)}-${text(day, 2)}`;
}

/** Sorts by the beginning, then by the end; orders without a time come last. */
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

/** Changes are not found by days or kinds, so the whole filter becomes a condition on the order. */
function ofChange(places: PlaceFilter, sift: SQL | undefined): SQL | undefined {
  if (sift !== undefined) return sql`${fitting(places)} AND ${sift}`;
  return places.kinds === undefined && places.days === undefined ? undefined : fitting(places);
}

const byChange = ({ db }: Sorting, filter: PlaceFilter, after: SortedPlace | undefined, limit: number): SortedPlace[] =>
  ways(db)
    .changed.all({ workspaceSeq: filter.workspaceSeq, at: after?.group ?? 0, seq: after?.seq ?? 0, limit })
    .map(changedPlace);

/**
 * The positions sorted by date. Only days with orders are visited; each costs a step into the index, or one for each
 * kind. The last day of a page is read completely.
 */
function byDate(sorting: Sorting, filter: PlaceFilter, after: SortedPlace | undefined, most: number): SortedPlace[] {
  const { sign } = sorting;
  const { from, to } = filter.days ?? ALL_DAYS;
  const found: SortedPlace[] = [];
  let day = after === undefined ? nextDay(sorting, filter, { from, to }) : dateOf(sign * after.group);
  while (day !== undefined && found.length < most) {
    const begun = after !== undefined && after.group === sign * numberOf(day) ? after : undefined;
    found.push(...ofDay(sorting, filter, day, begun, most - found.length));
    const rest = sign === 1 ? { from: addDays(day, 1), to } : { from, to: addDays(day, -1) };
    day = day === (sign === 1 ? to : from) ? undefined : nextDay(sorting, filter, rest);
  }
  return found;
}

function nextDay({ db, sign }: Sorting, filter: PlaceFilter, days: Period): string | undefined {
  if (filter.kinds?.length === 0) return undefined;
  const query = ways(db)[sign === 1 ? 'first' : 'last'][filter.kinds === undefined ? 'all' : 'kinds'];
  return query.get(askedFor({ ...filter, days }, BEFORE_ALL, 1))?.day ?? undefined;
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

function byStatus(
  sorting: Sorting,
  filter: PlaceFilter,
  after: SortedPlace | undefined,
  most: number,
): SortedPlace[] | undefined {
  const { db } = sorting;
  const groups = Map.groupBy(kindsOf(db, filter), ({ statusId }) => rankOf(sorting, statusId));
  const found: SortedPlace[] = [];
  for (const [group, kinds] of [...groups].sort(([a], [b]) => a - b)) {
    if (found.length === most) break;
    if (after !== undefined && group < after.group) continue;
    const begun = after?.group === group ? after : undefined;
    const places = newestPlaces(db, { ...filter, kinds }, begun, most - found.length);
    if (places === undefined) return undefined;
    found.push(...places.map((place) => ({ group, within: 0, ...place })));
  }
  return found;
}

/** Merges one range for each kind: two steps into the index for each kind, and one for each position. */
function byTotal(sorting: Sorting, filter: PlaceFilter, after: SortedPlace | undefined, most: number): SortedPlace[] {
  const { db, sign } = sorting;
  const { heads, ofRange } = ways(db)[sign === 1 ? 'cheapest' : 'dearest'];
  // The merge takes the largest first, so signs are flipped before the merge and again after it.
  const turned = (row: { readonly at: number; readonly seq: number }) => ({ at: -sign * row.at, seq: -sign * row.seq });
  const start = after === undefined ? BEFORE_ALL : { at: -after.group, seq: -sign * after.seq };
  const own = { ...filter, kinds: kindsOf(db, filter) };
  const lanes = heads
    .all(askedFor(own, turned(start), most))
    .flatMap(({ kind, ...place }) =>
      laneOf({ kind }, [turned(place)], (range, after, limit) =>
        ofRange.all({ ...range, ...turned(after), limit }).map(turned),
      ),
    );
  const merged = mergeNewest(lanes, most) ?? [];
  return merged.map((place) => ({ group: -place.at, within: 0, at: 0, seq: -sign * place.seq }));
}
