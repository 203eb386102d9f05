/** This file counts the inquiries on each stage by day of arrival, in the transaction of each change. */

import { type SQL, sql } from 'drizzle-orm';
import { DAY_MS, nextTurn } from '../base/index.ts';
import { type Db, type inquiries, inquiryDays, keepIn, type Tx } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';

type Standing = Pick<typeof inquiries.$inferSelect, 'workspaceSeq' | 'stageId' | 'createdAt'>;

const dayOf = (createdAt: number): number => Math.floor(createdAt / DAY_MS);

/**
 * Counts an inquiry on its stage. Every creation of an inquiry and every change of its stage must call this.
 * @param by -1 if the inquiry leaves the stage
 */
export function countInquiry(tx: Tx, { workspaceSeq, stageId, createdAt }: Standing, by: 1 | -1): void {
  tx.add(keepDays, [workspaceSeq, stageId, dayOf(createdAt)], [by]);
}

const keepDays = keepIn(inquiryDays, { key: ['workspaceSeq', 'stageId', 'day'], sums: ['inquiries'] });

export function countByStage(db: Db, workspaceSeq: number): ReadonlyMap<string, number> {
  const rows = db.all<{ id: string; n: number }>(
    sql`SELECT stage_id AS id, sum(inquiries) AS n FROM inquiry_days WHERE workspace_seq = ${workspaceSeq} GROUP BY stage_id`,
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/**
 * Counts the inquiries that are on these stages now, by their day of arrival. The days are UTC days and end with the
 * day of `nowMs`.
 */
export function countByDay(
  db: Db,
  workspaceSeq: number,
  stageIds: readonly string[],
  nowMs: number,
  days: number,
): number[] {
  const first = dayOf(nowMs) + 1 - days;
  // The CROSS JOIN makes SQLite use the primary key. The table has too many days to scan.
  const rows = db.all<{ day: number; n: number }>(sql`SELECT day, sum(inquiries) AS n
    FROM json_each(${JSON.stringify(stageIds)}) AS stage CROSS JOIN inquiry_days
    WHERE workspace_seq = ${workspaceSeq} AND stage_id = stage.value AND day BETWEEN ${first} AND ${first + days - 1}
    GROUP BY day`);
  const byDay = new Map(rows.map(({ day, n }) => [day, n]));
  return Array.from({ length: days }, (_, at) => byDay.get(first + at) ?? 0);
}

const onStage = (workspaceSeq: number, stageId: string): SQL =>
  sql`workspace_seq = ${workspaceSeq} AND stage_id = ${stageId}`;

/** The number of inquiries that one step counts, in about a millisecond. Other requests are served between steps. */
const PASSED_AT_ONCE = 5_000;

const LAST = Number.MAX_SAFE_INTEGER;

/** A position among the inquiries of a stage, which are sorted oldest first. */
interface Place {
  readonly at: number;
  readonly seq: number;
}

/** Finds the nth inquiry after the given position, where n is `by`. Ignores inquiries that arrived after `untilMs`. */
const placeAfter = (
  { storage, workspace }: ReadCtx,
  stageId: string,
  { at, seq }: Place,
  by: number,
  untilMs: number,
) =>
  storage.read.all<Place>(sql`SELECT created_at AS at, seq FROM inquiries
    WHERE ${onStage(workspace.seq, stageId)} AND (created_at, seq) > (${at}, ${seq}) AND created_at <= ${untilMs}
    ORDER BY created_at, seq LIMIT 1 OFFSET ${by - 1}`)[0];

export async function countBefore(ctx: ReadCtx, stageId: string, place: Place): Promise<number> {
  const { storage, workspace } = ctx;
  const day = dayOf(place.at);
  const [before] = storage.read.all<{ n: number }>(sql`SELECT coalesce(sum(inquiries), 0) AS n
    FROM inquiry_days WHERE ${onStage(workspace.seq, stageId)} AND day < ${day}`);
  let sum = before?.n ?? 0;
  let last: Place = { at: day * DAY_MS, seq: 0 };
  for (;;) {
    const next = placeAfter(ctx, stageId, last, PASSED_AT_ONCE, place.at);
    if (next === undefined || (next.at === place.at && next.seq >= place.seq)) break;
    sum += PASSED_AT_ONCE;
    last = next;
    await nextTurn(workspace.seq);
  }
  const [rest] = storage.read.all<{ n: number }>(sql`SELECT count(*) AS n FROM inquiries
    WHERE ${onStage(workspace.seq, stageId)} AND (created_at, seq) > (${last.at}, ${last.seq})
      AND (created_at, seq) < (${place.at}, ${place.seq})`);
  return sum + (rest?.n ?? 0);
}

/**
 * Returns the arrival time of the nth inquiry of a stage, where 1 is the oldest. Returns null if the stage has fewer
 * than n inquiries. Other requests are served meanwhile.
 */
export async function timeOfNth(ctx: ReadCtx, stageId: string, nth: number): Promise<number | null> {
  const days = ctx.storage.read.all<{ day: number; inquiries: number }>(
    sql`SELECT day, inquiries FROM inquiry_days WHERE ${onStage(ctx.workspace.seq, stageId)} ORDER BY day`,
  );
  let left = nth;
  for (const { day, inquiries } of days) {
    if (left > inquiries) {
      left -= inquiries;
      continue;
    }
    let place: Place | undefined = { at: day * DAY_MS, seq: 0 };
    for (; place !== undefined && left > PASSED_AT_ONCE; left -= PASSED_AT_ONCE) {
      place = placeAfter(ctx, stageId, place, PASSED_AT_ONCE, LAST);
      await nextTurn(ctx.workspace.seq);
    }
    return (place && placeAfter(ctx, stageId, place, left, LAST))?.at ?? null;
  }
  return null;
}
