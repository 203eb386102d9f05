import { type SQL, sql } from 'drizzle-orm';
import { type Db, given, givenNumber, givenRaw, limitTo, prepared } from '../storage/index.ts';
import type { Position } from './cursor.ts';
import type { Period } from './period.ts';

/**
 * Places of orders that bear one number. Nearly always it is one order, but nothing keeps a shop from giving a number twice, or a
 * million times. So a walk through them is bounded too.
 */

export interface NumberFilter {
  readonly workspaceSeq: number;
  readonly num: string;
  /** Null: of any status. */
  readonly statusId: string | null;
  /** YYYY-MM-DD, inclusive. */
  readonly days: Period;
}

/** Orders that one step looks through: half a millisecond. */
const SEEN = 250;

const OF_NUMBER = sql`orders INDEXED BY orders_by_num WHERE workspace_seq = ${givenNumber('workspaceSeq')} AND num = ${givenRaw('num')}`;
const FITS = sql`deleted_at IS NULL AND (${givenRaw('statusId')} IS NULL OR status_id = ${givenRaw('statusId')})
  AND date BETWEEN ${givenRaw('from')} AND ${givenRaw('to')}`;
const place = { at: sql<number>`at`, seq: sql<number>`seq` };

const newestFirst = (what: SQL, limit: SQL): SQL => sql`(SELECT ${what} FROM ${OF_NUMBER}
  AND (created_at, seq) < (${givenRaw('at')}, ${givenRaw('seq')}) ORDER BY created_at DESC, seq DESC ${limit})`;

const queries = prepared((db) => ({
  fitting: db
    .select(place)
    .from(newestFirst(sql`created_at AS at, seq, deleted_at, status_id, date`, sql`LIMIT ${limitTo(SEEN)}`))
    .where(FITS)
    .limit(limitTo(given('limit')))
    .prepare(),
  /** The last of those that are looked through; none where there are no more. */
  last: db
    .select(place)
    .from(newestFirst(sql`created_at AS at, seq`, sql`LIMIT 1 OFFSET ${limitTo(SEEN)} - 1`))
    .prepare(),
  count: db
    .select({ n: sql<number>`count(*)` })
    .from(sql`(SELECT 1 FROM ${OF_NUMBER} LIMIT ${limitTo(given('most'))})`)
    .prepare(),
  /** All of them by their change. */
  changed: db
    .select(place)
    .from(sql`(SELECT updated_at AS at, seq FROM ${OF_NUMBER} AND ${FITS})`)
    .where(sql`(at, seq) > (${givenRaw('at')}, ${givenRaw('seq')})`)
    .orderBy(sql`at`, sql`seq`)
    .limit(limitTo(given('limit')))
    .prepare(),
}));

const asked = ({ days, ...filter }: NumberFilter, { at, seq }: Position) => ({ ...filter, ...days, at, seq });

/** Whether more than `most` orders bear the number, deleted ones counted too. */
export function areMore(db: Db, { workspaceSeq, num }: NumberFilter, most: number): boolean {
  return (queries(db).count.get({ workspaceSeq, num, most: most + 1 })?.n ?? 0) > most;
}

/**
 * The newest orders of a number behind a place, newest first.
 *
 * @returns `seenTo` is where the look ended before it had found enough; undefined where there are no more
 */
export function newestNumbered(
  db: Db,
  filter: NumberFilter,
  after: Position,
  limit: number,
): { readonly found: Position[]; readonly seenTo: Position | undefined } {
  const given = asked(filter, after);
  const found = queries(db).fitting.all({ ...given, limit });
  return { found, seenTo: found.length === limit ? undefined : queries(db).last.get(given) };
}

/** The orders of a number that changed after a place, oldest change first; looks at each. */
export const changedNumbered = (db: Db, filter: NumberFilter, after: Position, limit: number): Position[] =>
  queries(db).changed.all({ ...asked(filter, after), limit });
