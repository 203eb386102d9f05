import { and, eq } from 'drizzle-orm';
import { AppError, emailKey, isUuid, toLanguage, type World } from '../../base/index.ts';
import { addressProof, queueMail } from '../../mail/index.ts';
import { LINK_PLACE, memberships, people, type Tx } from '../../storage/index.ts';
import { type Actor, type ActorCtx, type WorkspaceCtx, writeOwnAudit } from '../../workspaces/index.ts';
import type { PersonRow } from '../context.ts';
import { INVITATION_LIFETIME_MS, insertLink } from '../one-time-links.ts';
import { isUnproved, unprovedIn } from '../people.ts';
import type { PersonCtx } from '../sessions.ts';
import { linkAt } from './invite.ts';
import { spendProof } from './pace.ts';

/**
 * Mails a link that proves an account's address. The reader of the mail must set a new password. Otherwise a stranger
 * who created the account could still sign in with the old one.
 * @throws not_found if the address is proved already; rate_limited
 */
export function mailAddressProof(
  { storage, random, session: { person } }: PersonCtx & Pick<World, 'random'>,
  mailUrl: string,
): Promise<void> {
  return storage.write((tx) => {
    const home = unprovedIn(tx.db, person.seq);
    if (home === null) throw new AppError({ rule: 'address_proved' });
    spendProof(tx, { emailKey: emailKey(person.email), madeIn: home });
    const link = {
      purpose: 'address',
      personSeq: person.seq,
      proves: true,
      lifetimeMs: INVITATION_LIFETIME_MS,
    } as const;
    const mailed = linkAt(mailUrl, insertLink(tx, random, link));
    const worded = addressProof(toLanguage(person.language), { email: person.email, url: LINK_PLACE });
    queueMail(tx, { workspaceSeq: home, kind: 'address_proof', recipient: person.email, worded, link: mailed });
  });
}

/**
 * Records that an owner of the installation, or a command, vouches for the address of an account.
 * @returns true if the address was unproved
 */
export function vouch(tx: Tx, person: PersonRow, actor: Actor): boolean {
  if (!isUnproved(tx.db, person.seq)) return false;
  tx.db.update(people).set({ unprovedIn: null }).where(eq(people.seq, person.seq)).run();
  writeOwnAudit(tx, person, { actor, action: 'person.vouched' });
  return true;
}

export function vouchForMember({ storage, workspace, actor }: WorkspaceCtx, id: string): Promise<void> {
  return storage.write((tx) => {
    const isHere = and(eq(memberships.personSeq, people.seq), eq(memberships.workspaceSeq, workspace.seq));
    const ofId = tx.db.select({ seq: people.seq, id: people.id }).from(people).innerJoin(memberships, isHere);
    const person = isUuid(id) ? ofId.where(eq(people.id, id)).get() : undefined;
    if (person === undefined) throw new AppError({ rule: 'no_person' });
    vouch(tx, person, actor);
    tx.notify('workspaces', workspace.seq);
  });
}

export const vouchForPerson = ({ storage, actor }: ActorCtx, person: PersonRow): Promise<boolean> =>
  storage.write((tx) => vouch(tx, person, actor));
