import { and, eq } from 'drizzle-orm';
import type { Random } from '../base/index.ts';
import { type Db, given, memberships, prepared, sessions, sessionVisits, type Tx } from '../storage/index.ts';
import { writeAudit } from '../workspaces/index.ts';
import type { PersonRow } from './context.ts';
import type { PersonCtx } from './sessions.ts';
import { insertSession, type Membership, type NewSession, SEEN_EVERY_MS } from './sessions.ts';

/**
 * Begins a session. If the person is a member of a single workspace, the sign-in counts as a visit to it. A member of
 * several workspaces visits only those that they open (noteVisit). So no workspace learns of visits to another.
 * @returns the token for the cookie
 */
export function beginSession(tx: Tx, random: Random, person: PersonRow, begun: Omit<NewSession, 'personSeq'>): string {
  const { token, seq } = insertSession(tx, random, { ...begun, personSeq: person.seq });
  const own = eq(memberships.personSeq, person.seq);
  const [only, ...more] = tx.db.select({ seq: memberships.workspaceSeq }).from(memberships).where(own).limit(2).all();
  if (only !== undefined && more.length === 0) enter(tx, seq, person, only.seq);
  return token;
}

/**
 * Records a member's visit to a workspace: the time of the last visit, and one row per session in the history. Most
 * requests have nothing to record.
 */
export async function noteVisit(
  { storage, session }: PersonCtx,
  { member, nowMs }: { readonly member: Membership; readonly nowMs: number },
): Promise<void> {
  const { workspace, lastSeenAt } = member;
  const isSeen = lastSeenAt !== null && Math.abs(nowMs - lastSeenAt) < SEEN_EVERY_MS;
  if (isSeen && hasVisited(storage.read, session.seq, workspace.seq)) return;
  await storage
    .write((tx) => {
      const isThere = tx.db.select({ seq: sessions.seq }).from(sessions).where(eq(sessions.seq, session.seq)).get();
      if (isThere !== undefined) enter(tx, session.seq, session.person, workspace.seq);
    })
    // A failed write, for example on a full disk, must not keep the member out of the workspace.
    .catch(() => undefined);
}

const visits = prepared((db) =>
  db
    .select()
    .from(sessionVisits)
    .where(
      and(eq(sessionVisits.sessionSeq, given('sessionSeq')), eq(sessionVisits.workspaceSeq, given('workspaceSeq'))),
    )
    .prepare(),
);

const hasVisited = (db: Db, sessionSeq: number, workspaceSeq: number): boolean =>
  visits(db).get({ sessionSeq, workspaceSeq }) !== undefined;

function enter(tx: Tx, sessionSeq: number, person: PersonRow, workspaceSeq: number): void {
  const member = and(eq(memberships.workspaceSeq, workspaceSeq), eq(memberships.personSeq, person.seq));
  tx.db.update(memberships).set({ lastSeenAt: tx.now }).where(member).run();
  if (hasVisited(tx.db, sessionSeq, workspaceSeq)) return;
  tx.db.insert(sessionVisits).values({ sessionSeq, workspaceSeq }).run();
  const found = tx.db.select({ by: sessions.passkeyName }).from(sessions).where(eq(sessions.seq, sessionSeq)).get();
  const by = found?.by ?? null;
  writeAudit(tx, {
    workspaceSeq,
    actor: { type: 'person', id: person.id },
    subject: person.id,
    ...(by === null
      ? { action: 'person.signed_in' }
      : { action: 'person.signed_in_by_passkey', changes: { passkey: { from: null, to: by } } }),
  });
}
