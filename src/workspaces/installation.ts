import { eq, isNull } from 'drizzle-orm';
import { type Db, installation, prepared, type Tx, workspaces } from '../storage/index.ts';
import type { Workspace } from './context.ts';
import { workspaceColumns } from './find-workspace.ts';

const first = prepared((db) =>
  db
    .select(workspaceColumns)
    .from(workspaces)
    .innerJoin(installation, eq(installation.workspaceSeq, workspaces.seq))
    .prepare(),
);

/** Finds the oldest workspace, which owns the installation; undefined if there is none. */
export const findFirstWorkspace = (db: Db): Workspace | undefined => first(db).get();

/** Makes the first workspace the owner of the installation. The owner never changes. */
export function claimInstallation(tx: Tx, workspaceSeq: number): void {
  tx.db.update(installation).set({ workspaceSeq }).where(isNull(installation.workspaceSeq)).run();
}
