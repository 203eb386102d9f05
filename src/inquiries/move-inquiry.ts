import { validationFailed } from '../base/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { checkVersion, getInquiry, type StoredInquiry, saveInquiry } from './inquiry.ts';
import { countBefore, countByStage } from './inquiry-sums.ts';
import { listOpenStages, listStages, namedStage } from './stages.ts';

interface MoveInquiry {
  readonly id: string;
  readonly stageId: string;
  readonly expectedVersion?: number | undefined;
}

interface NewPlace {
  readonly version: number;
  /** The inquiry's position in its new stage, from 1. `count` is the number of inquiries on that stage. */
  readonly position: number;
  readonly count: number;
}

/**
 * Moves an inquiry to another stage. It changes nothing if the inquiry is already there.
 * @throws not_found, precondition_failed; validation_failed for an unknown stage
 */
export async function moveInquiry(ctx: Ctx, input: MoveInquiry): Promise<NewPlace> {
  const after = await ctx.storage.write((tx) => {
    const before = getInquiry(tx.db, ctx.workspace.seq, input.id);
    checkVersion(before, input.expectedVersion);
    const stages = listStages(tx.db, ctx.workspace.seq);
    if (!listOpenStages(tx.db, ctx.workspace.seq).some(({ id }) => id === input.stageId)) {
      throw validationFailed([{ path: 'stageId', rule: 'stage_unknown' }]);
    }
    if (before.stageId === input.stageId) return before;
    const stage = { from: namedStage(stages, before.stageId), to: namedStage(stages, input.stageId) };
    return saveInquiry(tx, ctx, before, { stageId: input.stageId }, { kind: 'moved', changes: { stage } });
  });
  return { version: after.version, ...(await placeOf(ctx, after)) };
}

/**
 * Computes an inquiry's position in its stage, newest first. Of inquiries with the same millisecond, the one created
 * last is first.
 */
async function placeOf(ctx: Ctx, { stageId, createdAt, seq }: StoredInquiry): Promise<Omit<NewPlace, 'version'>> {
  const count = countByStage(ctx.storage.read, ctx.workspace.seq).get(stageId) ?? 1;
  return { position: Math.max(1, count - (await countBefore(ctx, stageId, { at: createdAt, seq }))), count };
}
