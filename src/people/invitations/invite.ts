import { and, desc, eq } from 'drizzle-orm';
import {
  AppError,
  emailKey,
  isLoopbackHost,
  type Language,
  type Random,
  toLanguage,
  validationFailed,
  type World,
} from '../../base/index.ts';
import { memberInvited, queueMail } from '../../mail/index.ts';
import {
  invitations,
  LINK_PLACE,
  memberships,
  people,
  type Storage,
  type Tx,
  workspaces,
} from '../../storage/index.ts';
import { type Actor, type Workspace, type WorkspaceCtx, writeAudit } from '../../workspaces/index.ts';
import { cleanEmail } from '../fields.ts';
import { INVITATION_LIFETIME_MS, insertLink, LINK_LIFETIME_MS } from '../one-time-links.ts';
import { type Role, refuseMorePeople } from '../people.ts';
import { findInvitation, findInvited, type Invitation } from './invitation.ts';
import { spendSending } from './pace.ts';

interface Wish {
  readonly email: string;
  readonly role: Role;
  readonly language: Language;
}

export interface InvitationWays {
  readonly random: Random;
  /** The configured base address of mailed links. If null, no link is mailed, and the inviter sees the link instead. */
  readonly mailUrl: string | null;
  readonly shownUrl: string;
  readonly inviter: { readonly seq: number; readonly name: string | null };
}

/** mailed: the mail is queued. link: the inviter hands over the link, which is shown only once. */
type LinkDelivery = 'mailed' | 'link';

export interface InvitationResult {
  readonly id: string;
  readonly told: LinkDelivery;
  readonly link: string | null;
  readonly onlyHere: string | null;
}

/**
 * Returns the base address of invitation links if only the server's own machine can open it; otherwise null. On any
 * other computer, an address such as 127.0.0.1 leads to that computer itself.
 */
export function onlyHereOf({ mailUrl, shownUrl }: Pick<InvitationWays, 'mailUrl' | 'shownUrl'>): string | null {
  const { hostname, origin } = new URL(mailUrl ?? shownUrl);
  return isLoopbackHost(hostname) ? origin : null;
}

/** Returns the address of the page that signs one person in. The token follows the #, so that no log contains it. */
export const linkAt = (url: string, token: string): string => `${url}/app/reset#${token}`;

/**
 * Invites an address. The person at the address becomes a member only by their own action. The answer does not reveal
 * whether they have an account.
 * @throws validation_failed on a bad e-mail, or for a member or an invited person; rate_limited
 */
export async function invitePerson(
  { storage, workspace, inviting, actor }: WorkspaceCtx & { readonly inviting: InvitationWays },
  wish: Wish,
): Promise<InvitationResult> {
  const clean = { ...wish, email: cleanEmail(wish.email) };
  return storage.write((tx) => {
    const invitation = insertInvitation(tx, workspace, { ...clean, invitedBy: inviting.inviter.seq }, actor);
    tx.notify('workspaces', workspace.seq);
    return send(tx, workspace, invitation, inviting);
  });
}

/** Sends or shows an invitation again, and voids the earlier link. @throws not_found, rate_limited */
export function renewInvitation(
  { storage, workspace, inviting, actor }: WorkspaceCtx & { readonly inviting: InvitationWays },
  id: string,
): Promise<InvitationResult> {
  return storage.write((tx) => {
    const found = findInvitation(tx.db, workspace, id);
    if (found === undefined) throw new AppError({ rule: 'no_person' });
    const invitedBy = inviting.inviter.seq;
    tx.db.update(invitations).set({ invitedBy }).where(eq(invitations.seq, found.seq)).run();
    const changes = { email: { from: null, to: found.email } };
    const about = { workspaceSeq: workspace.seq, actor, subject: id, changes };
    writeAudit(tx, { ...about, action: 'person.invited_again' });
    tx.notify('workspaces', workspace.seq);
    return send(tx, workspace, found, inviting);
  });
}

/**
 * Invites an e-mail address when a CLI command asks for it. By opening the link, a person proves that they own the
 * address. So the user of the command must give the link only to the owner of the address. Another call for the same
 * address creates another link and voids the earlier one.
 * @returns the invitation's id and the link's token
 */
