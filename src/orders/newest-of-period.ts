import { type SQL, sql } from 'drizzle-orm';
import { type Db, limitTo, prepared } from '../storage/index.ts';
import type { Position } from './cursor.ts';

/**
 * The newest orders of a period of dates. Orders are listed by their creation, and dates say little about it: a walk from the newest
 * order down can visit every order of a shop before it has found a page. So the walk is bounded, and where it does not find
 * enough, the days of the period are merged: each is an index of its own, sorted by creation.
 */

/** Which of a workspace's live orders are asked for. */
export interface PeriodFilter {
  readonly workspaceSeq: number;
  /** YYYY-MM-DD, inclusive; so is dateTo. */
  readonly dateFrom: string;
  readonly dateTo: string;
  readonly statusId: string | undefined;
}

/** The walk visits so many orders for each one asked for. */
const WALK_FACTOR = 20;
/** Everything stands after this place. */
const START: Position = { at: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

const bound = (name: string): SQL => sql`${sql.placeholder(name)}`;
/** The indexes hold live orders alone. */
const LIVE = sql`workspace_seq = ${bound('workspaceSeq')} AND deleted_at IS NULL`;
const AFTER = sql`${LIVE} AND (created_at, seq) < (${bound('at')}, ${bound('seq')})`;
const PLACE = { at: sql<number>`created_at`, seq: sql<number>`seq` };
const NEWEST_FIRST = [sql`created_at DESC`, sql`seq DESC`];
const BY_CREATED = sql`orders INDEXED BY orders_by_created`;
const BY_STATUS = sql`orders INDEXED BY orders_by_status`;
const BY_DATE = sql`orders INDEXED BY orders_by_date`;

/** Exported for the test that reads the query plans. */
export function periodQueries(db: Db, byStatus: boolean) {
  const inStatus = byStatus ? sql`AND status_id = ${bound('statusId')}` : sql``;
  const inPeriod = sql`date >= ${bound('dateFrom')} AND date <= ${bound('dateTo')}`;
  const walked = byStatus ? BY_STATUS : BY_CREATED;
  const visited = sql`(SELECT created_at, seq, date FROM ${walked} WHERE ${AFTER} ${inStatus}
    ORDER BY created_at DESC, seq DESC LIMIT ${limitTo(sql.placeholder('visits'))})`;
  const dayBefore = (end: SQL): SQL => sql`(SELECT date FROM ${BY_DATE} WHERE ${LIVE}
    AND date >= ${bound('dateFrom')} AND ${end} ORDER BY date DESC LIMIT 1)`;
  return {
    walk: db
      .select(PLACE)
      .from(visited)
      .where(inPeriod)
      .limit(limitTo(sql.placeholder('limit'))),
    /** The order at which the walk ended; none when it came to the end. */
    walkEnd: db
      .select(PLACE)
      .from(walked)
      .where(sql`${AFTER} ${inStatus}`)
      .orderBy(...NEWEST_FIRST)
      .limit(limitTo(1))
      .offset(limitTo(sql.placeholder('visits'))),
    /** Those days of the period that have orders, latest first, each by one step into the index. */
    days: db.select({ day: sql<string>`day` }).from(
      sql`(WITH RECURSIVE days(day) AS (SELECT ${dayBefore(sql`date <= ${bound('dateTo')}`)}
          UNION ALL SELECT ${dayBefore(sql`date < day`)} FROM days WHERE day IS NOT NULL)
          SELECT day FROM days WHERE day IS NOT NULL)`,
    ),
    /** The newest orders of one day. */
    ofDay: db
      .select(PLACE)
      .from(BY_DATE)
      .where(sql`${AFTER} AND date = ${bound('day')} ${inStatus}`)
      .orderBy(...NEWEST_FIRST)
      .limit(limitTo(1)),
  };
}

const preparedFor = (byStatus: boolean) =>
  prepared((db) => {
    const { walk, walkEnd, days, ofDay } = periodQueries(db, byStatus);
    return { walk: walk.prepare(), walkEnd: walkEnd.prepare(), days: days.prepare(), ofDay: ofDay.prepare() };
  });
const inAnyStatus = preparedFor(false);
const inOneStatus = preparedFor(true);

/** Positive where a is the older one. */
const olderLast = (a: Position, b: Position): number => b.at - a.at || b.seq - a.seq;

/**
 * The places of the newest `limit` orders of a period that come after a place, newest first. Visits no more than some 20 orders for
 * each one asked for, and one for each day of the period that has orders.
 */
export function newestOfPeriod(db: Db, filter: PeriodFilter, after: Position | undefined, limit: number): Position[] {
  const statements = (filter.statusId === undefined ? inAnyStatus : inOneStatus)(db);
  const asked = { ...filter, ...(after ?? START), visits: limit * WALK_FACTOR, limit };
  const found = statements.walk.all(asked);
  if (found.length === limit || statements.walkEnd.get(asked) === undefined) return found;
  return mergeDays(
    statements.days.all(asked).map(({ day }) => day),
    (day, place) => statements.ofDay.get({ ...asked, ...place, day }),
    after ?? START,
    limit,
  );
}

/** @param next the newest order of a day after a place */
function mergeDays(
  days: readonly string[],
  next: (day: string, after: Position) => Position | undefined,
  after: Position,
  limit: number,
): Position[] {
  interface Head extends Position {
    readonly day: string;
  }
  const headOf = (day: string, place: Position): Head[] => {
    const found = next(day, place);
    return found === undefined ? [] : [{ ...found, day }];
  };
  let heads = days.flatMap((day) => headOf(day, after)).sort(olderLast);
  const merged: Position[] = [];
  while (merged.length < limit) {
    const [first, ...others] = heads;
    if (first === undefined) break;
    merged.push({ at: first.at, seq: first.seq });
    const [head] = headOf(first.day, first);
    if (head === undefined) heads = others;
    else heads = others.toSpliced(placeOf(others, head), 0, head);
  }
  return merged;
}

/** Where a head belongs among sorted ones. */
function placeOf(heads: readonly Position[], head: Position): number {
  let [low, high] = [0, heads.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = heads[middle];
    if (other !== undefined && olderLast(other, head) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
