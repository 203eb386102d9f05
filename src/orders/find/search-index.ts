/**
 * This file finds orders by a part of their texts, newest first, in the index of trigrams. Only the rarest trigrams of
 * the searched text are looked up. The index returns the seqs of the orders that contain them. The whole text and the
 * filters are then checked in the orders themselves. Orders not yet in the index are checked one by one. A newer order
 * has a higher seq unless the clock was set back. If the clock was set back, one step must find all matching orders and
 * sort them.
 */

import { type SQL, sql } from 'drizzle-orm';
import { type Db, type Grams, lookUp, type SearchFile, type SearchState } from '../../storage/index.ts';
import type { Position } from '../cursor.ts';
import { fitting, siftPlaces, withinBytes } from './found.ts';
import { BEFORE_ALL, type PlaceFilter } from './newest-places.ts';

/**
 * The limits on candidates that a step checks, for one word and for many words. Checking them takes a millisecond or
 * two.
 */
const CANDIDATES = 500;
const WITH_MANY_WORDS = 250;
/**
 * The limit on unindexed orders that one step checks for a search of one word. For several words, the limit is divided
 * by their number.
 */
const BEHIND = 500;
const ORDERED = 2_000;
/**
 * Makes SQLite find orders by seq, because each query asks for a limited number of seqs. With the index of another
 * column, SQLite could read any number of orders.
 */
const BY_SEQ = sql`orders NOT INDEXED`;
const TOP = Number.MAX_SAFE_INTEGER;

interface Sought extends PlaceFilter {
  readonly sift: SQL;
  readonly words: number;
  readonly parses: boolean;
  readonly grams: Grams;
  readonly search: SearchFile;
}

/** `end` is where the step stopped; undefined at the end of the list. */
interface Step {
  readonly places: readonly Position[];
  readonly end: Position | undefined;
}

/** Runs one search step in the index. @returns the positions found; undefined if the index cannot answer */
export function searchIndex(db: Db, sought: Sought, after: Position | undefined): Step | undefined {
  const state = sought.search.look(db);
  if (state === undefined) return undefined;
  if (!state.inOrder) return searchWhole(db, sought, state, after);
  const top = after?.seq ?? TOP;
  const order = orderBehind(db, sought.search, state);
  if (order === 'unknown') return undefined;
  if (order === 'broken') return searchWhole(db, sought, state, after);
  const { places, end, left } = behindOf(db, sought, state.mark, top);
  if (end !== undefined) return { places, end };
  const found = candidatesOf(db, sought, state, { top, left });
  if (found === undefined) return undefined;
  places.push(...placesOf(db, sought, found.seqs));
  return { places, end: found.last === 0 ? undefined : placeBefore(db, found.last) };
}

/**
 * For each index, the last search that matched too many orders for one step. When this search continues, its words are
 * not looked up again.
 */
const tooMany = new WeakMap<SearchFile, string>();

/**
 * Searches an index in one step. This is needed after the clock was set back, because seqs then do not follow the time
 * of creation. The step must find all matching orders before it can sort them.
 */
function searchWhole(db: Db, sought: Sought, state: SearchState, after: Position | undefined): Step | undefined {
  const { mark } = state;
  const asked = JSON.stringify([sought.grams, mark, sought.parses]);
  if (tooMany.get(sought.search) === asked) return undefined;
  const behind = behindOf(db, sought, mark, TOP);
  const { left } = behind;
  const found = behind.end === undefined ? candidatesOf(db, sought, state, { top: TOP, left }) : undefined;
  if (found === undefined) return undefined;
  if (found.last > 0) {
    tooMany.set(sought.search, asked);
    return undefined;
  }
  const all = [...behind.places, ...placesOf(db, sought, found.seqs)];
  const { at, seq } = after ?? BEFORE_ALL;
  const places = all
    .filter((place) => place.at < at || (place.at === at && place.seq < seq))
    .sort((a, b) => b.at - a.at || b.seq - a.seq)
    .map(({ at, seq }) => ({ at, seq }));
  return { places, end: undefined };
}

/** Finds all matching orders in one step; undefined if one step cannot find all of them. */
export function searchFew(db: Db, sought: Sought): readonly number[] | undefined {
  const state = sought.search.look(db);
  return state && searchWhole(db, sought, state, undefined)?.places.map(({ seq }) => seq);
}

