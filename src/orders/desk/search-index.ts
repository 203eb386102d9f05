import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../storage/index.ts';
import type { Position } from '../cursor.ts';
import { ALL_DAYS, type PlaceFilter } from '../newest-places.ts';

/**
 * Orders by a fragment of their texts, newest first, out of the index of trigrams. It gives what holds all trigrams of what is looked for,
 * by seq; the order itself says the rest. Seqs go as creation does unless the clock was set back: then the index is not asked.
 */

/** The least that the index knows a place of. */
const GRAM = 3;
/** More of one word would leave out nothing more. */
const GRAMS_ASKED = 20;
/** One go looks at so many of what holds the trigrams, within so many slices of so many seqs: a millisecond or two. */
const CANDIDATES = 500;
const SLICES = 16;
const SLICE = 65_536;
/** No index of a column that the filter names besides, which holds any number of orders. */
const BY_SEQ = sql`orders NOT INDEXED`;
/** Above all seqs. */
const TOP = Number.MAX_SAFE_INTEGER;

/** @returns undefined where no word is long enough */
export function matchOf(terms: readonly (readonly string[])[]): string | undefined {
  const words = terms.flatMap((spellings) => {
    const grams = spellings.map(gramsOf);
    return grams.some((ofOne) => ofOne.length === 0) ? [] : [`(${grams.map((all) => all.join(' AND ')).join(' OR ')})`];
  });
  return words.length === 0 ? undefined : words.join(' AND ');
}

function gramsOf(term: string): string[] {
  const points = Array.from(term);
  const grams = points.slice(GRAM - 1).map((_, at) => points.slice(at, at + GRAM).join(''));
  return [...new Set(grams)].slice(0, GRAMS_ASKED).map((gram) => `"${gram.replaceAll('"', '""')}"`);
}

interface Sought extends PlaceFilter {
  readonly sift: SQL;
  readonly match: string;
}

interface State {
  /** The orders up to this one stand in the index. */
  readonly mark: number;
  readonly inOrder: number;
}

/** @returns where it stands after one go; undefined where the index cannot say */
export function searchIndex(
  db: Db,
  sought: Sought,
  after: Position | undefined,
): { readonly places: readonly Position[]; readonly end: Position | undefined } | undefined {
  const [state] = db.all<State>(sql`SELECT seq AS mark, in_order AS inOrder FROM order_search_state`);
  if (state === undefined || state.inOrder !== 1) return undefined;
  const top = after?.seq ?? TOP;
  const behind = top > state.mark + 1 ? lookBehind(db, sought, state.mark, top) : [];
  if (behind === undefined) return undefined;
  const { candidates, last } = candidatesOf(db, sought.match, Math.min(top, state.mark + 1));
  const seqs = JSON.stringify(candidates);
  const indexed = db.all<Position>(
    sql`SELECT created_at AS at, seq FROM ${BY_SEQ} WHERE seq IN (SELECT value FROM json_each(${seqs})) AND ${fits(sought)}
      ORDER BY seq DESC`,
  );
  return { places: [...behind, ...indexed], end: last === 0 ? undefined : placeBefore(db, last) };
}

/** What holds the trigrams below a seq, and the seq down to which that is all of it. */
function candidatesOf(db: Db, match: string, below: number): { candidates: readonly number[]; last: number } {
  const candidates: number[] = [];
  let last = below;
  for (let slice = 0; slice < SLICES && last > 0 && candidates.length < CANDIDATES; slice += 1) {
    const low = Math.max(0, last - SLICE);
    const most = CANDIDATES - candidates.length;
    const found = db.all<{ seq: number }>(
      sql`SELECT rowid AS seq FROM order_search WHERE order_search MATCH ${match}
        AND rowid >= ${low} AND rowid < ${last} ORDER BY rowid DESC LIMIT ${most}`,
    );
    candidates.push(...found.map(({ seq }) => seq));
    last = found.length === most ? (found.at(-1)?.seq ?? low) : low;
  }
  return { candidates, last };
}

function fits({ workspaceSeq, kinds, days, sift }: Sought): SQL {
  const { from, to } = days ?? ALL_DAYS;
  const seqs = JSON.stringify(kinds?.map(({ seq }) => seq) ?? []);
  const ofKind = kinds === undefined ? sql`TRUE` : sql`kind_seq IN (SELECT value FROM json_each(${seqs}))`;
  return sql`workspace_seq = ${workspaceSeq} AND deleted_at IS NULL AND date BETWEEN ${from} AND ${to} AND ${ofKind} AND ${sift}`;
}

/** Those that are not in the index yet; undefined when the clock was set back among them. */
function lookBehind(db: Db, sought: Sought, mark: number, top: number): Position[] | undefined {
  const rows = db.all<Position & { fits: number }>(
    sql`SELECT created_at AS at, seq, seq > ${mark} AND seq < ${top} AND ${fits(sought)} AS fits FROM ${BY_SEQ}
      WHERE seq >= coalesce((SELECT max(seq) FROM orders WHERE seq <= ${mark}), 0) ORDER BY seq DESC`,
  );
  if (rows.some(({ at }, index) => at > (rows[index - 1]?.at ?? TOP))) return undefined;
  return rows.filter((row) => row.fits === 1).map(({ at, seq }) => ({ at, seq }));
}

/** A place with all orders below a seq behind it, and no other; undefined where there are none. */
function placeBefore(db: Db, seq: number): Position | undefined {
  const [order] = db.all<Position>(
    sql`SELECT created_at AS at, seq + 1 AS seq FROM orders WHERE seq < ${seq} ORDER BY seq DESC LIMIT 1`,
  );
  return order;
}
