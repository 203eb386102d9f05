import type { Database, Statement } from 'bun:sqlite';
import { isFull } from './checkpointer.ts';

const LOOK_MS = 50;
/**
 * The longest wait without progress of the log. It must exceed two seconds, because the server may wait that long
 * between two tries to restart the log.
 */
const STILL_MS = 3_000;

interface LogRow {
  readonly log: number;
  readonly checkpointed: number;
}

/**
 * Returns a function to call between two parts of a long read. If the log is full, the function waits until SQLite has
 * restarted the log. SQLite can do this only while nobody reads. After three seconds without progress, later calls
 * return at once.
 * @param client a connection without an open transaction
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

/** Returns the state of the log; null if it cannot be checked, as on a read-only disk. */
function read(look: Statement<LogRow, []>): LogRow | null {
  try {
    return look.get();
  } catch {
    return null;
  }
}
