import { type ActorCtx, findFirstWorkspace, writeAudit } from '../workspaces/index.ts';

interface BackupDeed {
  readonly action: 'backup.made' | 'backup.downloaded' | 'backup.uploaded';
  readonly subject: string;
}

/**
 * Records the action in the first workspace's history, whichever workspace the actor belongs to. No other workspace
 * sees it. Nothing is recorded while the server has no workspace.
 */
export async function noteBackup({ storage, actor }: ActorCtx, deed: BackupDeed): Promise<void> {
  const first = findFirstWorkspace(storage.read);
  if (first === undefined) return;
  await storage.write((tx) => writeAudit(tx, { workspaceSeq: first.seq, actor, ...deed }));
}
