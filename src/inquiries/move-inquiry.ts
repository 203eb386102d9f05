import { sql } from 'drizzle-orm';
import { validationFailed } from '../base/index.ts';
import { type Db, inquiries } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { checkVersion, getInquiry, type StoredInquiry, saveInquiry } from './inquiry.ts';
import { listStages, namedStage } from './stages.ts';

export interface MoveInquiry {
  readonly id: string;
  readonly stageId: string;
  /** What the caller believes its version to be; compared and set in one transaction. */
  readonly expectedVersion?: number | undefined;
}

export interface Moved {
  readonly version: number;
  /** Where it stands in its stage now, from 1, and of how many. */
  readonly position: number;
  readonly count: number;
}

/**
 * Puts an inquiry on another stage; on the one that it stands on already, nothing changes.
 *
 * @throws not_found, precondition_failed; validation_failed for a stage that is not there
 */
export function moveInquiry(ctx: Ctx, input: MoveInquiry): Promise<Moved> {
  return ctx.storage.write((tx) => {
    const before = getInquiry(tx.db, ctx.workspace.seq, input.id);
    checkVersion(before, input.expectedVersion);
    const stages = listStages(tx.db, ctx.workspace.seq);
    if (!stages.some(({ id }) => id === input.stageId)) {
      throw validationFailed([{ path: 'stageId', message: 'is no stage of this workspace', rule: 'stage' }]);
    }
    if (before.stageId === input.stageId) return { version: before.version, ...placeOf(tx.db, before) };
    const stage = { from: namedStage(stages, before.stageId), to: namedStage(stages, input.stageId) };
    const after = saveInquiry(tx, ctx, before, { stageId: input.stageId }, { kind: 'moved', changes: { stage } });
    return { version: after.version, ...placeOf(tx.db, after) };
  });
}

function placeOf(db: Db, { workspaceSeq, stageId, createdAt, seq }: StoredInquiry): Omit<Moved, 'version'> {
  const [row] = db.all<{ position: number; count: number }>(sql`
    SELECT count(*) AS count, sum((created_at, seq) >= (${createdAt}, ${seq})) AS position
    FROM ${inquiries} WHERE workspace_seq = ${workspaceSeq} AND stage_id = ${stageId}`);
  return { position: row?.position ?? 1, count: row?.count ?? 1 };
}
