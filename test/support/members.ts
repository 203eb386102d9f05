import { signedIn, type Visitor } from './browser-session.ts';
import { client, createKey, docketJson, makePasswordCheap, type Shop } from './docket.ts';

/** Adds a workspace, on the plan `pro` unless `flags` names another. @returns its id */
export async function addWorkspace(dir: string, name: string, ...flags: readonly string[]): Promise<string> {
  const plan = flags.includes('--plan') ? [] : ['--plan', 'pro'];
  const made = ['workspace', 'create', '--data', dir, '--name', name, ...plan, ...flags];
  return (await docketJson<{ workspaceId: string }>(made)).workspaceId;
}

/** Adds a workspace as `addWorkspace` does, with an API key of all scopes for the source "site". */
export async function openWorkspace({ dir, url }: Pick<Shop, 'dir' | 'url'>, name: string) {
  const id = await addWorkspace(dir, name);
  return { id, api: client(url, await createKey(dir, id, 'site')) };
}

interface NewMember {
  readonly email: string;
  /** The password of a new person. With it they join at once; without it they are invited. */
  readonly password?: string;
  readonly role?: string;
}

/** Lets somebody into a workspace, as an owner unless a role is given. */
export async function addMember(dir: string, workspaceId: string, member: NewMember): Promise<void> {
  const flags = Object.entries(member).flatMap(([flag, value]) => [`--${flag}`, value]);
  await docketJson(['owner', 'create', '--data', dir, '--workspace', workspaceId, ...flags]);
  if (member.password !== undefined) await makePasswordCheap(dir, member.email, member.password);
}

/** Adds a new person to a workspace; by default, to the shop's first one. @returns the signed-in person */
export async function enterAs(
  shop: Pick<Shop, 'dir' | 'url' | 'workspaceId'>,
  { password = 'long enough', ...member }: NewMember,
  workspaceId = shop.workspaceId,
): Promise<Visitor> {
  await addMember(shop.dir, workspaceId, { ...member, password });
  return signedIn(shop.url, member.email, password);
}

/** Adds a webhook endpoint, at any address, also a private one. @returns its id */
export async function addEndpoint(dir: string, url: string, ...flags: readonly string[]): Promise<string> {
  const made = ['webhook', 'add', '--data', dir, '--url', url, '--allow-private-webhooks', ...flags];
  return (await docketJson<{ id: string }>(made)).id;
}

/** The link for choosing a new password, as printed for an operator. */
export async function resetLink(dir: string, email: string, ...flags: readonly string[]): Promise<string> {
  const made = ['owner', 'reset-password', '--data', dir, '--email', email, ...flags];
  return (await docketJson<{ link: string }>(made)).link;
}
