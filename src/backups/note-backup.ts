import { type ActorCtx, findFirstWorkspace, writeAudit } from '../workspaces/index.ts';

/** A person's action on a backup. */
interface BackupDeed {
  readonly action: 'backup.made' | 'backup.downloaded' | 'backup.uploaded';
  readonly subject: string;
}

/**
 * Records the action in the history of the first workspace, even if its actor belongs to another one. Other workspaces
 * do not see it. A server without a workspace records nothing.
 */
export async function noteBackup({ storage, actor }: ActorCtx, deed: BackupDeed): Promise<void> {
  const first = findFirstWorkspace(storage.read);
  if (first === undefined) return;
  await storage.write((tx) => writeAudit(tx, { workspaceSeq: first.seq, actor, ...deed }));
}
