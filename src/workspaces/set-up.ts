import { eq } from 'drizzle-orm';
import { AppError, hashPassword } from '../base/index.ts';
import { people, type Storage, type Tx } from '../storage/index.ts';
import type { Actor, Workspace } from './context.ts';
import { cleanNewWorkspace, insertWorkspace, type NewWorkspace } from './create-workspace.ts';
import { checkPassword, cleanEmail } from './fields.ts';
import { isLinkUsable, spendLink } from './one-time-links.ts';
import { insertPerson, type Role } from './people.ts';
import { revokeOtherSessions } from './sessions.ts';

export interface FirstOwner {
  readonly workspace: NewWorkspace;
  readonly email: string;
  readonly password: string;
}

export interface SetUp {
  readonly workspaceId: string;
  readonly ownerId: string;
}

/** A link that was used, has expired, or was never issued; one answer for all three. */
export const linkRefused = (): AppError =>
  new AppError('not_found', 'This link has been used or is older than 30 minutes. Ask for a new one.');

/**
 * The first owner and workspace of an empty data directory, both or neither.
 *
 * @param token the setup link's; undefined for the `init` command, which needs none
 * @throws validation_failed; not_found when the link is no good or somebody was set up already
 */
export async function setUp(
  storage: Storage,
  input: FirstOwner,
  token: string | undefined,
  actor: Actor,
): Promise<SetUp> {
  // Before the costly hash, which an outsider could otherwise have made as often as they like.
  if (token !== undefined && !isLinkUsable(storage, 'setup', token)) throw linkRefused();
  const workspace = cleanNewWorkspace(input.workspace);
  const email = cleanEmail('email', input.email);
  const passwordHash = await hashPassword(checkPassword('password', input.password));
  return storage.write((tx) => {
    if (tx.db.select({ seq: people.seq }).from(people).limit(1).get() !== undefined) throw linkRefused();
    if (token !== undefined && spendLink(tx, 'setup', token) === undefined) throw linkRefused();
    const created = insertWorkspace(tx, workspace, actor);
    const owner = insertPerson(tx, created.seq, { email, passwordHash, role: 'owner' }, actor);
    return { workspaceId: created.id, ownerId: owner.id };
  });
}

/** A person for a workspace that is there; without a password they get in by a reset link. */
export async function addPerson(
  storage: Storage,
  workspace: Workspace,
  input: { readonly email: string; readonly password: string | undefined; readonly role: Role },
  actor: Actor,
): Promise<{ id: string; seq: number }> {
  const email = cleanEmail('email', input.email);
  const passwordHash =
    input.password === undefined ? null : await hashPassword(checkPassword('password', input.password));
  return storage.write((tx) => insertPerson(tx, workspace.seq, { email, passwordHash, role: input.role }, actor));
}

/**
 * Sets the password of the person behind a reset link, which is spent by it.
 *
 * @throws validation_failed; not_found when the link is no good
 */
export async function resetPassword(storage: Storage, token: string, password: string): Promise<void> {
  if (!isLinkUsable(storage, 'reset', token)) throw linkRefused();
  const passwordHash = await hashPassword(checkPassword('password', password));
  await storage.write((tx: Tx) => {
    const link = spendLink(tx, 'reset', token);
    if (link === undefined || link.personSeq === null) throw linkRefused();
    tx.db.update(people).set({ passwordHash }).where(eq(people.seq, link.personSeq)).run();
    // Whoever held the old password is out.
    revokeOtherSessions(tx, link.personSeq, undefined);
  });
}
