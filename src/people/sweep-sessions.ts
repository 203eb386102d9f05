import { asc, gt, inArray } from 'drizzle-orm';
import { type GoOn, inSteps, type Storage, sessions } from '../storage/index.ts';
import { endOfSession } from './sessions.ts';

/** The number of sessions that one write deletes. Such a write takes half a millisecond. */
const ROWS_A_STEP = 30;

export async function sweepSessions(
  storage: Storage,
  { beforeMs, goOn }: { readonly beforeMs: number; readonly goOn: GoOn },
): Promise<number> {
  let after = 0;
  return inSteps(async () => {
    const rows = storage.read
      .select()
      .from(sessions)
      .where(gt(sessions.seq, after))
      .orderBy(asc(sessions.seq))
      .limit(ROWS_A_STEP)
      .all();
    after = rows.at(-1)?.seq ?? after;
    const done = rows.length < ROWS_A_STEP;
    // An ended session never becomes valid again, so this query can run before the write.
    const ended = rows.filter((session) => endOfSession(session) < beforeMs).map(({ seq }) => seq);
    if (ended.length === 0) return { removed: 0, done };
    await storage.write((tx) => void tx.db.delete(sessions).where(inArray(sessions.seq, ended)).run());
    return { removed: ended.length, done };
  }, goOn);
}
