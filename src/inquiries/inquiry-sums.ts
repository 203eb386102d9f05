import { and, eq, type SQL, sql } from 'drizzle-orm';
import { DAY_MS } from '../base/index.ts';
import {
  type Db,
  given,
  givenEach,
  type inquiries,
  inquiryDays,
  type KeptSums,
  prepared,
  type Tx,
} from '../storage/index.ts';

/**
 * The number of inquiries on each stage by their day of arrival, updated in the transaction of each change. Other
 * counts of a stage are computed from these days, and from the inquiries of at most one of them.
 */

type Standing = Pick<typeof inquiries.$inferSelect, 'workspaceSeq' | 'stageId' | 'createdAt'>;

const dayOf = (createdAt: number): number => Math.floor(createdAt / DAY_MS);

/**
 * Counts an inquiry on its stage; called wherever one is created or changes its stage. @param by -1 if it leaves the
 * stage
 */
export function countInquiry(tx: Tx, { workspaceSeq, stageId, createdAt }: Standing, by: 1 | -1): void {
  tx.add(keepDays, [workspaceSeq, stageId, dayOf(createdAt)], [by]);
}

const ofDay = and(
  eq(inquiryDays.workspaceSeq, given('workspaceSeq')),
  eq(inquiryDays.stageId, given('stageId')),
  eq(inquiryDays.day, given('day')),
);

const statements = prepared((db) => ({
  add: db
    .insert(inquiryDays)
    .values(givenEach('workspaceSeq', 'stageId', 'day', 'inquiries'))
    .onConflictDoUpdate({
      target: [inquiryDays.workspaceSeq, inquiryDays.stageId, inquiryDays.day],
      set: { inquiries: sql`inquiries + excluded.inquiries` },
    })
    .prepare(),
  drop: db
    .delete(inquiryDays)
    .where(and(ofDay, eq(inquiryDays.inquiries, 0)))
    .prepare(),
}));

const keepDays: KeptSums = ({ db }, sums) => {
  const { add, drop } = statements(db);
  for (const { key, amounts } of sums) {
    const [workspaceSeq, stageId, day] = key;
    const [inquiries = 0] = amounts;
    add.run({ workspaceSeq, stageId, day, inquiries });
    if (inquiries < 0) drop.run({ workspaceSeq, stageId, day });
  }
};

export function countByStage(db: Db, workspaceSeq: number): ReadonlyMap<string, number> {
  const rows = db.all<{ id: string; n: number }>(
    sql`SELECT stage_id AS id, sum(inquiries) AS n FROM inquiry_days WHERE workspace_seq = ${workspaceSeq} GROUP BY stage_id`,
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/**
 * Counts the inquiries now on these stages by their day of arrival. The list covers the last UTC days, ending with the
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
  // The join follows the key, stage by stage, because the days of all time are many.
  const rows = db.all<{ day: number; n: number }>(sql`SELECT day, sum(inquiries) AS n
    FROM json_each(${JSON.stringify(stageIds)}) AS stage CROSS JOIN inquiry_days
    WHERE workspace_seq = ${workspaceSeq} AND stage_id = stage.value AND day BETWEEN ${first} AND ${first + days - 1}
    GROUP BY day`);
  const byDay = new Map(rows.map(({ day, n }) => [day, n]));
  return Array.from({ length: days }, (_, at) => byDay.get(first + at) ?? 0);
}

const onStage = (workspaceSeq: number, stageId: string): SQL =>
  sql`workspace_seq = ${workspaceSeq} AND stage_id = ${stageId}`;

/** The number of a stage's inquiries that arrived before a time. */
export function countBefore(db: Db, workspaceSeq: number, stageId: string, atMs: number): number {
  const day = dayOf(atMs);
  const [row] = db.all<{ n: number }>(sql`SELECT
    (SELECT coalesce(sum(inquiries), 0) FROM inquiry_days WHERE ${onStage(workspaceSeq, stageId)} AND day < ${day})
    + (SELECT count(*) FROM inquiries
       WHERE ${onStage(workspaceSeq, stageId)} AND created_at >= ${day * DAY_MS} AND created_at < ${atMs}) AS n`);
  return row?.n ?? 0;
}

/** The arrival of the nth inquiry of a stage, counted from 1 for the oldest; null if it has fewer. */
export function timeOfNth(db: Db, workspaceSeq: number, stageId: string, nth: number): number | null {
  const days = db.all<{ day: number; inquiries: number }>(
    sql`SELECT day, inquiries FROM inquiry_days WHERE ${onStage(workspaceSeq, stageId)} ORDER BY day`,
  );
  let left = nth;
  for (const { day, inquiries } of days) {
    if (left > inquiries) {
      left -= inquiries;
      continue;
    }
    const [row] = db.all<{ at: number }>(sql`SELECT created_at AS at FROM inquiries
      WHERE ${onStage(workspaceSeq, stageId)} AND created_at >= ${day * DAY_MS} ORDER BY created_at LIMIT 1 OFFSET ${left - 1}`);
    return row?.at ?? null;
  }
  return null;
}
