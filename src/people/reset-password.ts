import { and, eq, inArray } from 'drizzle-orm';
import { AppError, type Random } from '../base/index.ts';
import { type Db, memberships, oneTimeLinks, people, type Storage, type Tx } from '../storage/index.ts';
import { findFirstWorkspace } from '../workspaces/index.ts';
import { type Device, listMemberships } from './sessions.ts';

export interface Visit {
  readonly token: string;
  readonly nowMs: number;
  readonly random: Random;
  readonly device: Device;
}

export interface LinkCtx {
  readonly storage: Storage;
  readonly visit: Visit;
}

/** Returns the error for every invalid link, whether it was used, has expired or was never issued. */
export const linkRefused = (): AppError => new AppError({ rule: 'no_link' });

export const namesAround = (storage: Storage, person: { readonly seq: number; readonly email: string }): string[] => [
  person.email,
  ...listMemberships(storage, person.seq).map(({ workspace }) => workspace.name),
];

/**
 * Returns true if an owner of the first workspace may create a link for this person to set a password. The person must
 * be a member of the first workspace and of no other, and must not be an owner.
 */
export function isOursAlone(db: Db, personSeq: number): boolean {
  const { workspaceSeq, role } = memberships;
  const all = db.select({ workspaceSeq, role }).from(memberships).where(eq(memberships.personSeq, personSeq)).all();
  const first = findFirstWorkspace(db)?.seq;
  return all.length > 0 && all.every((one) => one.workspaceSeq === first && one.role !== 'owner');
}

/**
 * Deletes the unused links that would set a person's password. Links mailed to an unproved address are kept. A stranger
 * may have created the account, and the address's owner needs the link to take over the account.
 */
export function dropResetLinks(tx: Tx, personSeq: number): void {
  const person = tx.db.select({ unprovedIn: people.unprovedIn }).from(people).where(eq(people.seq, personSeq)).get();
  const purposes = person?.unprovedIn == null ? (['reset', 'address'] as const) : (['reset'] as const);
  const own = and(eq(oneTimeLinks.personSeq, personSeq), inArray(oneTimeLinks.purpose, purposes));
  tx.db.delete(oneTimeLinks).where(own).run();
}
