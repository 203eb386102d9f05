import { and, asc, eq, sql } from 'drizzle-orm';
import { type Db, memberships, people } from '../storage/index.ts';
import { findFirstWorkspace } from '../workspaces/index.ts';
import { isMadeElsewhere } from './people.ts';

export interface Owner {
  readonly email: string;
  /** The person's language as a BCP 47 tag. */
  readonly language: string;
}

/**
 * The maximum number of owners who get the same mail. A workspace may have two hundred owners, and each mail takes time
 * in the database and on the mail server.
 */
const MOST_TOLD = 10;

const NOBODY: Owner = { email: '', language: 'en' };

/**
 * Returns the readers of a mail about trouble in a workspace. If the workspace has no owner, the reader is nobody, and
 * the mail's text is only logged.
 */
export function mailReadersOf(db: Db, workspaceSeq: number): Owner[] {
  const owners = ownersOf(db, workspaceSeq);
  return owners.length === 0 ? [NOBODY] : owners;
}

/**
 * Returns the owners who get mails about trouble in a workspace, in the order of joining. These mails contain data of
 * the workspace. So an owner is left out if a stranger may have created the owner's account (`isMadeElsewhere`). If
 * that would leave nobody, no owner is left out.
 */
export function ownersOf(db: Db, workspaceSeq: number): Owner[] {
  const first = findFirstWorkspace(db)?.seq ?? 0;
  const isElsewhere = sql`${people.unprovedIn} IS NOT NULL AND ${people.unprovedIn} <> ${first}`;
  const owners = db
    .select({ email: people.email, language: people.language, unprovedIn: people.unprovedIn })
    .from(memberships)
    .innerJoin(people, eq(people.seq, memberships.personSeq))
    .where(and(eq(memberships.workspaceSeq, workspaceSeq), eq(memberships.role, 'owner')))
    .orderBy(asc(isElsewhere), asc(memberships.createdAt), asc(people.seq))
    .limit(MOST_TOLD)
    .all();
  const trusted = owners.filter((owner) => !isMadeElsewhere(db, owner));
  return (trusted.length > 0 ? trusted : owners).map(({ email, language }) => ({ email, language }));
}
