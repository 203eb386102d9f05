import type { Db, Storage } from '../storage/index.ts';
import { findFirstWorkspace, type Workspace } from '../workspaces/index.ts';
import { type Owner, ownersOf } from './owners.ts';
import { barOf } from './second-factor-required.ts';
import { listMemberships, type Session } from './sessions.ts';

/**
 * Finds the first workspace if the person is one of its owners. Only owners of the first workspace manage the
 * installation (contract, section 7), because owners of other workspaces may be strangers.
 * @returns undefined for everybody else, and for a session without access to that workspace
 */
export function findOwnInstallation(storage: Storage, session: Session): Workspace | undefined {
  const first = findFirstWorkspace(storage.read);
  const own = listMemberships(storage, session.person.seq).find(({ workspace }) => workspace.seq === first?.seq);
  return own?.role === 'owner' && barOf({ storage, session }, own) === undefined ? first : undefined;
}

export function ownersOfInstallation(db: Db): Owner[] {
  const first = findFirstWorkspace(db);
  return first === undefined ? [] : ownersOf(db, first.seq);
}
