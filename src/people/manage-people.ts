import { and, count, eq, ne } from 'drizzle-orm';
import { AppError, emailKey, isUuid } from '../base/index.ts';
import {
  invitations,
  memberships,
  newestOf,
  oneTimeLinks,
  people,
  savedViews,
  sessions,
  type Tx,
} from '../storage/index.ts';
import { type Workspace, type WorkspaceCtx, writeAudit } from '../workspaces/index.ts';
import {
  dropLinksBy,
  findInvitation,
  type InvitationResult,
  type InvitationWays,
  linkAt,
  onlyHereOf,
  spendSending,
  withdraw,
} from './invitations/index.ts';
import { insertLink, LINK_LIFETIME_MS } from './one-time-links.ts';
import type { Role } from './people.ts';
import { isOursAlone } from './reset-password.ts';
import { dropAnswers } from './sent-forms.ts';

interface Member {
  readonly seq: number;
  readonly email: string;
  readonly role: Role;
}

function belongsElsewhere(tx: Tx, workspace: Workspace, { seq }: Member): boolean {
  const others = and(eq(memberships.personSeq, seq), ne(memberships.workspaceSeq, workspace.seq));
  return tx.db.select({ role: memberships.role }).from(memberships).where(others).limit(1).get() !== undefined;
}

/** @throws not_found; last_owner if the workspace would have no owner */
export function changeRole(
  { storage, workspace, actor }: WorkspaceCtx,
  { id, role }: { readonly id: string; readonly role: Role },
): Promise<void> {
  return storage.write((tx) => {
    const invited = findInvitation(tx.db, workspace, id);
    const member = invited ?? getMember(tx, workspace, id);
    if (member.role === role) return;
    if (invited === undefined) {
      keepAnOwner(tx, workspace, member);
      tx.db.update(memberships).set({ role }).where(isMember(workspace, member.seq)).run();
      dropLinksBy(tx, workspace, member.seq);
    } else {
      tx.db.update(invitations).set({ role }).where(eq(invitations.seq, invited.seq)).run();
    }
    tx.notify('workspaces', workspace.seq);
    const changes = { role: { from: member.role, to: role } };
    writeAudit(tx, { workspaceSeq: workspace.seq, actor, action: 'person.role_changed', subject: id, changes });
  });
}

/**
 * Removes a person at once, or withdraws an invitation. A person who belongs to no other workspace is also signed out.
 * @throws not_found; last_owner if the workspace would have no owner
 */
export function removePerson({ storage, workspace, actor }: WorkspaceCtx, id: string): Promise<void> {
  return storage.write((tx) => {
    const invited = findInvitation(tx.db, workspace, id);
    tx.notify('workspaces', workspace.seq);
    if (invited !== undefined) return withdraw(tx, workspace, invited, actor);
    const member = getMember(tx, workspace, id);
    keepAnOwner(tx, workspace, member);
    dropLinksBy(tx, workspace, member.seq);
    tx.db.delete(memberships).where(isMember(workspace, member.seq)).run();
    const views = and(eq(savedViews.workspaceSeq, workspace.seq), eq(savedViews.personSeq, member.seq));
    tx.db.delete(savedViews).where(views).run();
    dropAnswers(tx, member.seq);
    if (!belongsElsewhere(tx, workspace, member)) {
      tx.db.delete(sessions).where(eq(sessions.personSeq, member.seq)).run();
      tx.db.delete(oneTimeLinks).where(eq(oneTimeLinks.personSeq, member.seq)).run();
    }
    const changes = { email: { from: member.email, to: null }, role: { from: member.role, to: null } };
    writeAudit(tx, { workspaceSeq: workspace.seq, actor, action: 'person.removed', subject: id, changes });
  });
}

/** Ends a person's sessions, but only in this workspace (contract, section 7). @throws not_found */
export function endSessions({ storage, workspace, actor }: WorkspaceCtx, id: string): Promise<void> {
  return storage.write((tx) => {
    const member = getMember(tx, workspace, id);
    const own = eq(sessions.personSeq, member.seq);
    if (belongsElsewhere(tx, workspace, member)) {
      const endedSessions = newestOf(tx.db, sessions.seq, own);
      // All sessions up to this number count as ended. Later sessions get higher numbers, because numbers are never
      // reused.
      if (endedSessions > 0)
        tx.db.update(memberships).set({ endedSessions }).where(isMember(workspace, member.seq)).run();
    } else {
      tx.db.delete(sessions).where(own).run();
    }
    tx.notify('workspaces', workspace.seq);
    writeAudit(tx, { workspaceSeq: workspace.seq, actor, action: 'person.sessions_ended_by_owner', subject: id });
  });
}

/**
 * Creates a link for a member to set a new password. The link is shown once and works once, within 30 minutes. The
 * member must belong only to the first workspace and must not be an owner. The link becomes void if this is no longer
 * true. The member still needs the second factor to sign in.
 * @throws not_found, forbidden, rate_limited
 */
export function linkForPassword(
  { storage, workspace, actor, inviting }: WorkspaceCtx & { readonly inviting: InvitationWays },
  id: string,
): Promise<InvitationResult> {
  return storage.write((tx) => {
    const member = getMember(tx, workspace, id);
    if (!isOursAlone(tx.db, member.seq)) throw new AppError({ rule: 'password_link' });
    spendSending(tx, { workspaceSeq: workspace.seq, emailKey: emailKey(member.email), mailed: false });
    const link = { purpose: 'reset', personSeq: member.seq, proves: false, lifetimeMs: LINK_LIFETIME_MS } as const;
    const token = insertLink(tx, inviting.random, link);
    writeAudit(tx, { workspaceSeq: workspace.seq, actor, action: 'person.password_linked', subject: id });
    const { shownUrl } = inviting;
    return { id, told: 'link', link: linkAt(shownUrl, token), onlyHere: onlyHereOf({ mailUrl: null, shownUrl }) };
  });
}

const isMember = (workspace: Workspace, personSeq: number) =>
  and(eq(memberships.workspaceSeq, workspace.seq), eq(memberships.personSeq, personSeq));

function keepAnOwner(tx: Tx, workspace: Workspace, member: Member): void {
  if (member.role !== 'owner') return;
  const owners = and(eq(memberships.workspaceSeq, workspace.seq), eq(memberships.role, 'owner'));
  const found = tx.db.select({ n: count() }).from(memberships).where(owners).get();
  if ((found?.n ?? 0) > 1) return;
  throw new AppError({ rule: 'last_owner' });
}

function getMember(tx: Tx, workspace: Workspace, id: string): Member {
  const row = isUuid(id)
    ? tx.db
        .select({ seq: people.seq, email: people.email, role: memberships.role })
        .from(people)
        .innerJoin(memberships, eq(memberships.personSeq, people.seq))
        .where(and(eq(people.id, id), eq(memberships.workspaceSeq, workspace.seq)))
        .get()
    : undefined;
  if (row === undefined) throw new AppError({ rule: 'no_person' });
  return row;
}
