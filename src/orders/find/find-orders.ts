import type { Db, SearchFile } from '../../storage/index.ts';
import type { Position, SortedPlace } from '../cursor.ts';
import { findOfClient, isOfClient } from './client-orders.ts';
import { type FoundPage, NOTHING_FOUND, pageOf, siftingDays, siftWalk } from './found.ts';
import { madePlaces, newestPlaces } from './newest-places.ts';
import type { Span } from './period.ts';
import type { Plan } from './plan.ts';
import { searchIndex } from './search-index.ts';
import { findSorted, isManyMade } from './sorted-places.ts';

/**
 * The number of newest orders that one step of a search checks before it asks the search index. A search that cannot
 * use the index checks more orders.
 */
const SEEN_BESIDE_INDEX = 250;

/** Finds a page of matching orders with limited work; `open` is true if the page ended before it was full. */
export function findOrders(db: Db, plan: Plan, after: SortedPlace | undefined, limit: number): FoundPage<SortedPlace> {
  if (plan.sort !== undefined && !isManyMade(db, plan))
    return findSorted(db, { ...plan, sort: plan.sort }, after, limit);
  if (isOfClient(plan)) return findOfClient(db, plan, after, limit);
  const { made } = plan;
  const start = after ?? (made && startOf(db, plan.places.workspaceSeq, made));
  if (made !== undefined && start === undefined) return NOTHING_FOUND;
  const found = findNewest(db, plan, start, limit) ?? findNewest(db, siftingDays(plan), start, limit);
  const { places, end, open } = found ?? NOTHING_FOUND;
  // Orders are read newest first. If `end` is from before the span, all remaining orders are too, so the search is
  // over.
  if (made !== undefined && end !== undefined && end.at < made.from)
    return { ...NOTHING_FOUND, places: places.map(sortedPlace) };
  return { places: places.map(sortedPlace), end: end && sortedPlace(end), open };
}

const sortedPlace = ({ at, seq }: Position): SortedPlace => ({ group: 0, within: 0, at, seq });

/**
 * Returns where a search of a span starts: just before its newest order, because the newest orders come first. The
 * position needs that order's seq, because the search index is read by seq and not by time.
 */
function startOf(db: Db, workspaceSeq: number, made: Span): Position | undefined {
  const [newest] = madePlaces(db, workspaceSeq, made, 1);
  return newest && { at: newest.at, seq: newest.seq + 1 };
}

/**
 * Finds the newest orders. For a text, it first walks through the newest orders, which is faster for a common text. If
 * the walk does not fill the page, it searches the index, which is faster for a rare text. It returns the index's
 * result if that fills the page or reaches further back than the walk.
 * @returns undefined if a period has too many days to search
 */
function findNewest(
  db: Db,
  { places, sift, words, parses, grams, search }: Plan,
  after: Position | undefined,
  limit: number,
): FoundPage<Position> | undefined {
  if (sift === undefined) {
    // One extra order shows whether there is a next page.
    const found = newestPlaces(db, places, after, limit + 1);
    return found && pageOf(found, undefined, limit);
  }
  const asked = grams === undefined ? undefined : JSON.stringify([places.workspaceSeq, grams]);
  const isAlone = asked === undefined || takesWalk(search, asked);
  const bound = isAlone ? undefined : SEEN_BESIDE_INDEX;
  const walked = siftWalk(db, (from, most) => newestPlaces(db, places, from, most), {
    sift,
    words,
    parses,
    after,
    limit,
    bound,
  });
  if (walked === undefined || grams === undefined || isAlone) return walked;
  if (walked.end === undefined || walked.places.length === limit) return walked;
  const sought = searchIndex(db, { ...places, sift, words, parses, grams, search }, after);
  if (sought === undefined) return walked;
  const found = pageOf(sought.places, sought.end, limit);
  const isBetter = isFurther(found.end, walked.end) || found.places.length === limit;
  noteWinner(search, asked, isBetter);
  return isBetter ? found : walked;
}

/**
 * A text search in which walking through the orders got further than the index. The index falls behind if other
 * workspaces have many orders with the text. So the next `left` calls of this search skip the index.
 */
interface Outrun {
  readonly asked: string;
  readonly steps: number;
  left: number;
}

const WALKED_AT_MOST = 64;
const outruns = new WeakMap<SearchFile, Outrun>();

function takesWalk(search: SearchFile, asked: string): boolean {
  const outrun = outruns.get(search);
  if (outrun?.asked !== asked || outrun.left === 0) return false;
  outrun.left -= 1;
  return true;
}

function noteWinner(search: SearchFile, asked: string, isIndex: boolean): void {
  const before = outruns.get(search);
  const steps = before?.asked === asked ? Math.min(before.steps * 2, WALKED_AT_MOST) : 1;
  if (isIndex) outruns.delete(search);
  else outruns.set(search, { asked, steps, left: steps });
}

const isFurther = (one: Position | undefined, other: Position): boolean =>
  one === undefined || one.at < other.at || (one.at === other.at && one.seq < other.seq);
