/**
 * Looks up texts in an index of trigrams. For each trigram, the index has a list of the texts that contain it. FTS5
 * checks LIMIT and the bounds of the rowid only after it has found a text with all searched trigrams. Before that, it
 * could read a million entries of their lists. So each list is read by a query of its own, in parts, and this module
 * compares the lists. A query for any one of several trigrams needs no such care, because it stops at its LIMIT.
 */

import { sql } from 'drizzle-orm';
import { trigramsOf } from '../schema/index.ts';
import type { Db } from './open.ts';

/** The trigrams of each spelling of each word. */
export type Grams = readonly (readonly (readonly string[])[])[];

type Index = 'order_search' | 'client_search' | 'product_search';

interface Lookup {
  readonly words: Grams;
  readonly newest: number;
  readonly below: number;
  readonly most: number;
}

interface Candidates {
  /** The seqs, newest first. */
  readonly seqs: readonly number[];
  /**
   * The lowest seq of the searched range. `seqs` has every candidate from the newest down to this seq. Candidates with
   * lower seqs may be missing.
   */
  readonly last: number;
}

/** The maximum number of lists that a search measures to find the shortest ones. OF_WORD is the limit for each word. */
const WEIGHED = 12;
const OF_WORD = 6;
/** The length below which a list need not be compared with others. */
const RARE = 150;
/**
 * The maximum number of lists that a search compares seq by seq. READ is the limit on seqs read from each list. Reading
 * that many takes some two milliseconds.
 */
const COMPARED = 3;
const READ = 4_000;
/**
 * The maximum length of a compared list, as a multiple of the shortest list's length. A longer list would exclude few
 * candidates.
 */
const MUCH_MORE = 8;
/**
 * The limit on the share of seqs that remain after the lists are compared. Above it, comparing excludes too few seqs,
 * so the search reads only the rarest list.
 */
const LEAVES_MUCH = 0.5;

export function gramsOf(terms: readonly (readonly string[])[]): Grams | undefined {
  const words = terms
    .map((spellings) => widest(spellings.map(trigramsOf)))
    .filter((spellings) => spellings.every((grams) => grams.length > 0));
  return words.length === 0 ? undefined : words;
}

/**
 * Leaves out a spelling that contains all trigrams of another spelling, because the other one finds the same texts too.
 * For example, leaves out a phone with its country code if the phone without it is there.
 */
const widest = (spellings: readonly (readonly string[])[]): readonly (readonly string[])[] =>
  spellings.filter(
    (grams, at) =>
      !spellings.some(
        (other, nth) =>
          nth !== at && other.every((gram) => grams.includes(gram)) && (other.length < grams.length || nth < at),
      ),
  );

export function lookUp(db: Db, index: Index, asked: Lookup): Candidates {
  const { most } = asked;
  const known = listsFor(db, index, asked);
  const few = compare(db, index, known.lists, asked, most);
  if (few.last === 0) return few;
  if (known.lists.length === 1 || few.seqs.length > most * LEAVES_MUCH) {
    known.lists = known.lists.slice(0, 1);
    return few;
  }
  const { seqs, last } = compare(db, index, known.lists, asked, READ);
  return seqs.length > most ? { seqs: seqs.slice(0, most), last: seqs[most - 1] ?? last } : { seqs, last };
}

/**
 * Finds the seqs that all lists contain, and reads at most `limit` seqs of the rarest list. Older matches may be
 * missing: the result is complete down to the returned `last`.
 */
function compare(
  db: Db,
  index: Index,
  [rarest, ...others]: readonly string[],
  { below, most }: Lookup,
  limit: number,
): Candidates {
  let seqs = seqsOf(db, index, rarest ?? '', { from: 0, below, limit });
  let last = seqs.length < limit ? 0 : (seqs.at(-1) ?? 0);
  for (const list of others) {
    if (last === 0 && seqs.length <= most) break;
    const held = seqsOf(db, index, list, { from: last, below, limit: READ });
    if (held.length === READ && last === 0) continue;
    if (held.length === READ) last = held.at(-1) ?? last;
    const among = new Set(held);
    seqs = seqs.filter((seq) => among.has(seq));
  }
  return { seqs, last };
}

interface Known {
  readonly words: string;
  /**
   * The searched trigrams as FTS5 expressions, the rarest first. `lookUp` keeps only the first one if the others
   * exclude too few texts.
   */
  lists: readonly string[];
}

/** The lists of the latest search on each connection. The next step of that search uses them again. */
const latest = new WeakMap<Db, Known>();

function listsFor(db: Db, index: Index, { words, newest, below }: Lookup): Known {
  const text = JSON.stringify([index, words]);
  const before = latest.get(db);
  if (before?.words === text && below <= newest) return before;
  const known = { words: text, lists: weigh(db, index, words, newest) };
  latest.set(db, known);
  return known;
}

/**
 * Returns the shortest lists, the shortest first. Estimates the length of a list from its newest seqs, because FTS5
 * reads those faster than seqs in the middle.
 */
function weigh(db: Db, index: Index, words: Grams, newest: number): readonly string[] {
  const weighed: { readonly list: string; readonly span: number }[] = [];
  for (const list of listsOf(words)) {
    const [seq] = seqsOf(db, index, list, { from: 0, below: newest + 1, limit: 1, offset: RARE });
    if (seq === undefined) return [list];
    weighed.push({ list, span: newest + 1 - seq });
  }
  const longest = Math.max(...weighed.map(({ span }) => span));
  return weighed
    .filter(({ span }) => span * MUCH_MORE >= longest)
    .sort((a, b) => b.span - a.span)
    .slice(0, COMPARED)
    .map(({ list }) => list);
}

/**
 * Returns FTS5 queries, each for one trigram of a searched word. No query misses a text that matches the search. For a
 * word in several spellings, a query accepts a trigram of any spelling.
 */
function listsOf(words: Grams): string[] {
  const each = Math.max(1, Math.min(OF_WORD, Math.floor(WEIGHED / words.length)));
  return words
    .slice(0, WEIGHED)
    .flatMap((spellings) =>
      Array.from({ length: Math.min(each, Math.max(...spellings.map(({ length }) => length))) }, (_, at) =>
        spellings.map((grams) => quoted(grams[Math.min(at, grams.length - 1)] ?? '')).join(' OR '),
      ),
    );
}

/** Quotes a text, so that FTS5 reads it as a plain string without operators. */
const quoted = (gram: string): string => `"${gram.replaceAll('"', '""')}"`;

interface Part {
  readonly from: number;
  readonly below: number;
  readonly limit: number;
  readonly offset?: number;
}

function seqsOf(db: Db, index: Index, list: string, { from, below, limit, offset = 0 }: Part): number[] {
  const table = sql.raw(index);
  const rows = db.all<{ seq: number }>(
    sql`SELECT rowid AS seq FROM ${table} WHERE ${table} MATCH ${list}
      AND rowid >= ${from} AND rowid < ${below} ORDER BY rowid DESC LIMIT ${limit} OFFSET ${offset}`,
  );
  return rows.map(({ seq }) => seq);
}
