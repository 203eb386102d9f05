import { INQUIRY_FLOW, listSteps, type Step } from '../flows/index.ts';
import type { Db } from '../storage/index.ts';

/** The stages in their order; every new inquiry comes to the first. */
export const listStages = (db: Db, workspaceSeq: number): readonly Step[] => listSteps(db, workspaceSeq, INQUIRY_FLOW);

/** A stage as the history keeps it: its name may change, and it may go. */
export const namedStage = (stages: readonly Step[], id: string): { readonly id: string; readonly name: string } => ({
  id,
  name: stages.find((stage) => stage.id === id)?.name ?? id,
});
