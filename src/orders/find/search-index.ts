import { type SQL, sql } from 'drizzle-orm';
import { type Db, holdingAll, type SearchFile, type SearchState, trigramsOf } from '../../storage/index.ts';
import type { Position } from '../cursor.ts';
import { fitting } from './found.ts';
import { BEFORE_ALL, type PlaceFilter } from './newest-places.ts';

/**
 * Finds orders by a fragment of their texts, newest first, in the index of trigrams. The index returns the seqs of
 * texts that contain all trigrams of the fragment. The order itself decides the rest. Orders not yet in the index are
 * checked one by one. Seqs follow the time of creation unless the clock was set back.
 */

/** The most trigrams of a word that are asked for; further ones would exclude nothing more. */
const GRAMS_ASKED = 20;
/** Bounds of one step: candidates that contain the trigrams, and slices of seqs. A step takes a millisecond or two. */
const CANDIDATES = 500;
const SLICES = 8;
const SLICE = 65_536;
/** The number of orders not yet in the index that one step checks. */
const BEHIND = 500;
const ORDERED = 2_000;
/**
 * A slice may be longer if its rarest trigram occurs no more often than this: one step checks all those orders. Only
 * the first {@link GRAMS_WEIGHED} trigrams of a word are weighed.
 */
const RARE = 400;
const GRAMS_WEIGHED = 6;
/** A trigram this many times more common than the rarest excludes little more. Its list of orders is long. */
const MUCH_MORE = 8;
/** Keeps SQLite off the index of another filtered column, which may hold any number of orders. */
const BY_SEQ = sql`orders NOT INDEXED`;
/** A seq above all others. */
const TOP = Number.MAX_SAFE_INTEGER;

/** The trigrams of each spelling of each word. */
type Grams = readonly (readonly (readonly string[])[])[];

/** @returns undefined if no word is long enough */
export function gramsOf(terms: readonly (readonly string[])[]): Grams | undefined {
  const words = terms
    .map((spellings) => widest(spellings.map((term) => trigramsOf(term).slice(0, GRAMS_ASKED))))
    .filter((spellings) => spellings.every((grams) => grams.length > 0));
  return words.length === 0 ? undefined : words;
}

/**
 * Leaves out spellings that contain all trigrams of another one: a phone with its country also contains the one
 * without.
 */
const widest = (spellings: readonly (readonly string[])[]): readonly (readonly string[])[] =>
  spellings.filter(
    (grams, at) =>
      !spellings.some(
        (other, nth) =>
          nth !== at && other.every((gram) => grams.includes(gram)) && (other.length < grams.length || nth < at),
      ),
  );

const matchOf = (words: Grams): string =>
  words.map((spellings) => `(${spellings.map(holdingAll).join(' OR ')})`).join(' AND ');

interface Sought extends PlaceFilter {
  readonly sift: SQL;
  /** The number of words that each text is searched for. The more words, the fewer orders a step checks. */
  readonly words: number;
  readonly grams: Grams;
  readonly search: SearchFile;
}

interface Candidates {
  readonly seqs: readonly number[];
  /** The lowest seq down to which the list of seqs is complete. */
  readonly last: number;
}

/** The places that one step found. `end` is where the step stopped, undefined at the end of the list. */
interface Step {
  readonly places: readonly Position[];
  readonly end: Position | undefined;
}

/** @returns the places that one step found; undefined if the index cannot answer */
export function searchIndex(db: Db, sought: Sought, after: Position | undefined): Step | undefined {
  const state = sought.search.look(db);
  if (state === undefined) return undefined;
  if (!state.inOrder) return searchWhole(db, sought, state, after);
  const top = after?.seq ?? TOP;
  const order = orderBehind(db, sought.search, state);
  if (order === 'unknown') return undefined;
  if (order === 'broken') return searchWhole(db, sought, state, after);
  const { rows, isAll } = behindOf(db, sought, state.mark, top);
  const places = rows.filter((row) => row.fits === 1).map(({ at, seq }) => ({ at, seq }));
  if (!isAll) return { places, end: rows.at(-1) };
  const found = candidatesOf(sought, Math.min(top, state.mark + 1), state.changed);
  if (found === undefined) return undefined;
  places.push(...placesOf(db, sought, found.seqs));
  return { places, end: found.last === 0 ? undefined : placeBefore(db, found.last) };
}

/**
 * Searches without the sequence of creation: a clock that was set back breaks it. All orders must then be found in one
 * step.
 */
function searchWhole(
  db: Db,
  sought: Sought,
  { mark, changed }: SearchState,
  after: Position | undefined,
): Step | undefined {
  const { rows, isAll } = behindOf(db, sought, mark, TOP);
  const found = isAll ? candidatesOf(sought, mark + 1, changed) : undefined;
  if (found === undefined || found.last > 0) return undefined;
  const all = [...rows.filter(({ fits }) => fits === 1), ...placesOf(db, sought, found.seqs)];
  const { at, seq } = after ?? BEFORE_ALL;
  const places = all
    .filter((place) => place.at < at || (place.at === at && place.seq < seq))
    .sort((a, b) => b.at - a.at || b.seq - a.seq)
    .map(({ at, seq }) => ({ at, seq }));
  return { places, end: undefined };
}

