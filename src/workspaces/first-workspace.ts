import type { Storage } from '../storage/index.ts';
import type { Workspace } from './context.ts';
import { listWorkspaces } from './find-workspace.ts';
import { listMemberships } from './sessions.ts';

/**
 * The workspace that was made first, where a person is one of its owners: they decide what holds for the whole installation,
 * such as its mail server. Owners of later workspaces may be strangers to them, and mails carry links that let people in.
 *
 * @returns undefined for everybody else
 */
export function findFirstWorkspace(storage: Storage, personSeq: number): Workspace | undefined {
  const [first] = listWorkspaces(storage);
  const own = listMemberships(storage, personSeq).find(({ workspace }) => workspace.seq === first?.seq);
  return own?.role === 'owner' ? first : undefined;
}
