import { and, count, eq, ne } from 'drizzle-orm';
import { AppError, isUuid, type Random } from '../base/index.ts';
import { memberAdded, memberInvited, queueMail } from '../mail/index.ts';
import { memberships, oneTimeLinks, people, type Storage, savedViews, sessions, type Tx } from '../storage/index.ts';
import { writeAudit } from './audit.ts';
import type { Actor, Workspace } from './context.ts';
import { cleanEmail } from './fields.ts';
import { INVITATION_LIFETIME_MS, insertLink } from './one-time-links.ts';
import { insertPerson, type Role } from './people.ts';

export interface Invitation {
  readonly email: string;
  readonly role: Role;
  /** In which it is written. */
  readonly language: 'en' | 'ru';
}

/** How an invitation reaches its reader. */
export interface Inviting {
  readonly random: Random;
  /** Where people reach the dashboard. */
  readonly publicUrl: string;
  /** Whether mails can be sent. */
  readonly mail: boolean;
  readonly invitedBy: string;
}

/**
 * mailed: it is on its way; link: to be handed over, shown this once; has_password: they can sign in, and nobody has told
 * them; elsewhere: they have no password yet and belong to another workspace too, so that a link shown here would let its
 * finder in there.
 */
export type Told = 'mailed' | 'link' | 'has_password' | 'elsewhere';

export interface Invited {
  readonly id: string;
  readonly told: Told;
  /** The link itself, where it is to be handed over. */
  readonly link: string | null;
}

interface Member {
  readonly seq: number;
  readonly id: string;
  readonly email: string;
  readonly language: string;
  readonly hasPassword: boolean;
  readonly role: Role;
}

/** Takes somebody in, and tells them. @throws validation_failed on a bad e-mail, or when they are in the workspace already */
export function invitePerson(
  storage: Storage,
  workspace: Workspace,
  invitation: Invitation,
  inviting: Inviting,
  actor: Actor,
): Promise<Invited> {
  const input = { ...invitation, email: cleanEmail('email', invitation.email), passwordHash: null };
  return storage.write((tx) => {
    const { id } = insertPerson(tx, workspace.seq, input, actor);
    tx.notify('workspaces', workspace.seq);
    return tell(tx, workspace, getMember(tx, workspace, id), inviting);
  });
}

/** Tells somebody once more who has not chosen a password yet; the link before is worth nothing any more. @throws not_found */
export function renewInvitation(
  storage: Storage,
  workspace: Workspace,
  id: string,
  inviting: Inviting,
  actor: Actor,
): Promise<Invited> {
  return storage.write((tx) => {
    const member = getMember(tx, workspace, id);
    writeAudit(tx, { workspaceSeq: workspace.seq, actor, action: 'person.invited_again', subject: id });
    return tell(tx, workspace, member, inviting);
  });
}

function tell(tx: Tx, workspace: Workspace, member: Member, inviting: Inviting): Invited {
  const { random, publicUrl, mail, invitedBy } = inviting;
  const outcome = (told: Told, link: string | null = null): Invited => ({ id: member.id, told, link });
  const facts = { workspaceName: workspace.name, invitedBy, email: member.email };
  const language = member.language === 'ru' ? 'ru' : 'en';
  const to = { workspaceSeq: workspace.seq, recipient: member.email };
  if (member.hasPassword) {
    if (!mail) return outcome('has_password');
    const url = `${publicUrl}/app?workspace=${workspace.id}`;
    queueMail(tx, { ...to, kind: 'person_added', worded: memberAdded(language, { ...facts, url }) });
    return outcome('mailed');
  }
  if (!mail && belongsElsewhere(tx, workspace, member)) {
    // One that another owner was shown would let them in here.
    tx.db.delete(oneTimeLinks).where(eq(oneTimeLinks.personSeq, member.seq)).run();
    return outcome('elsewhere');
  }
  const link = { purpose: 'reset', personSeq: member.seq, lifetimeMs: INVITATION_LIFETIME_MS } as const;
  const url = `${publicUrl}/app/reset#${insertLink(tx, random, link)}`;
  if (!mail) return outcome('link', url);
  queueMail(tx, { ...to, kind: 'invitation', worded: memberInvited(language, { ...facts, url }) });
  return outcome('mailed');
}

