import { sql } from 'drizzle-orm';
import type { Db } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';

export interface StageOverview {
  readonly id: string;
  readonly name: string;
  readonly count: number;
  /** When the middle one of its inquiries came, milliseconds since the epoch; null of an empty stage. */
  readonly medianAt: number | null;
}

export interface InquiriesOverview {
  /** In their order. */
  readonly stages: readonly StageOverview[];
  /** On the first stage: nobody has taken them up. */
  readonly untouched: number;
  /** Of these, the ones that came before a moment. */
  readonly longUntouched: number;
}

/** Where a workspace's inquiries stand, and how long they have waited. */
export function readInquiriesOverview(ctx: Ctx, longBefore: number): InquiriesOverview {
  const db = ctx.storage.read;
  const { seq } = ctx.workspace;
  const rows = db.all<Omit<StageOverview, 'medianAt'>>(sql`SELECT id, name, (
      SELECT count(*) FROM inquiries WHERE workspace_seq = stage.workspace_seq AND stage_id = stage.id
    ) AS count
    FROM inquiry_stages stage WHERE workspace_seq = ${seq} ORDER BY position`);
  const stages = rows.map((stage) => ({ ...stage, medianAt: medianAt(db, seq, stage) }));
  const first = stages[0];
  const longUntouched =
    db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM inquiries WHERE workspace_seq = ${seq} AND stage_id = ${first?.id ?? ''} AND created_at < ${longBefore}`,
    )[0]?.n ?? 0;
  return { stages, untouched: first?.count ?? 0, longUntouched };
}

function medianAt(db: Db, workspaceSeq: number, { id, count }: Omit<StageOverview, 'medianAt'>): number | null {
  const middle = sql`SELECT created_at AS at FROM inquiries WHERE workspace_seq = ${workspaceSeq} AND stage_id = ${id}
    ORDER BY created_at LIMIT 1 OFFSET ${Math.floor(count / 2)}`;
  return db.all<{ at: number }>(middle)[0]?.at ?? null;
}
