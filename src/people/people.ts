import { and, asc, count, eq, type SQL } from 'drizzle-orm';
import { emailKey, type Language, validationFailed } from '../base/index.ts';
import {
  type Db,
  invitations,
  memberships,
  people,
  type ROLES,
  type Storage,
  secondFactors,
  type Tx,
} from '../storage/index.ts';
import { type Actor, findFirstWorkspace, type Workspace, writeAudit } from '../workspaces/index.ts';

export type Role = (typeof ROLES)[number];

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly createdAt: number;
  /** The last visit to this workspace, exact to some minutes; null before the first visit. */
  readonly lastSeenAt: number | null;
  /**
   * True if the account has a password. Always false for an invited person. Otherwise the workspace would learn whether
   * that person already has an account.
   */
  readonly hasPassword: boolean;
  readonly hasSecondFactor: boolean;
  /** True if nobody has proved or vouched for the address. Such an account can join no further workspace. */
  readonly unproved: boolean;
  readonly pending: boolean;
}

/** Returns true if somebody has an account or an invitation. If nobody has either, `serve` prints a setup link. */
export const hasPeople = (storage: Storage): boolean => isAnybodyThere(storage.read);

export const isAnybodyThere = (db: Db): boolean =>
  db.select({ seq: people.seq }).from(people).limit(1).get() !== undefined ||
  db.select({ seq: invitations.seq }).from(invitations).limit(1).get() !== undefined;

export function findPersonByEmail(db: Db, email: string): typeof people.$inferSelect | undefined {
  const find = (where: SQL) => db.select().from(people).where(where).get();
  return find(eq(people.email, email.trim())) ?? find(eq(people.emailKey, emailKey(email)));
}

/** Returns the workspace in which an account with an unproved address was created; null if the address is proved. */
export const unprovedIn = (db: Db, personSeq: number): number | null =>
  db.select({ at: people.unprovedIn }).from(people).where(eq(people.seq, personSeq)).get()?.at ?? null;

/**
 * Returns true if nobody has proved or vouched for the account's address. Until then, the account can accept an
 * invitation only to the workspace where it was created.
 */
export const isUnproved = (db: Db, personSeq: number): boolean => unprovedIn(db, personSeq) !== null;

/**
 * Returns true if nobody proved the account's e-mail address, and the account was created outside the server's first
 * workspace. Then a stranger may have created the account with somebody else's address.
 */
export const isMadeElsewhere = (db: Db, account: Pick<typeof people.$inferSelect, 'unprovedIn'>): boolean =>
  account.unprovedIn !== null && account.unprovedIn !== findFirstWorkspace(db)?.seq;

export function listPeople(storage: Storage, workspace: Workspace): Person[] {
  const rows = storage.read
    .select({
      id: people.id,
      email: people.email,
      name: people.name,
      lastSeenAt: memberships.lastSeenAt,
      role: memberships.role,
      createdAt: memberships.createdAt,
      passwordHash: people.passwordHash,
      confirmedAt: secondFactors.confirmedAt,
      unprovedIn: people.unprovedIn,
    })
    .from(memberships)
    .innerJoin(people, eq(people.seq, memberships.personSeq))
    .leftJoin(secondFactors, eq(secondFactors.personSeq, people.seq))
    .where(eq(memberships.workspaceSeq, workspace.seq))
    .orderBy(asc(people.seq))
    .all();
  return rows.map(({ passwordHash, confirmedAt, unprovedIn, ...row }) => ({
    ...row,
    hasPassword: passwordHash !== null,
    hasSecondFactor: confirmedAt !== null,
    unproved: unprovedIn !== null,
    pending: false,
  }));
}

/**
 * The maximum number of people in a workspace, including invited people. It must stay small, because pages list all of
 * them at once.
 */
const MOST_PEOPLE = 200;

/** @throws validation_failed if the workspace is full */
export function refuseMorePeople(tx: Tx, workspaceSeq: number): void {
  const isOf = (table: typeof memberships | typeof invitations) =>
    tx.db.select({ n: count() }).from(table).where(eq(table.workspaceSeq, workspaceSeq)).get()?.n ?? 0;
  if (isOf(memberships) + isOf(invitations) < MOST_PEOPLE) return;
  throw validationFailed([{ path: 'email', rule: 'people_full', most: MOST_PEOPLE }]);
}

interface NewPerson {
  readonly email: string;
  /**
   * The argon2id hash of the password, computed before the transaction. It is not used for a person who already has an
   * account.
   */
  readonly passwordHash: string | null;
  readonly role: Role;
  readonly name?: string | null;
  readonly language?: Language | undefined;
}

/**
 * Adds a person without asking them. Only commands and the setup of the server may call this. An existing account keeps
 * its password.
 * @throws validation_failed if the person is already in the workspace, or the workspace is full
 */
export function insertPerson(
  tx: Tx,
  workspaceSeq: number,
  input: NewPerson,
  actor: Actor,
): { id: string; seq: number } {
  const person = findPersonByEmail(tx.db, input.email) ?? insertNewPerson(tx, input);
  const member = and(eq(memberships.workspaceSeq, workspaceSeq), eq(memberships.personSeq, person.seq));
  if (tx.db.select({ role: memberships.role }).from(memberships).where(member).get() !== undefined) {
    throw validationFailed([{ path: 'email', rule: 'person_here' }]);
  }
  refuseMorePeople(tx, workspaceSeq);
  tx.db.insert(memberships).values({ workspaceSeq, personSeq: person.seq, role: input.role, createdAt: tx.now }).run();
  writeAudit(tx, {
    workspaceSeq,
    actor,
    action: 'person.added',
    subject: person.id,
    changes: { role: { from: null, to: input.role } },
  });
  return person;
}

function insertNewPerson(tx: Tx, input: NewPerson): { id: string; seq: number } {
  const id = tx.newId();
  const { seq } = tx.db
    .insert(people)
    .values({
      id,
      email: input.email,
      emailKey: emailKey(input.email),
      name: input.name ?? null,
      passwordHash: input.passwordHash,
      language: input.language ?? 'en',
      createdAt: tx.now,
    })
    .returning({ seq: people.seq })
    .get();
  return { id, seq };
}
