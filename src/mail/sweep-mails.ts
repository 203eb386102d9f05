import { and, asc, desc, gt, inArray, lt, ne } from 'drizzle-orm';
import { changedRows, type Db, type GoOn, inSteps, mails, type Storage } from '../storage/index.ts';

/** The number of mails that one write deletes. Deleting them takes about half a millisecond. A mail has some 10 KB. */
const ROWS_A_STEP = 20;

/**
 * Deletes mails sent or given up before a time. Keeps the newest mail, because SQLite would otherwise give its row
 * number to the next new mail.
 * @param beforeMs the sweep ends at the first mail created after this time
 * @param nowMs mails with a later time are passed over, because the clock was wrong then
 */
export async function sweepMails(
  storage: Storage,
  { beforeMs, nowMs, goOn }: { readonly beforeMs: number; readonly nowMs: number; readonly goOn: GoOn },
): Promise<number> {
  let after = 0;
  return inSteps(async () => {
    const { old, last, done } = lookAt(storage.read, after, beforeMs, nowMs);
    after = last;
    if (old.length === 0) return { removed: 0, done };
    const removed = await storage.write((tx) =>
      changedRows(
        tx.db
          .delete(mails)
          .where(and(inArray(mails.seq, old), ne(mails.state, 'pending')))
          .run(),
      ),
    );
    return { removed, done };
  }, goOn);
}

function lookAt(db: Db, after: number, beforeMs: number, nowMs: number) {
  const { seq, state, createdAt, doneAt } = mails;
  const newest = db.select({ seq }).from(mails).orderBy(desc(seq)).limit(1).get()?.seq ?? 0;
  const rows = db
    .select({ seq, state, createdAt, doneAt })
    .from(mails)
    .where(and(gt(seq, after), lt(seq, newest)))
    .orderBy(asc(seq))
    .limit(ROWS_A_STEP)
    .all();
  const young = rows.findIndex((mail) => mail.createdAt >= beforeMs && mail.createdAt <= nowMs);
  const passed = young < 0 ? rows : rows.slice(0, young);
  return {
    old: passed
      .filter((mail) => mail.state !== 'pending' && (mail.doneAt ?? mail.createdAt) < beforeMs)
      .map((mail) => mail.seq),
    last: passed.at(-1)?.seq ?? after,
    done: young >= 0 || rows.length < ROWS_A_STEP,
  };
}
