import { emailKey, type World } from '../base/index.ts';
import type { WorkspaceCtx } from '../workspaces/index.ts';
import { checkPassword, cleanEmail } from './fields.ts';
import { endInvitation, findInvited, inviteByCommand, vouch } from './invitations/index.ts';
import { COMMAND_TURN, hashInTurn } from './password-check.ts';
import { findPersonByEmail, insertPerson, type Role } from './people.ts';

interface AddedPerson {
  readonly id: string;
  readonly seq: number;
  /** existing: the person already has an account and signs in as before. The given password is not used. */
  readonly account: 'existing' | 'new';
  /** True if the person's address was unproved until now. */
  readonly vouched: boolean;
}

/**
 * Adds a person to a workspace by a command, without their consent. The command's user owns the installation and
 * vouches for the address. An existing account keeps its password.
 * @throws validation_failed if the person is already in the workspace
 */
export async function addPerson(
  { storage, workspace, actor }: WorkspaceCtx,
  input: { readonly email: string; readonly password: string | undefined; readonly role: Role },
): Promise<AddedPerson> {
  const { role, password } = input;
  const email = cleanEmail(input.email);
  const passwordHash =
    password === undefined ? null : await hashInTurn(checkPassword('password', password), COMMAND_TURN);
  return storage.write((tx) => {
    const account = findPersonByEmail(tx.db, email) === undefined ? 'new' : 'existing';
    const invited = findInvited(tx.db, workspace.seq, emailKey(email));
    if (invited !== undefined) endInvitation(tx, invited);
    const { id, seq } = insertPerson(tx, workspace.seq, { email, passwordHash, role }, actor);
    tx.notify('workspaces', workspace.seq);
    return { id, seq, account, vouched: vouch(tx, { id, seq }, actor) };
  });
}

/**
 * Invites a person by a link, which the user of the command hands over. A repeated call voids the earlier link.
 * @throws validation_failed on a bad address
 */
export async function addByLink(
  { storage, random, workspace, actor }: WorkspaceCtx & Pick<World, 'random'>,
  input: { readonly email: string; readonly role: Role },
): Promise<{ id: string; token: string }> {
  const wish = { ...input, email: cleanEmail(input.email) };
  return storage.write((tx) => inviteByCommand(tx, random, workspace, wish, actor));
}
