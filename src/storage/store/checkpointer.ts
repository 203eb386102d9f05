import type { Statement } from 'bun:sqlite';
import { CHECKPOINT_PAGES, checkpointHere, openConnection, waitForLocks } from './open.ts';

/** The fill of the log, in frames of a page each. */
export interface LogState {
  readonly frames: number;
  /** Frames among them that are in the database file. */
  readonly moved: number;
}

/**
 * Moves the log into the database file. It has a connection of its own, in a thread that may wait for the disk. A log
 * is written from its beginning again once all of it was moved and nobody reads it. While it is written to, that never
 * comes about by itself.
 */
export interface Checkpointer {
  /** Moves the log, beside readers and the writer, once it is longer than it should be. */
  tend(): LogState;
  /**
   * Moves the rest, waits a moment for readers, and begins the log again, with all the syncs that this takes: so the writer meets none. The
   * writer must pause meanwhile. @returns false if a reader goes on with the log, such as a backup or Litestream
   */
  beginAnew(): boolean;
  close(): void;
}

interface CheckpointRow {
  readonly busy: number;
  readonly log: number;
  readonly checkpointed: number;
}

/** The wait for readers; a write of ours waits as long. */
const READERS_MS = 100;
/** A log with less is left alone. */
const FULL_FRAMES = CHECKPOINT_PAGES;
/** The most that is moved while the writer pauses. */
const REST_FRAMES = FULL_FRAMES / 4;

export const isFull = ({ frames }: LogState): boolean => frames >= FULL_FRAMES;
export const isNearlyMoved = ({ frames, moved }: LogState): boolean => frames - moved <= REST_FRAMES;

export function openCheckpointer(path: string): Checkpointer {
  const connection = openConnection(path, { readonly: false, command: false });
  const { client } = connection;
  checkpointHere(connection, false);
  waitForLocks(connection, READERS_MS);
  // Only a connection that has read has the log open.
  client.query('SELECT 1 FROM sqlite_schema LIMIT 1').get();
  const pragma = (mode: string): Statement<CheckpointRow, []> => client.prepare(`PRAGMA wal_checkpoint(${mode})`);
  const [look, passive, restart] = [pragma('NOOP'), pragma('PASSIVE'), pragma('RESTART')];
  // A row of its own that says nothing. The same value again would not be written.
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
      // The first write of a new log begins with its header, which is synced before anything else is written.
      touch.run();
      return !isFull(stateOf(look.get()));
    },
    close: () => client.close(),
  };
}
