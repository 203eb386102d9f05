import { and, eq, sql } from 'drizzle-orm';
import { AppError, validationFailed } from '../base/index.ts';
import { type AuditAction, inquiries, inquiryHistory, inquiryStages, type Tx } from '../storage/index.ts';
import { type Changes, type Ctx, cleanName, diff, isSame, writeAudit } from '../workspaces/index.ts';
import { countAll } from './inquiry-sums.ts';
import { listStages, namedStage, type Stage } from './stages.ts';

type StagePatch = Partial<Pick<Stage, 'name' | 'tone' | 'terminal'>>;

const MAX_STAGES = 20;
const NAME_CHARS = 60;

/** A further stage, behind the others. @throws validation_failed */
export async function addStage(ctx: Ctx, input: Omit<Stage, 'id'>): Promise<Stage> {
  const name = cleanName('name', input.name, NAME_CHARS);
  return ctx.storage.write((tx) => {
    const stages = listStages(tx.db, ctx.workspace.seq);
    if (stages.length >= MAX_STAGES) {
      throw validationFailed([{ path: 'name', rule: 'stages_full', most: MAX_STAGES }]);
    }
    refuseTaken(stages, name);
    const stage = { id: `stage-${tx.newId()}`, name, tone: input.tone, terminal: input.terminal };
    tx.db
      .insert(inquiryStages)
      .values({ ...stage, workspaceSeq: ctx.workspace.seq, position: sql`(${nextPosition(ctx)})` })
      .run();
    tell(tx, ctx, 'inquiry_stage.added', stage.id, { name: { from: null, to: name } });
    return stage;
  });
}

/** @throws not_found, validation_failed */
export async function updateStage(ctx: Ctx, { id, ...patch }: StagePatch & { readonly id: string }): Promise<void> {
  const clean: StagePatch =
    patch.name === undefined ? patch : { ...patch, name: cleanName('name', patch.name, NAME_CHARS) };
  return ctx.storage.write((tx) => {
    const stages = listStages(tx.db, ctx.workspace.seq);
    const before = findStage(stages, id);
    if (clean.name !== undefined) refuseTaken(stages, clean.name, id);
    const changes = diff(before, clean);
    if (isSame(changes)) return;
    tx.db.update(inquiryStages).set(clean).where(thisStage(ctx, id)).run();
    tell(tx, ctx, 'inquiry_stage.updated', id, changes);
  });
}

/** @param ids of all stages, in their new order. @throws precondition_failed when the stages are others by now */
export function orderStages(ctx: Ctx, ids: readonly string[]): Promise<void> {
  return ctx.storage.write((tx) => {
    const stages = listStages(tx.db, ctx.workspace.seq);
    const before = stages.map(({ id }) => id);
    const same = ids.length === before.length && before.every((id) => ids.includes(id));
    if (!same) {
      throw new AppError({ rule: 'stages_changed' });
    }
    if (ids.every((id, at) => id === before[at])) return;
    for (const [position, id] of ids.entries()) {
      tx.db.update(inquiryStages).set({ position }).where(thisStage(ctx, id)).run();
    }
    const nameOf = (id: string): string => namedStage(stages, id).name;
    tell(tx, ctx, 'inquiry_stage.reordered', ctx.workspace.id, {
      order: { from: before.map(nameOf), to: ids.map(nameOf) },
    });
  });
}

/**
 * Deletes a stage when it is empty: its cards are moved to `to` first, each with a revision of its own, in the same transaction.
 *
 * @returns how many were moved
 * @throws not_found; validation_failed when it is the last one, or has cards and no place for them was named
 */
export function removeStage(
  ctx: Ctx,
  { id, to }: { readonly id: string; readonly to: string | undefined },
): Promise<number> {
  return ctx.storage.write((tx) => {
    const stages = listStages(tx.db, ctx.workspace.seq);
    const stage = findStage(stages, id);
    if (stages.length === 1) {
      throw validationFailed([{ path: 'id', rule: 'stage_last' }]);
    }
    const inIt = and(eq(inquiries.workspaceSeq, ctx.workspace.seq), eq(inquiries.stageId, id));
    const isEmpty = tx.db.select({ seq: inquiries.seq }).from(inquiries).where(inIt).limit(1).get() === undefined;
    const target = to === undefined || to === id ? undefined : stages.find((one) => one.id === to);
    if (!isEmpty && target === undefined) {
      throw validationFailed([{ path: 'to', rule: 'stage_other' }]);
    }
    const moved = isEmpty || target === undefined ? 0 : moveAll(tx, ctx, stage, target);
    tx.db.delete(inquiryStages).where(thisStage(ctx, id)).run();
    tell(tx, ctx, 'inquiry_stage.removed', id, {
      name: { from: stage.name, to: null },
      ...(moved === 0 ? {} : { inquiries: { from: stage.name, to: target?.name } }),
    });
    return moved;
  });
}

/** In two statements, however many they are: the history of each first, for it says where they stood. */
function moveAll(tx: Tx, ctx: Ctx, from: Stage, to: Stage): number {
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

const thisStage = (ctx: Ctx, id: string) =>
  and(eq(inquiryStages.workspaceSeq, ctx.workspace.seq), eq(inquiryStages.id, id));

const nextPosition = (ctx: Ctx) =>
  sql`SELECT coalesce(max(position), -1) + 1 FROM ${inquiryStages} WHERE workspace_seq = ${ctx.workspace.seq}`;

function findStage(stages: readonly Stage[], id: string): Stage {
  const stage = stages.find((one) => one.id === id);
  if (stage === undefined) throw new AppError({ rule: 'no_stage' });
  return stage;
}

function refuseTaken(stages: readonly Stage[], name: string, own?: string): void {
  if (!stages.some((stage) => stage.id !== own && stage.name.toLowerCase() === name.toLowerCase())) return;
  throw validationFailed([{ path: 'name', rule: 'stage_name_taken' }]);
}

function tell(tx: Tx, ctx: Ctx, action: AuditAction, subject: string, changes: Changes): void {
  const { workspace, actor, requestId } = ctx;
  writeAudit(tx, { workspaceSeq: workspace.seq, actor, requestId, action, subject, changes });
  tx.notify('inquiries', workspace.seq);
}