/** The seqs of all matching orders, if one step can find them; undefined otherwise. */
export function searchFew(db: Db, sought: Sought): readonly number[] | undefined {
  const state = sought.search.look(db);
  return state && searchWhole(db, sought, state, undefined)?.places.map(({ seq }) => seq);
}

/** The places of the orders that match the filter, by seq, newest first. */
function placesOf(db: Db, sought: Sought, seqs: readonly number[]): Position[] {
  return db.all<Position>(
    sql`SELECT created_at AS at, seq FROM ${BY_SEQ} WHERE seq IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))
      AND ${fits(sought)} ORDER BY seq DESC`,
  );
}

/** The seqs below a given one that may match, from the index and from orders changed since. */
function candidatesOf({ search, grams }: Sought, below: number, changed: readonly number[]): Candidates | undefined {
  const found = search.ask((index) => lookUp(index, grams, below));
  return found && { ...found, seqs: [...found.seqs, ...changed.filter((seq) => seq >= found.last && seq < below)] };
}

/**
 * The seqs below a given one whose texts contain the trigrams. In long slices only the rarest word is looked up:
 * reading through all matches of a common word takes long.
 */
function lookUp(db: Db, words: Grams, below: number): Candidates {
  const seqs: number[] = [];
  const weighed = words.map((spellings) => weigh(db, spellings, below));
  const rarest = weighed.reduce((a, b) => (b.span > a.span ? b : a));
  const [asked, atMost] = rarest.span > SLICE ? [[rarest], 1] : [weighed, MUCH_MORE];
  const match = matchOf(
    asked.map(({ spellings }) =>
      spellings.map(({ span, grams }) => grams.filter((one) => one.span * atMost >= span).map(({ gram }) => gram)),
    ),
  );
  const width = Math.max(rarest.span, SLICE);
  let last = below;
  for (let slice = 0; slice < SLICES && last > 0 && seqs.length < CANDIDATES; slice += 1) {
    const low = Math.max(0, last - width);
    const most = CANDIDATES - seqs.length;
    const found = db.all<{ seq: number }>(
      sql`SELECT rowid AS seq FROM order_search WHERE order_search MATCH ${match}
        AND rowid >= ${low} AND rowid < ${last} ORDER BY rowid DESC LIMIT ${most}`,
    );
    seqs.push(...found.map(({ seq }) => seq));
    last = found.length === most ? (found.at(-1)?.seq ?? low) : low;
  }
  return { seqs, last };
}

/** A span of seqs in which a trigram occurs at most {@link RARE} times; the rarer it is, the longer. */
interface Span {
  readonly span: number;
}

/** A word is as rare as its most common spelling, and a spelling as its rarest trigram. */
interface WordWeight extends Span {
  readonly spellings: readonly (Span & { readonly grams: readonly (Span & { readonly gram: string })[] })[];
}

function weigh(db: Db, spellings: readonly (readonly string[])[], below: number): WordWeight {
  const spanOf = (gram: string): number =>
    below -
    (db.all<{ seq: number }>(
      sql`SELECT rowid AS seq FROM order_search WHERE order_search MATCH ${holdingAll([gram])} AND rowid < ${below}
        ORDER BY rowid DESC LIMIT 1 OFFSET ${RARE}`,
    )[0]?.seq ?? 0);
  const each = spellings.map((all) => {
    const grams = all.slice(0, GRAMS_WEIGHED).map((gram) => ({ gram, span: spanOf(gram) }));
    return { span: Math.max(...grams.map(({ span }) => span)), grams };
  });
  return { span: Math.min(...each.map(({ span }) => span)), spellings: each };
}

const fits = ({ sift, ...places }: Sought): SQL => sql`${fitting(places)} AND ${sift}`;

type Behind = Position & { readonly fits: number };

/**
 * Finds orders that the index does not have yet, below a seq and newest first. It finds no more than one step checks.
 */
function behindOf(db: Db, sought: Sought, mark: number, top: number) {
  const most = Math.ceil(BEHIND / sought.words);
  const rows = db.all<Behind>(
    sql`SELECT created_at AS at, seq, ${fits(sought)} AS fits FROM ${BY_SEQ}
      WHERE seq > ${mark} AND seq < ${top} ORDER BY seq DESC LIMIT ${most}`,
  );
  return { rows, isAll: rows.length < most };
}

/** The part of the unindexed orders whose sequence was checked, by its last order. */
interface CheckedPart {
  readonly seq: number;
  readonly at: number;
  readonly isBroken: boolean;
}
const known = new WeakMap<SearchFile, CheckedPart>();

/**
 * Checks that each order not yet indexed was created no earlier than the one before. Each call extends the known part,
 * so an index that lags far behind takes several.
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

/** The place just before all orders below a seq; undefined if there are none. */
function placeBefore(db: Db, seq: number): Position | undefined {
  const [order] = db.all<Position>(
    // In ORDER BY, SQLite would take a bare seq for the column of the result, and sort all orders.
    sql`SELECT created_at AS at, seq + 1 AS seq FROM orders WHERE seq < ${seq} ORDER BY orders.seq DESC LIMIT 1`,
  );
  return order;
}
