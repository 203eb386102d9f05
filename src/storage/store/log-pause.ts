import type { Database, Statement } from 'bun:sqlite';
import { isFull } from './checkpointer.ts';

/** The interval of the log keeper's own looks. */
const LOOK_MS = 50;
/** A process that keeps it short tries again after two seconds at the latest. */
const STILL_MS = 3_000;

interface LogRow {
  readonly log: number;
  readonly checkpointed: number;
}

/**
 * A log is begun again only while nobody reads it. So a long look at a file is made in parts. Between two of them this
 * waits until a full log was begun again. Where nobody sees to it, it waits once and then no more.
 *
 * @param client with no transaction open
 */
export function logPauses(client: Database, sleep: (ms: number) => void = Bun.sleepSync): () => void {
  const look = client.query<LogRow, []>('PRAGMA wal_checkpoint(NOOP)');
  let kept = true;
  return () => {
    let last: LogRow | null = null;
    for (let still = 0; kept; still += LOOK_MS) {
      const now = read(look);
      if (now === null || !isFull({ frames: now.log, moved: now.checkpointed })) return;
      if (now.checkpointed !== last?.checkpointed) still = 0;
      last = now;
      if (still >= STILL_MS) kept = false;
      else sleep(LOOK_MS);
    }
  };
}

/** Null if the log cannot be looked at, as on a read-only disk, where no writer needs a pause. */
function read(look: Statement<LogRow, []>): LogRow | null {
  try {
    return look.get();
  } catch {
    return null;
  }
}
