import { eq } from 'drizzle-orm';
import { INQUIRY_FLOW, listSteps, type Step } from '../flows/index.ts';
import { type Db, given, prepared, inquiryStageRemovals as removals } from '../storage/index.ts';

/** Lists all stages in their sequence, including those that are being removed. */
export const listStages = (db: Db, workspaceSeq: number): readonly Step[] => listSteps(db, workspaceSeq, INQUIRY_FLOW);

const statements = prepared((db) => ({
  leaving: db
    .select({ id: removals.stageId })
    .from(removals)
    .where(eq(removals.workspaceSeq, given('workspaceSeq')))
    .prepare(),
}));

/** Lists the stages that accept inquiries. A new inquiry is put on the first one. */
export function listOpenStages(db: Db, workspaceSeq: number): readonly Step[] {
  const leaving = new Set(
    statements(db)
      .leaving.all({ workspaceSeq })
      .map(({ id }) => id),
  );
  return listStages(db, workspaceSeq).filter(({ id }) => !leaving.has(id));
}

/** Returns a stage with its name for the history, because the stage may be renamed or deleted later. */
export const namedStage = (stages: readonly Step[], id: string): { readonly id: string; readonly name: string } => ({
  id,
  name: stages.find((stage) => stage.id === id)?.name ?? id,
});
