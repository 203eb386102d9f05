import { and, eq, sql } from 'drizzle-orm';
import { validationFailed } from '../base/index.ts';
import { dropStep, getRemovable, INQUIRY_FLOW, type Step } from '../flows/index.ts';
import { inquiries, inquiryHistory, type Tx } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { countAll } from './inquiry-sums.ts';
import { listStages, namedStage } from './stages.ts';

const OF = { flow: INQUIRY_FLOW, language: 'en' } as const;

/**
 * Deletes a stage. Its cards are first moved to `to`, each with its own revision, in the same transaction.
 *
 * @returns the number of moved cards
 * @throws not_found; validation_failed for the last stage, or if it has cards and `to` is missing
 */
export function removeStage(
  ctx: Ctx,
  { id, to }: { readonly id: string; readonly to: string | undefined },
): Promise<number> {
  return ctx.storage.write((tx) => {
    const stage = getRemovable(tx, ctx, OF, id);
    const inIt = and(eq(inquiries.workspaceSeq, ctx.workspace.seq), eq(inquiries.stageId, id));
    const isEmpty = tx.db.select({ seq: inquiries.seq }).from(inquiries).where(inIt).limit(1).get() === undefined;
    const target = to === id ? undefined : listStages(tx.db, ctx.workspace.seq).find((one) => one.id === to);
    if (!isEmpty && target === undefined) throw validationFailed([{ path: 'to', rule: 'stage_other' }]);
    const moved = isEmpty || target === undefined ? 0 : moveAll(tx, ctx, stage, target);
    dropStep(tx, ctx, OF, stage, moved === 0 ? {} : { inquiries: { from: stage.name, to: target?.name } });
    return moved;
  });
}

/** Moves all inquiries in two statements, whatever their number. The history comes first, while the old stage finds them. */
function moveAll(tx: Tx, ctx: Ctx, from: Step, to: Step): number {
  const changes = JSON.stringify({ stage: { from: namedStage([from], from.id), to: namedStage([to], to.id) } });
  const inIt = sql`${inquiries.workspaceSeq} = ${ctx.workspace.seq} AND ${inquiries.stageId} = ${from.id}`;
  const last = sql`SELECT max(h.number) FROM ${inquiryHistory} h WHERE h.inquiry_seq = ${inquiries.seq}`;
  tx.db.run(sql`
    INSERT INTO ${inquiryHistory} (inquiry_seq, number, kind, actor_type, actor_id, request_id, changes, at)
    SELECT ${inquiries.seq}, coalesce((${last}), 0) + 1, 'moved', ${ctx.actor.type}, ${ctx.actor.id}, ${ctx.requestId}, ${changes}, ${tx.now}
    FROM ${inquiries} WHERE ${inIt}`);
  countAll(tx, ctx.workspace.seq, from.id, to.id);
  const moved = tx.db
    .update(inquiries)
    .set({
      stageId: to.id,
      version: sql`${inquiries.version} + 1`,
      updatedAt: sql`max(${inquiries.updatedAt}, ${tx.now})`,
    })
    .where(inIt)
    .returning({ seq: inquiries.seq })
    .all();
  return moved.length;
}