function placesOf(db: Db, sought: Sought, seqs: readonly number[]): Position[] {
  return db.all<Position>(
    sql`SELECT created_at AS at, seq FROM ${BY_SEQ} WHERE seq IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))
      AND ${fits(sought)} ORDER BY seq DESC`,
  );
}

interface Below {
  readonly top: number;
  readonly left: number | undefined;
}

function candidatesOf(db: Db, sought: Sought, { mark, changed }: SearchState, { top, left }: Below) {
  const { search, grams, words } = sought;
  const most = Math.max(WITH_MANY_WORDS, Math.ceil(CANDIDATES / words));
  const below = Math.min(top, mark + 1);
  const found = search.ask((index) => lookUp(index, 'order_search', { words: grams, newest: mark, below, most }));
  if (found === undefined) return undefined;
  const seqs = [...found.seqs, ...changed.filter((seq) => seq >= found.last && seq < below)];
  const newestFirst = [...new Set(seqs)].sort((a, b) => b - a).map((seq) => ({ seq }));
  const { some, next } = checkable(db, sought, newestFirst, left);
  return { seqs: some.map(({ seq }) => seq), last: next === undefined ? found.last : next.seq + 1 };
}

/**
 * Selects the orders that the step may check. `next` is the first order that it may not check; undefined if it may
 * check all.
 */
function checkable<P extends Pick<Position, 'seq'>>(db: Db, sought: Sought, seen: readonly P[], atMost?: number) {
  if (!sought.parses) return { some: seen, next: undefined, left: undefined };
  // Orders of other workspaces are dropped first, so that their sizes do not count towards the limit on parsing.
  const own = siftPlaces(db, seen, fitting(sought));
  const { places: some, left } = withinBytes(db, own, atMost);
  return { some, next: own[some.length], left };
}

const fits = (sought: Sought): SQL => sql`${fitting(sought)} AND ${sought.sift}`;

/**
 * Checks the unindexed orders, up to the limit of one step.
 * @returns `end` is where the step stopped; undefined if all orders were checked
 */
function behindOf(db: Db, sought: Sought, mark: number, top: number) {
  const most = Math.ceil(BEHIND / sought.words);
  const seen = db.all<Position>(
    sql`SELECT created_at AS at, seq FROM ${BY_SEQ} WHERE seq > ${mark} AND seq < ${top} ORDER BY seq DESC LIMIT ${most}`,
  );
  const { some, next, left } = checkable(db, sought, seen);
  const last = next === undefined ? seen : some;
  const isAll = next === undefined && seen.length < most;
  return { places: siftPlaces(db, some, fits(sought)), end: isAll ? undefined : last.at(-1), left };
}

/** The part of the unindexed orders that `orderBehind` has already checked. It ends at the order `seq`. */
interface CheckedPart {
  readonly seq: number;
  readonly at: number;
  readonly isBroken: boolean;
}
const known = new WeakMap<SearchFile, CheckedPart>();

/**
 * Checks that each unindexed order was created no earlier than the previous one. Each call extends the checked part, so
 * an index that lags far behind takes several calls.
 */
function orderBehind(db: Db, search: SearchFile, { mark, markAt }: SearchState): 'known' | 'broken' | 'unknown' {
  const before = known.get(search);
  const start = before !== undefined && before.seq > mark ? before : { seq: mark, at: markAt, isBroken: false };
  const rows = db.all<Position>(
    sql`SELECT created_at AS at, seq FROM ${BY_SEQ} WHERE seq > ${start.seq} ORDER BY seq LIMIT ${ORDERED}`,
  );
  const isBroken = start.isBroken || rows.some(({ at }, nth) => at < (rows[nth - 1]?.at ?? start.at));
  known.set(search, { ...start, ...rows.at(-1), isBroken });
  if (isBroken) return 'broken';
  return rows.length < ORDERED ? 'known' : 'unknown';
}

function placeBefore(db: Db, seq: number): Position | undefined {
  const [order] = db.all<Position>(
    // In ORDER BY, SQLite would read a bare `seq` as the column of the result, and sort all orders.
    sql`SELECT created_at AS at, seq + 1 AS seq FROM orders WHERE seq < ${seq} ORDER BY orders.seq DESC LIMIT 1`,
  );
  return order;
}
