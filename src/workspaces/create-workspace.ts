import { inquiryStages, memberships, numberSeries, type Tx, workspaces } from '../storage/index.ts';
import { writeAudit } from './audit.ts';
import type { Actor, ActorCtx, Workspace } from './context.ts';
import { cleanName, cleanTimeZone } from './fields.ts';
import { claimInstallation } from './installation.ts';

export interface NewWorkspace {
  readonly name: string;
  readonly plan: Workspace['plan'];
  /** The name of the time zone (IANA). */
  readonly timeZone: string;
}

/** The stages of a new inquiry flow (contract, section 4). */
const FIRST_STAGES = [
  { id: 'stage-new', name: 'New', tone: 'new', group: 'new' },
  { id: 'stage-in-work', name: 'In work', tone: 'busy', group: 'work' },
  { id: 'stage-done', name: 'Done', tone: 'good', group: 'done' },
] as const;

/** Creates a workspace without members. @throws validation_failed on a bad name or time zone */
export async function createWorkspace({ storage, actor }: ActorCtx, input: NewWorkspace): Promise<{ id: string }> {
  const clean = cleanNewWorkspace(input);
  return storage.write((tx) => ({ id: insertWorkspace(tx, clean, actor).id }));
}

/** Creates a workspace with the person as its owner. @throws validation_failed on a bad name or time zone */
export async function addWorkspace(
  { storage, personSeq, actor }: ActorCtx & { readonly personSeq: number },
  input: NewWorkspace,
): Promise<{ id: string }> {
  const clean = cleanNewWorkspace(input);
  return storage.write((tx) => {
    const { id, seq } = insertWorkspace(tx, clean, actor);
    tx.db.insert(memberships).values({ workspaceSeq: seq, personSeq, role: 'owner', createdAt: tx.now }).run();
    tx.notify('workspaces', seq);
    return { id };
  });
}

export function cleanNewWorkspace(input: NewWorkspace): NewWorkspace {
  return {
    name: cleanName('name', input.name),
    plan: input.plan,
    timeZone: cleanTimeZone(input.timeZone),
  };
}

export function insertWorkspace(tx: Tx, input: NewWorkspace, actor: Actor): { seq: number; id: string } {
  const id = tx.newId();
  const row = tx.db
    .insert(workspaces)
    .values({
      ...input,
      id,
      apiEnabled: true,
      inquiriesEnabled: true,
      webhooksEnabled: true,
      createdAt: tx.now,
      updatedAt: tx.now,
    })
    .returning({ seq: workspaces.seq })
    .get();
  claimInstallation(tx, row.seq);
  tx.db.insert(numberSeries).values({ workspaceSeq: row.seq, nextNumber: 1 }).run();
  for (const [position, stage] of FIRST_STAGES.entries()) {
    const first = { ...stage, workspaceSeq: row.seq, position };
    tx.db.insert(inquiryStages).values(first).run();
  }
  writeAudit(tx, { workspaceSeq: row.seq, actor, action: 'workspace.created', subject: id });
  return { seq: row.seq, id };
}
