import { and, asc, eq } from 'drizzle-orm';
import { type Db, memberships, people } from '../storage/index.ts';

export interface Owner {
  readonly email: string;
  /** BCP 47, of what the person reads. */
  readonly language: string;
}

/** The owners who hear of trouble in a workspace, by the time they joined. */
export function ownersOf(db: Db, workspaceSeq: number): Owner[] {
  return db
    .select({ email: people.email, language: people.language })
    .from(memberships)
    .innerJoin(people, eq(people.seq, memberships.personSeq))
    .where(and(eq(memberships.workspaceSeq, workspaceSeq), eq(memberships.role, 'owner')))
    .orderBy(asc(people.seq))
    .all();
}