function belongsElsewhere(tx: Tx, workspace: Workspace, { seq }: Member): boolean {
  const others = and(eq(memberships.personSeq, seq), ne(memberships.workspaceSeq, workspace.seq));
  return tx.db.select({ role: memberships.role }).from(memberships).where(others).limit(1).get() !== undefined;
}

/** @throws not_found; last_owner when nobody would own the workspace any more */
export function changeRole(
  storage: Storage,
  workspace: Workspace,
  id: string,
  role: Role,
  actor: Actor,
): Promise<void> {
  return storage.write((tx) => {
    const member = getMember(tx, workspace, id);
    if (member.role === role) return;
    keepAnOwner(tx, workspace, member);
    tx.db.update(memberships).set({ role }).where(isMember(workspace, member.seq)).run();
    tx.notify('workspaces', workspace.seq);
    const changes = { role: { from: member.role, to: role } };
    writeAudit(tx, { workspaceSeq: workspace.seq, actor, action: 'person.role_changed', subject: id, changes });
  });
}

/**
 * Takes somebody out of the workspace from this moment on; who belongs to no other is signed out everywhere.
 *
 * @throws not_found; last_owner when nobody would own the workspace any more
 */
export function removePerson(storage: Storage, workspace: Workspace, id: string, actor: Actor): Promise<void> {
  return storage.write((tx) => {
    const member = getMember(tx, workspace, id);
    keepAnOwner(tx, workspace, member);
    tx.db.delete(memberships).where(isMember(workspace, member.seq)).run();
    const views = and(eq(savedViews.workspaceSeq, workspace.seq), eq(savedViews.personSeq, member.seq));
    tx.db.delete(savedViews).where(views).run();
    if (!belongsElsewhere(tx, workspace, member)) {
      tx.db.delete(sessions).where(eq(sessions.personSeq, member.seq)).run();
      tx.db.delete(oneTimeLinks).where(eq(oneTimeLinks.personSeq, member.seq)).run();
    }
    tx.notify('workspaces', workspace.seq);
    const changes = { email: { from: member.email, to: null }, role: { from: member.role, to: null } };
    writeAudit(tx, { workspaceSeq: workspace.seq, actor, action: 'person.removed', subject: id, changes });
  });
}

const isMember = (workspace: Workspace, personSeq: number) =>
  and(eq(memberships.workspaceSeq, workspace.seq), eq(memberships.personSeq, personSeq));

function keepAnOwner(tx: Tx, workspace: Workspace, member: Member): void {
  if (member.role !== 'owner') return;
  const owners = and(eq(memberships.workspaceSeq, workspace.seq), eq(memberships.role, 'owner'));
  const found = tx.db.select({ n: count() }).from(memberships).where(owners).get();
  if ((found?.n ?? 0) > 1) return;
  throw new AppError('last_owner', 'This is the only owner. Make somebody else an owner first.');
}

function getMember(tx: Tx, workspace: Workspace, id: string): Member {
  const columns = { seq: people.seq, id: people.id, email: people.email, language: people.language };
  const row = isUuid(id)
    ? tx.db
        .select({ ...columns, passwordHash: people.passwordHash, role: memberships.role })
        .from(people)
        .innerJoin(memberships, eq(memberships.personSeq, people.seq))
        .where(and(eq(people.id, id), eq(memberships.workspaceSeq, workspace.seq)))
        .get()
    : undefined;
  if (row === undefined) throw new AppError('not_found', 'There is no such person in this workspace.');
  const { passwordHash, ...member } = row;
  return { ...member, hasPassword: passwordHash !== null };
}
