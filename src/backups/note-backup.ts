import { type ActorCtx, findFirstWorkspace, writeAudit } from '../workspaces/index.ts';

/** A person's action on a backup. */
interface BackupDeed {
  readonly action: 'backup.made' | 'backup.downloaded' | 'backup.uploaded';
  readonly subject: string;
}

/**
 * Writes it down in the history of the first workspace, whichever one it was done from: it is nothing for the owners of others.
 * Before there is a workspace there is no history, and nothing is written.
 */
export async function noteBackup({ storage, actor }: ActorCtx, deed: BackupDeed): Promise<void> {
  const first = findFirstWorkspace(storage.read);
  if (first === undefined) return;
  await storage.write((tx) => writeAudit(tx, { workspaceSeq: first.seq, actor, ...deed }));
}
