import { and, asc, count, eq, sql } from 'drizzle-orm';
import { type Db, memberships, people, workspaces } from '../storage/index.ts';

export interface Owner {
  readonly email: string;
  /** BCP 47, of what the person reads. */
  readonly language: string;
}

const OF_ALL = sql`(SELECT count(*) FROM ${workspaces})`;

/** Those who own every workspace there is: what concerns the whole installation is theirs alone. */
export function ownersOfAll(db: Db): (Owner & { readonly seq: number })[] {
  return db
    .select({ seq: people.seq, email: people.email, language: people.language })
    .from(memberships)
    .innerJoin(people, eq(people.seq, memberships.personSeq))
    .where(eq(memberships.role, 'owner'))
    .groupBy(people.seq)
    .having(eq(count(), OF_ALL))
    .orderBy(asc(people.seq))
    .all();
}

/** Those who hear of trouble in a workspace, in the order they joined. */
export function ownersOf(db: Db, workspaceSeq: number): Owner[] {
  return db
    .select({ email: people.email, language: people.language })
    .from(memberships)
    .innerJoin(people, eq(people.seq, memberships.personSeq))
    .where(and(eq(memberships.workspaceSeq, workspaceSeq), eq(memberships.role, 'owner')))
    .orderBy(asc(people.seq))
    .all();
}
