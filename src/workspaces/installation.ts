import { eq, isNull } from 'drizzle-orm';
import { type Db, installation, type Tx, workspaces } from '../storage/index.ts';
import type { Workspace } from './context.ts';
import { workspaceColumns } from './find-workspace.ts';

/** The workspace that was made first, which the installation belongs to; undefined while there is none. */
export function findFirstWorkspace(db: Db): Workspace | undefined {
  return db
    .select(workspaceColumns)
    .from(workspaces)
    .innerJoin(installation, eq(installation.workspaceSeq, workspaces.seq))
    .get();
}

/** Written down when the first workspace is made; nothing changes it later. */
export function claimInstallation(tx: Tx, workspaceSeq: number): void {
  tx.db.update(installation).set({ workspaceSeq }).where(isNull(installation.workspaceSeq)).run();
}
