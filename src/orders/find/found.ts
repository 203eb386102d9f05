import { type SQL, sql } from 'drizzle-orm';
import { type Db, orders } from '../../storage/index.ts';
import type { Position } from '../cursor.ts';
import { bytesOf } from '../text-bytes.ts';
import type { PlaceFilter } from './newest-places.ts';
import { ALL_DAYS, type Period } from './period.ts';

export interface FoundPage<Place> {
  readonly places: readonly Place[];
  /** The position from which the next page continues; undefined at the end. */
  readonly end: Place | undefined;
  /** True if the search stopped at its limit although the page was not full. */
  readonly open: boolean;
}

export const NOTHING_FOUND: FoundPage<never> = { places: [], end: undefined, open: false };

/**
 * Makes a page of the positions found.
 * @param end the position where the search stopped; undefined if nothing is left
 */
export function pageOf<Place>(found: readonly Place[], end: Place | undefined, limit: number): FoundPage<Place> {
  return found.length > limit
    ? { places: found.slice(0, limit), end: found[limit - 1], open: false }
    : { places: found, end, open: end !== undefined };
}

export function fitting({ workspaceSeq, deleted, kinds, days, num }: PlaceFilter): SQL {
  const seqs = JSON.stringify(kinds?.map(({ seq }) => seq) ?? []);
  const ofKind = kinds === undefined ? sql`TRUE` : sql`kind_seq IN (SELECT value FROM json_each(${seqs}))`;
  const ofNum = num === undefined ? sql`TRUE` : sql`num = ${num}`;
  return sql`workspace_seq = ${workspaceSeq} AND deleted_at IS ${deleted ? sql`NOT NULL` : sql`NULL`}
    AND ${inDays(days ?? ALL_DAYS)} AND ${ofKind} AND ${ofNum}`;
}

const inDays = ({ from, to }: Period): SQL => sql`date BETWEEN ${from} AND ${to}`;

/**
 * Returns a plan that does not look up the days of the period in the index. Instead, the date of each order is checked.
 * This is for a period with too many days to look up one by one.
 */
export const siftingDays = <P extends SiftedPlaces>(plan: P): P => {
  const { days } = plan.places;
  if (days === undefined) return plan;
  const sift = plan.sift === undefined ? inDays(days) : sql`${inDays(days)} AND ${plan.sift}`;
  return { ...plan, places: { ...plan.places, days: undefined }, sift };
};

interface SiftedPlaces {
  readonly places: PlaceFilter;
  readonly sift: SQL | undefined;
}

/**
 * The maximum number of orders that one step checks against conditions without an index. Checking this many takes about
 * a millisecond.
 */
const SEEN_AT_ONCE = 500;
/** The limit on the bytes of items that one step parses. Parsing them takes some milliseconds. */
const PARSED_AT_ONCE = 1_048_576;
/**
 * The bytes of items, plus an eighth of the bytes of other texts. SQLite parses the items. It only reads the other
 * texts, so they take an eighth of the time.
 */
const PARSED_BYTES = sql`${bytesOf(orders.products)}
  + (${bytesOf(orders.client, orders.recipient, orders.delivery, orders.additional)}) / 8`;

/**
 * Finds the first orders that meet `sift`. One call checks at most `bound` orders, so it may end before the page is
 * full.
 * @param next returns up to `most` sorted positions after a position; undefined if a filter by days needs too many
 * lookups
 */
export function siftWalk<P extends Position>(
  db: Db,
  next: (after: P | undefined, most: number) => readonly P[] | undefined,
  { sift, words, parses, after, limit, bound = SEEN_AT_ONCE }: Sifting<P>,
): FoundPage<P> | undefined {
  const passing: P[] = [];
  const all = Math.ceil(bound / words);
  const part = Math.max(limit + 1, Math.ceil(Math.max(bound, SEEN_AT_ONCE) / 4 / words));
  let last = after;
  let left = PARSED_AT_ONCE;
  // Only a part of the positions is read first, because that part may already fill the page.
  for (const most of [part, all - part].filter((rest) => rest > 0)) {
    const seen = next(last, most);
    if (seen === undefined) return undefined;
    const some = parses ? withinBytes(db, seen, left) : { places: seen, left };
    left = some.left;
    passing.push(...siftPlaces(db, some.places, sift));
    last = some.places.at(-1) ?? last;
    if (some.places.length < seen.length) break;
    if (seen.length < most) return pageOf(passing, undefined, limit);
    if (passing.length > limit) break;
  }
  return pageOf(passing, last, limit);
}

interface Sifting<P> {
  readonly sift: SQL;
  readonly words: number;
  readonly parses: boolean;
  readonly after: P | undefined;
  readonly limit: number;
  readonly bound?: number | undefined;
}

/**
 * Keeps the first orders, up to `atMost` bytes of items to parse. The first order is kept even if it is larger, unless
 * the step has already parsed other orders.
 */
export function withinBytes<P extends Pick<Position, 'seq'>>(db: Db, seen: readonly P[], atMost = PARSED_AT_ONCE) {
  const seqs = JSON.stringify(seen.map(({ seq }) => seq));
  const rows = db.all<{ seq: number; bytes: number }>(
    sql`SELECT seq, ${PARSED_BYTES} AS bytes FROM orders NOT INDEXED WHERE seq IN (SELECT value FROM json_each(${seqs}))`,
  );
  const sizes = new Map(rows.map(({ seq, bytes }) => [seq, bytes]));
  let left = atMost;
  const beyond = seen.findIndex(({ seq }, nth) => {
    left -= sizes.get(seq) ?? 0;
    return left < 0 && (nth > 0 || atMost < PARSED_AT_ONCE);
  });
  return { places: beyond === -1 ? seen : seen.slice(0, beyond), left };
}

export function siftPlaces<P extends Pick<Position, 'seq'>>(db: Db, seen: readonly P[], sift: SQL): P[] {
  const seqs = JSON.stringify(seen.map(({ seq }) => seq));
  const rows = db.all<{ seq: number }>(
    sql`SELECT seq FROM orders NOT INDEXED WHERE seq IN (SELECT value FROM json_each(${seqs})) AND ${sift}`,
  );
  const passing = new Set(rows.map(({ seq }) => seq));
  return seen.filter(({ seq }) => passing.has(seq));
}
