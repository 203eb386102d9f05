import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm';
import { isUuid } from '../../base/index.ts';
import { type Db, invitations, memberships, oneTimeLinks, people, type Tx, workspaces } from '../../storage/index.ts';
import { type Actor, type ReadCtx, type Workspace, workspaceColumns, writeAudit } from '../../workspaces/index.ts';
import type { Person } from '../people.ts';

/** A membership that the invited person has not accepted yet. The workspace has no other data about that person. */
export type Invitation = typeof invitations.$inferSelect;

export function findInvitation(db: Db, workspace: Pick<Workspace, 'seq'>, id: string): Invitation | undefined {
  if (!isUuid(id)) return undefined;
  const own = and(eq(invitations.id, id), eq(invitations.workspaceSeq, workspace.seq));
  return db.select().from(invitations).where(own).get();
}

export function findInvited(db: Db, workspaceSeq: number, emailKey: string): Invitation | undefined {
  const own = and(eq(invitations.workspaceSeq, workspaceSeq), eq(invitations.emailKey, emailKey));
  return db.select().from(invitations).where(own).get();
}

export interface OpenInvitation extends Invitation {
  readonly workspace: Workspace;
  /** The inviter's name. Null if the invitation is from a command, or if the inviter has left. */
  readonly inviter: string | null;
}

export function openInvitation(db: Db, seq: number): OpenInvitation | undefined {
  const found = db
    .select({
      invitation: getTableColumns(invitations),
      workspace: workspaceColumns,
      // The e-mail must be first, because Drizzle treats a joined row as missing if its first column is null.
      inviter: { email: people.email, name: people.name },
    })
    .from(invitations)
    .innerJoin(workspaces, eq(workspaces.seq, invitations.workspaceSeq))
    .leftJoin(people, eq(people.seq, invitations.invitedBy))
    .where(eq(invitations.seq, seq))
    .get();
  if (found === undefined) return undefined;
  const { invitation, workspace, inviter } = found;
  return { ...invitation, workspace, inviter: inviter?.name ?? inviter?.email ?? null };
}

export function endInvitation(tx: Tx, { seq }: Pick<Invitation, 'seq'>): void {
  tx.db.delete(invitations).where(eq(invitations.seq, seq)).run();
}

export function withdraw(tx: Tx, workspace: Workspace, invitation: Invitation, actor: Actor): void {
  endInvitation(tx, invitation);
  const changes = { email: { from: invitation.email, to: null }, role: { from: invitation.role, to: null } };
  const about = { workspaceSeq: workspace.seq, actor, subject: invitation.id, changes };
  writeAudit(tx, { ...about, action: 'person.invitation_withdrawn' });
}

/**
 * Deletes the links that a former owner created, because that person could still use them. An invitation may have been
 * mailed to another mailbox of that person. A link that the dashboard showed may open a member's account.
 */
export function dropLinksBy(tx: Tx, workspace: Workspace, personSeq: number): void {
  const theirs = and(eq(invitations.workspaceSeq, workspace.seq), eq(invitations.invitedBy, personSeq));
  const own = tx.db.select({ seq: invitations.seq }).from(invitations).where(theirs);
  tx.db.delete(oneTimeLinks).where(inArray(oneTimeLinks.invitationSeq, own)).run();
  const members = tx.db
    .select({ seq: memberships.personSeq })
    .from(memberships)
    .where(eq(memberships.workspaceSeq, workspace.seq));
  // Mailed links and links of the operator's command are kept, because they prove the address.
  const shown = and(eq(oneTimeLinks.purpose, 'reset'), eq(oneTimeLinks.proves, false));
  const resets = and(shown, inArray(oneTimeLinks.personSeq, members));
  tx.db.delete(oneTimeLinks).where(resets).run();
}

interface Pending extends Person {
  /** True if the invitation's link has expired or been used. */
  readonly expired: boolean;
}

/** Lists a workspace's pending invitations. They do not reveal whether the invited person already has an account. */
export function listInvitations({ storage, workspace }: ReadCtx, { nowMs }: { readonly nowMs: number }): Pending[] {
  return storage.read
    .select({
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      createdAt: invitations.createdAt,
      expiresAt: oneTimeLinks.expiresAt,
    })
    .from(invitations)
    .leftJoin(oneTimeLinks, eq(oneTimeLinks.invitationSeq, invitations.seq))
    .where(eq(invitations.workspaceSeq, workspace.seq))
    .orderBy(asc(invitations.seq))
    .all()
    .map(({ expiresAt, ...row }) => ({
      ...row,
      name: null,
      lastSeenAt: null,
      hasPassword: false,
      hasSecondFactor: false,
      unproved: false,
      pending: true,
      expired: expiresAt === null || expiresAt <= nowMs,
    }));
}
