import { and, asc, eq, gt, lte } from 'drizzle-orm';
import {
  changedRows,
  type Db,
  type GoOn,
  inTurnSteps,
  orderFeed,
  type Step,
  type Storage,
  workspaces,
} from '../storage/index.ts';

/**
 * The number of entries that one step reads. A step deletes only `ROWS_A_STEP` entries, because their deletion blocks
 * other writes for half a millisecond.
 */
const LOOKED_AT = 1_000;
const ROWS_A_STEP = 200;

interface Ages {
  /** A time in milliseconds since the epoch. Entries from before this time are old. */
  readonly beforeMs: number;
  /**
   * The current time. An entry with a later time was written while the clock was wrong, so its time is ignored. Such an
   * entry is deleted once a following entry is old.
   */
  readonly nowMs: number;
}

/**
 * Deletes the oldest changes of each feed. Stops at the first change that is not old, so that a feed has no gap. Keeps
 * the last old change, because a reader can continue from it without missing a change.
 */
export async function sweepFeed(storage: Storage, { goOn, ...ages }: Ages & { readonly goOn: GoOn }): Promise<number> {
  const all = storage.read.select({ seq: workspaces.seq }).from(workspaces).orderBy(asc(workspaces.seq)).all();
  return inTurnSteps(
    all.map(({ seq }) => stepsOf(storage, seq, ages)),
    goOn,
  );
}

function stepsOf(storage: Storage, workspaceSeq: number, ages: Ages): () => Promise<Step> {
  /** The numbers of the last row read, the last row that may be deleted, and the last row deleted. */
  let [looked, old, gone] = [0, 0, 0];
  let looking = true;
  return async () => {
    if (looking) {
      const found = look(storage.read, workspaceSeq, looked, ages);
      looked = found.looked;
      old = found.old ?? old;
      gone = gone === 0 ? found.first - 1 : gone;
      looking = !found.done;
      return { removed: 0, done: !looking && old <= gone };
    }
    gone = Math.min(old, gone + ROWS_A_STEP);
    return { removed: await storage.write((tx) => removeUpTo(tx.db, workspaceSeq, gone)), done: gone === old };
  };
}

function look(db: Db, workspaceSeq: number, after: number, { beforeMs, nowMs }: Ages) {
  const own = eq(orderFeed.workspaceSeq, workspaceSeq);
  const { number, occurredAt } = orderFeed;
  const rows = db
    .select({ number, occurredAt })
    .from(orderFeed)
    .where(and(own, gt(number, after)))
    .orderBy(asc(number))
    .limit(LOOKED_AT)
    .all();
  const end = rows.findIndex((row) => row.occurredAt >= beforeMs && row.occurredAt <= nowMs);
  const passed = end < 0 ? rows : rows.slice(0, end);
  const lastOld = passed.findLast((row) => row.occurredAt < beforeMs);
  return {
    first: rows[0]?.number ?? 1,
    looked: passed.at(-1)?.number ?? after,
    old: lastOld === undefined ? undefined : lastOld.number - 1,
    done: end >= 0 || rows.length < LOOKED_AT,
  };
}

const removeUpTo = (db: Db, workspaceSeq: number, last: number): number =>
  changedRows(
    db
      .delete(orderFeed)
      .where(and(eq(orderFeed.workspaceSeq, workspaceSeq), lte(orderFeed.number, last)))
      .run(),
  );