export function inviteByCommand(
  tx: Tx,
  random: Random,
  workspace: Workspace,
  { email, role }: Pick<Wish, 'email' | 'role'>,
  actor: Actor,
): { id: string; token: string } {
  const known = findInvited(tx.db, workspace.seq, emailKey(email));
  if (known !== undefined) tx.db.update(invitations).set({ role }).where(eq(invitations.seq, known.seq)).run();
  const wish = { email, role, language: 'en', invitedBy: null } as const;
  const { id, seq } = known ?? insertInvitation(tx, workspace, wish, actor);
  tx.notify('workspaces', workspace.seq);
  const link = { purpose: 'invitation', invitationSeq: seq, proves: true, lifetimeMs: LINK_LIFETIME_MS } as const;
  return { id, token: insertLink(tx, random, link) };
}

/**
 * Creates another link for the latest invitation of an address, whoever sent that invitation. Only a command calls it.
 * @returns undefined if there is no invitation
 */
export function renewByCommand(
  { storage, random }: { readonly storage: Storage } & Pick<World, 'random'>,
  email: string,
): Promise<{ token: string; workspaceName: string } | undefined> {
  return storage.write((tx) => {
    const last = tx.db
      .select({ seq: invitations.seq, workspaceName: workspaces.name })
      .from(invitations)
      .innerJoin(workspaces, eq(workspaces.seq, invitations.workspaceSeq))
      .where(eq(invitations.emailKey, emailKey(email)))
      .orderBy(desc(invitations.seq))
      .limit(1)
      .get();
    if (last === undefined) return undefined;
    const { seq: invitationSeq, workspaceName } = last;
    const link = { purpose: 'invitation', invitationSeq, proves: true, lifetimeMs: LINK_LIFETIME_MS } as const;
    return { token: insertLink(tx, random, link), workspaceName };
  });
}

function insertInvitation(
  tx: Tx,
  workspace: Workspace,
  wish: Wish & { readonly invitedBy: number | null },
  actor: Actor,
): Invitation {
  const key = emailKey(wish.email);
  if (isMember(tx, workspace, key)) throw validationFailed([{ path: 'email', rule: 'person_here' }]);
  if (findInvited(tx.db, workspace.seq, key) !== undefined)
    throw validationFailed([{ path: 'email', rule: 'person_invited' }]);
  refuseMorePeople(tx, workspace.seq);
  const row = { ...wish, id: tx.newId(), workspaceSeq: workspace.seq, emailKey: key, createdAt: tx.now };
  const invitation = tx.db.insert(invitations).values(row).returning().get();
  const changes = { email: { from: null, to: wish.email }, role: { from: null, to: wish.role } };
  const about = { workspaceSeq: workspace.seq, actor, subject: invitation.id, changes };
  writeAudit(tx, { ...about, action: 'person.invited' });
  return invitation;
}

function isMember(tx: Tx, workspace: Workspace, key: string): boolean {
  const found = tx.db
    .select({ seq: people.seq })
    .from(people)
    .innerJoin(memberships, and(eq(memberships.personSeq, people.seq), eq(memberships.workspaceSeq, workspace.seq)))
    .where(eq(people.emailKey, key));
  return found.get() !== undefined;
}

function send(tx: Tx, workspace: Workspace, invitation: Invitation, inviting: InvitationWays): InvitationResult {
  const { random, mailUrl, shownUrl, inviter } = inviting;
  const { id, seq, email, emailKey: key } = invitation;
  const proves = mailUrl !== null;
  spendSending(tx, { workspaceSeq: workspace.seq, emailKey: key, mailed: proves });
  const link = { purpose: 'invitation', invitationSeq: seq, proves, lifetimeMs: INVITATION_LIFETIME_MS } as const;
  const token = insertLink(tx, random, link);
  const onlyHere = onlyHereOf(inviting);
  if (mailUrl === null) return { id, told: 'link', link: linkAt(shownUrl, token), onlyHere };
  const language = toLanguage(invitation.language);
  const facts = { workspaceName: workspace.name, invitedBy: inviter.name, email, url: LINK_PLACE };
  queueMail(tx, {
    workspaceSeq: workspace.seq,
    kind: 'invitation',
    recipient: email,
    worded: memberInvited(language, facts),
    link: linkAt(mailUrl, token),
  });
  return { id, told: 'mailed', link: null, onlyHere };
}
