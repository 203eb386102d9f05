import { docketJson, makePasswordCheap } from './docket.ts';

/** A further workspace beside the first, on the plan `pro`. @returns its id */
export async function addWorkspace(dir: string, name: string): Promise<string> {
  const made = ['workspace', 'create', '--data', dir, '--name', name, '--plan', 'pro'];
  return (await docketJson<{ workspaceId: string }>(made)).workspaceId;
}

interface NewMember {
  readonly email: string;
  /** For who is new: with it they are in at once, without it they are invited. */
  readonly password?: string;
  readonly role?: string;
}

/** Lets somebody into a workspace, as an owner unless a role is given. */
export async function addMember(dir: string, workspaceId: string, member: NewMember): Promise<void> {
  const flags = Object.entries(member).flatMap(([flag, value]) => [`--${flag}`, value]);
  await docketJson(['owner', 'create', '--data', dir, '--workspace', workspaceId, ...flags]);
  if (member.password !== undefined) await makePasswordCheap(dir, member.email, member.password);
}

/** The link by which somebody chooses a new password, as an operator is shown it. */
export async function resetLink(dir: string, email: string, ...flags: readonly string[]): Promise<string> {
  const made = ['owner', 'reset-password', '--data', dir, '--email', email, ...flags];
  return (await docketJson<{ link: string }>(made)).link;
}
