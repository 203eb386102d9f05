import { memberships, people, sealedFor, secondFactors, type Tx } from '../../src/storage/index.ts';
import type { Workspace } from '../../src/workspaces/index.ts';

type PersonRow = typeof people.$inferInsert;

/** Adds a courier. Many tests need dozens of them, and `addPerson` would hash a password for each. */
export function addCourier(
  tx: Tx,
  { seq: workspaceSeq }: Pick<Workspace, 'seq'>,
  email: string,
  more: Partial<PersonRow> = {},
) {
  const row: PersonRow = { id: tx.newId(), email, emailKey: email, language: 'en', createdAt: tx.now, ...more };
  const person = tx.db.insert(people).values(row).returning().get();
  tx.db.insert(memberships).values({ workspaceSeq, personSeq: person.seq, role: 'courier', createdAt: tx.now }).run();
  return person;
}

export const FACTOR_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** Turns on a person's second factor. */
export function demandCode(tx: Tx, personSeq: number): void {
  const secret = tx.secrets.seal(FACTOR_SECRET, sealedFor.factor(personSeq));
  tx.db.insert(secondFactors).values({ personSeq, secret, confirmedAt: tx.now, lastStep: 0 }).run();
}
