import { and, eq } from 'drizzle-orm';
import {
  invitations,
  knownDevices,
  memberships,
  passkeys,
  people,
  recoveryCodes,
  savedViews,
  secondFactors,
  type Tx,
} from '../../storage/index.ts';
import { writeAudit } from '../../workspaces/index.ts';
import type { PersonRow } from '../context.ts';
import { dropAnswers } from '../sent-forms.ts';
import { endInvitation, type Invitation } from './invitation.ts';

/** Creates the account of an invited person. The account gets the invitation's id. */
export function insertInvited(
  tx: Tx,
  { id, email, emailKey, language }: Invitation,
  made: { readonly passwordHash: string; readonly name: string | null; readonly unprovedIn: number | null },
): typeof people.$inferSelect {
  const row = { id, email, emailKey, language, ...made, createdAt: tx.now };
  return tx.db.insert(people).values(row).returning().get();
}

/** Turns an invited person into a member, and deletes the invitation. The person must have chosen to join. */
export function addMember(tx: Tx, invitation: Invitation, person: PersonRow): void {
  const { workspaceSeq, role } = invitation;
  tx.db.insert(memberships).values({ workspaceSeq, personSeq: person.seq, role, createdAt: tx.now }).run();
  endInvitation(tx, invitation);
  const actor = { type: 'person', id: person.id } as const;
  const changes = { role: { from: null, to: role } };
  writeAudit(tx, { workspaceSeq, actor, action: 'person.added', subject: person.id, changes });
  tx.notify('workspaces', workspaceSeq);
}

/**
 * Hands an unproved account over to the owner of its mailbox. Deletes second factor, passkeys and known devices, so
 * that the person who created the account can no longer sign in. The caller handles password and sessions.
 * @param stays true if the account stays in its workspaces; otherwise it also leaves them
 */
export function takeOver(tx: Tx, person: PersonRow, stays: boolean): void {
  for (const table of [secondFactors, recoveryCodes, passkeys, knownDevices]) {
    tx.db.delete(table).where(eq(table.personSeq, person.seq)).run();
  }
  tx.db.update(people).set({ unprovedIn: null }).where(eq(people.seq, person.seq)).run();
  if (!stays) leaveAll(tx, person);
}

function leaveAll(tx: Tx, person: PersonRow): void {
  const own = eq(memberships.personSeq, person.seq);
  const actor = { type: 'person', id: person.id } as const;
  for (const { workspaceSeq, role } of tx.db.select().from(memberships).where(own).all()) {
    const changes = { role: { from: role, to: null } };
    writeAudit(tx, { workspaceSeq, actor, action: 'person.removed', subject: person.id, changes });
    const invitedThere = and(eq(invitations.workspaceSeq, workspaceSeq), eq(invitations.invitedBy, person.seq));
    tx.db.delete(invitations).where(invitedThere).run();
    tx.notify('workspaces', workspaceSeq);
  }
  tx.db.delete(memberships).where(own).run();
  tx.db.delete(savedViews).where(eq(savedViews.personSeq, person.seq)).run();
  dropAnswers(tx, person.seq);
  // The name is deleted, because the account's creator chose it, not the owner of the mailbox.
  tx.db.update(people).set({ name: null }).where(eq(people.seq, person.seq)).run();
}
