import type { Statement } from 'bun:sqlite';
import { CHECKPOINT_PAGES, checkpointHere, openConnection, waitForLocks } from './open.ts';

/** The state of SQLite's write-ahead log, in frames. Each frame contains one page of the database. */
export interface LogState {
  readonly frames: number;
  /** The number of frames already moved to the database file. */
  readonly moved: number;
}

/**
 * Moves the write-ahead log into the database file, in a thread that may wait for the disk. Under constant writes,
 * SQLite never reuses the log from its beginning. So `beginAnew` restarts the log while the writer pauses.
 */
export interface Checkpointer {
  /** Moves frames to the database file if the log is too long, while readers and the writer continue. */
  tend(): LogState;
  /**
   * Moves the remaining frames to the database file, waits a moment for readers, and restarts the log. The caller must
   * pause the writer until this returns. This does all the necessary syncs, so the writer need not sync.
   * @returns false if a reader such as a backup or Litestream still uses the log
   */
  beginAnew(): boolean;
  close(): void;
}

interface CheckpointRow {
  readonly busy: number;
  readonly log: number;
  readonly checkpointed: number;
}

/**
 * The longest time that `beginAnew` waits for readers of the log. Docket's writes wait as long, because the writer is
 * paused meanwhile.
 */
const READERS_MS = 100;
const FULL_FRAMES = CHECKPOINT_PAGES;
/** The maximum number of frames that are moved while the writer pauses. */
const REST_FRAMES = FULL_FRAMES / 4;

export const isFull = ({ frames }: LogState): boolean => frames >= FULL_FRAMES;
export const isNearlyMoved = ({ frames, moved }: LogState): boolean => frames - moved <= REST_FRAMES;

export function openCheckpointer(path: string): Checkpointer {
  const connection = openConnection(path, { readonly: false, command: false });
  const { client } = connection;
  checkpointHere(connection, false);
  waitForLocks(connection, READERS_MS);
  // A connection has the log open only after it has read something.
  client.query('SELECT 1 FROM sqlite_schema LIMIT 1').get();
  const pragma = (mode: string): Statement<CheckpointRow, []> => client.prepare(`PRAGMA wal_checkpoint(${mode})`);
  const [look, passive, restart] = [pragma('NOOP'), pragma('PASSIVE'), pragma('RESTART')];
  // Writes to the log by changing a row that has no other use. SQLite would not write an unchanged value, so the value
  // changes each time.
  const touch = client.prepare(
    'INSERT INTO write_probe (one, at) VALUES (1, 0) ON CONFLICT (one) DO UPDATE SET at = at + 1',
  );
  const stateOf = (row: CheckpointRow | null): LogState => ({
    frames: Math.max(0, row?.log ?? 0),
    moved: Math.max(0, row?.checkpointed ?? 0),
  });
  return {
    tend() {
      const state = stateOf(look.get());
      return isFull(state) ? stateOf(passive.get()) : state;
    },
    beginAnew() {
      if (restart.get()?.busy !== 0) return false;
      // Makes the first write to the restarted log here. Otherwise a change would have to wait until the log's header
      // is synced.
      touch.run();
      return !isFull(stateOf(look.get()));
    },
    close: () => client.close(),
  };
}
