import { and, asc, eq } from 'drizzle-orm';
import { validationFailed } from '../base/index.ts';
import { memberships, people, type Storage, secondFactors, type Tx } from '../storage/index.ts';
import { writeAudit } from './audit.ts';
import type { Actor, Workspace } from './context.ts';

export type Role = 'owner' | 'manager' | 'viewer';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly createdAt: number;
  /** In this workspace, to within some minutes; null: never. */
  readonly lastSeenAt: number | null;
  /** False until the person has followed a link and chosen a password. */
  readonly hasPassword: boolean;
  /** Signing in asks for a code as well. */
  readonly hasSecondFactor: boolean;
}

/** Nobody at all yet: `serve` then prints a setup link. */
export function hasPeople(storage: Storage): boolean {
  return storage.read.select({ seq: people.seq }).from(people).limit(1).get() !== undefined;
}

export function findPersonByEmail(storage: Storage, email: string): { seq: number; id: string } | undefined {
  return storage.read.select({ seq: people.seq, id: people.id }).from(people).where(eq(people.email, email)).get();
}

/** Those of one workspace, in the order they joined. */
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
    })
    .from(memberships)
    .innerJoin(people, eq(people.seq, memberships.personSeq))
    .leftJoin(secondFactors, eq(secondFactors.personSeq, people.seq))
    .where(eq(memberships.workspaceSeq, workspace.seq))
    .orderBy(asc(people.seq))
    .all();
  return rows.map(({ passwordHash, confirmedAt, ...row }) => ({
    ...row,
    hasPassword: passwordHash !== null,
    hasSecondFactor: confirmedAt !== null,
  }));
}

export interface NewPerson {
  readonly email: string;
  /** argon2id, made before the transaction; null: the person chooses one by a link. */
  readonly passwordHash: string | null;
  readonly role: Role;
  /** What the person reads; left out: English. */
  readonly language?: 'en' | 'ru' | undefined;
}

/**
 * Adds a person to a workspace; one known by that e-mail elsewhere keeps the password they have.
 *
 * @throws validation_failed when the person is in the workspace already
 */
export function insertPerson(
  tx: Tx,
  workspaceSeq: number,
  input: NewPerson,
  actor: Actor,
): { id: string; seq: number } {
  const known = tx.db
    .select({ seq: people.seq, id: people.id })
    .from(people)
    .where(eq(people.email, input.email))
    .get();
  const person = known ?? insertNewPerson(tx, input);
  const member = and(eq(memberships.workspaceSeq, workspaceSeq), eq(memberships.personSeq, person.seq));
  if (tx.db.select({ role: memberships.role }).from(memberships).where(member).get() !== undefined) {
    throw validationFailed([{ path: 'email', message: 'this person is in the workspace already' }]);
  }
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
      passwordHash: input.passwordHash,
      language: input.language ?? 'en',
      createdAt: tx.now,
    })
    .returning({ seq: people.seq })
    .get();
  return { id, seq };
}
