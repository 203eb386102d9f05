import { eq, isNull } from 'drizzle-orm';
import { type Db, installation, type Storage, type Tx, workspaces } from '../storage/index.ts';
import type { Workspace } from './context.ts';
import { workspaceColumns } from './find-workspace.ts';
import { type Owner, ownersOf } from './owners.ts';
import { listMemberships } from './sessions.ts';

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

/**
 * The first workspace, where a person is one of its owners. They decide what concerns the whole installation (contract,
 * section 7): further workspaces, backups, the mail server, the system page. Owners of others may be strangers to them.
 *
 * @returns undefined for everybody else
 */
export function findOwnInstallation(storage: Storage, personSeq: number): Workspace | undefined {
  const first = findFirstWorkspace(storage.read);
  const own = listMemberships(storage, personSeq).find(({ workspace }) => workspace.seq === first?.seq);
  return own?.role === 'owner' ? first : undefined;
}

/** Those who hear of trouble with the whole installation, in the order they joined. */
export function ownersOfInstallation(db: Db): Owner[] {
  const first = findFirstWorkspace(db);
  return first === undefined ? [] : ownersOf(db, first.seq);
}
