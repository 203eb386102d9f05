import { type SQL, sql } from 'drizzle-orm';
import { type Issue, isCalendarDay, validationFailed } from '../../base/index.ts';
import type { Db } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import type { Position } from '../cursor.ts';
import { findKinds, type Kind, type KindFilter, takesAllKinds } from '../kinds.ts';
import { overIn, type ShopTime } from '../late.ts';
import { newestPlaces, type PlaceFilter } from '../newest-places.ts';
import { periodOf } from '../period.ts';
import { searchTerms } from './search.ts';
import { gramsOf, searchIndex } from './search-index.ts';

/** The filter of the desk's orders; within one list any of its values will do. */
export interface DeskFilter extends KindFilter {
  readonly deleted?: boolean | undefined;
  /** YYYY-MM-DD, inclusive, of the order's date. */
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  /** Only those whose slot is over by then. */
  readonly overAt?: ShopTime | undefined;
  /** `HH` of the time at which it begins, `none` where it has none. */
  readonly hours?: readonly string[] | undefined;
  /** Number, name, phone digits, address or item; at most 100 characters. */
  readonly text?: string | undefined;
  /** Undefined: newest first. Deleted orders stand by their deletion, whatever it says. */
  readonly sort?: DeskSort | undefined;
}

export const DESK_SORTS = ['date', '-date', 'total', '-total', 'status', '-status'] as const;
/** By date: a day's by their slots, without a time last. By status: in the order of the set. With a minus the other way about. */
export type DeskSort = (typeof DESK_SORTS)[number];

/** A filter in two parts: one that the indexes answer, one that only the orders themselves do. */
export interface Plan {
  readonly places: PlaceFilter;
  readonly sift: SQL | undefined;
  /** The number of words that each text is looked through for; at least 1, so that it divides a step. */
  readonly words: number;
  /** The query of the search index; undefined where it cannot help. */
  readonly grams: ReturnType<typeof gramsOf>;
}

/** @throws validation_failed */
export function planOf(ctx: Ctx, filter: DeskFilter): Plan {
  checkDays(filter);
  const deleted = filter.deleted === true;
  const workspaceSeq = ctx.workspace.seq;
  const days = periodOf(filter);
  const kinds = takesAllKinds(filter) ? undefined : findKinds(ctx.storage.read, workspaceSeq, filter, deleted);
  const mixed = kinds?.some((kind) => kind.mixed) === true;
  const terms = searchTerms(filter.text ?? '');
  const conditions = [
    // Deleted orders are few: they are looked through.
    ...(deleted && kinds !== undefined ? [ofKinds(kinds)] : []),
    ...(deleted && days !== undefined ? [sql`date BETWEEN ${days.from} AND ${days.to}`] : []),
    ...(mixed ? [onPlatforms(filter)] : []),
    ...(filter.overAt === undefined ? [] : [overIn(filter.overAt)]),
    ...(filter.hours === undefined || filter.hours.length === 0 ? [] : [beginningIn(filter.hours)]),
    ...terms.map(holdingAny),
  ];
  return {
    places: deleted
      ? { workspaceSeq, deleted, days: undefined, kinds: undefined }
      : { workspaceSeq, deleted, days, kinds },
    sift: conditions.length === 0 ? undefined : sql.join(conditions, sql` AND `),
    words: Math.max(1, terms.length),
    grams: deleted ? undefined : gramsOf(terms),
  };
}

const ofKinds = (kinds: readonly Kind[]): SQL =>
  sql`kind_seq IN (SELECT value FROM json_each(${JSON.stringify(kinds.map(({ seq }) => seq))}))`;

const onPlatforms = ({ platforms = [] }: DeskFilter): SQL =>
  sql`platform IN (SELECT value FROM json_each(${JSON.stringify(platforms)}))`;

const beginningIn = (hours: readonly string[]): SQL =>
  sql`coalesce(substr(time_start, 1, 2), 'none') IN (SELECT value FROM json_each(${JSON.stringify(hours)}))`;

function holdingAny(spellings: readonly string[]): SQL {
  const any = spellings.map((term) => sql`instr(search_text, ${term}) > 0`);
  return sql`(${sql.join(any, sql` OR `)})`;
}

function checkDays({ dateFrom, dateTo }: DeskFilter): void {
  const issues: Issue[] = [];
  for (const [path, day] of Object.entries({ dateFrom, dateTo })) {
    if (day === undefined || isCalendarDay(day)) continue;
    issues.push({ path, rule: 'calendar_day' });
  }
  if (issues.length > 0) throw validationFailed(issues);
}

/** A page of places, in the order that was asked for. */
export interface Found<Place> {
  readonly places: readonly Place[];
  /** After which the next page begins; undefined at the end. */
  readonly end: Place | undefined;
  /** The look ended there, and not because more was found than asked for. */
  readonly open: boolean;
}

/** Orders looked through for a word before others are served: some 2 ms. */
const SEEN_AT_ONCE = 1_000;
/** The same bound where the search index goes ahead beside it. */
const SEEN_BESIDE_INDEX = 250;

/**
 * Places of the orders that a plan leaves, as many as are found in one go. A text is looked for on two ways at once. A
 * look through the newest orders that the other filters leave finds what is common. The index finds what is rare. The
 * one that got further is believed. Each is right alone: what is rare in the index may be common in a day, and the
 * other way about.
 */
export function findPlaces(db: Db, plan: Plan, after: Position | undefined, limit: number): Found<Position> {
  if (plan.sift === undefined) {
    // One more than asked for tells whether there is a next page.
    const found = newestPlaces(db, plan.places, after, limit + 1);
    return pageOf(found, undefined, limit);
  }
  const { sift, grams, places, words } = plan;
  const seenAtOnce = Math.ceil((grams === undefined ? SEEN_AT_ONCE : SEEN_BESIDE_INDEX) / words);
  const most = Math.max(seenAtOnce, limit + 1);
  const seen = newestPlaces(db, places, after, most);
  const walked = pageOf(siftPlaces(db, seen, sift), seen.length === most ? seen.at(-1) : undefined, limit);
  if (grams === undefined || walked.end === undefined || walked.places.length === limit) return walked;
  const sought = searchIndex(db, { ...places, sift, grams }, after);
  if (sought === undefined) return walked;
  const found = pageOf(sought.places, sought.end, limit);
  return isFurther(found.end, walked.end) || found.places.length === limit ? found : walked;
}

/** @param end where the look ended; undefined when nothing is left */
export function pageOf<Place>(found: readonly Place[], end: Place | undefined, limit: number): Found<Place> {
  return found.length > limit
    ? { places: found.slice(0, limit), end: found[limit - 1], open: false }
    : { places: found, end, open: end !== undefined };
}

const isFurther = (one: Position | undefined, other: Position): boolean =>
  one === undefined || one.at < other.at || (one.at === other.at && one.seq < other.seq);

/** Those of these orders that pass, in the same order. */
export function siftPlaces<P extends Position>(db: Db, seen: readonly P[], sift: SQL): P[] {
  const seqs = JSON.stringify(seen.map(({ seq }) => seq));
  const rows = db.all<{ seq: number }>(
    sql`SELECT seq FROM orders NOT INDEXED WHERE seq IN (SELECT value FROM json_each(${seqs})) AND ${sift}`,
  );
  const fitting = new Set(rows.map(({ seq }) => seq));
  return seen.filter(({ seq }) => fitting.has(seq));
}
