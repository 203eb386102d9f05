import type { Statement } from 'bun:sqlite';
import type { Clock } from '../../base/index.ts';
import type { Horizon } from './horizon.ts';
import type { Connection } from './open.ts';
import type { Snapshot } from './snapshot.ts';
import { isBusy, Unsynced } from './store-failure.ts';

export interface Durability {
  readonly monotonic: Clock['monotonic'];
  /**
   * Resolves when all commits are on the disk; undefined if COMMIT itself syncs.
   * @param changes the number of changes that wait for the sync
   */
  readonly sync: ((changes: number) => Promise<void>) | undefined;
  readonly view: Pick<Snapshot, 'hold' | 'end' | 'noteOthers'>;
  readonly horizon: Pick<Horizon, 'commit' | 'reach'>;
}

/**
 * The transactions of the single writer. A commit is safe when it is synced to the disk. Only then does the next
 * transaction begin, so no change is based on data that may be lost. Nothing is written during a sync, because some
 * file systems would block the writer. Until the sync ends, reads in this process do not show the commit. Other threads
 * see the commit, and wait for `horizon` before they send anything based on it.
 */
export interface Transactions {
  /** Begins a transaction. Waits up to a second for other writers (commands, Litestream). @throws SQLITE_BUSY */
  begin(): Promise<void>;
  /** @throws what SQLite throws; nothing is kept then */
  commit(): void;
  /**
   * Resolves when the commit is on the disk. Until then its result must not be passed on.
   * @throws Unsynced if a sync failed; all later calls throw it too
   */
  safe(changes: number): Promise<void>;
}

/**
 * The longest wait for other writers: enough for a command's commit on a slow disk, and for a checkpoint by Litestream.
 */
const WAIT_MS = 1_000;
const PAUSE_MS = 2;

export function createTransactions(
  { client }: Connection,
  { monotonic, sync, view, horizon }: Durability,
): Transactions {
  const begin = client.prepare('BEGIN IMMEDIATE');
  const commit = client.prepare('COMMIT');
  const countChanges: Statement<{ n: number }, []> = client.prepare('SELECT total_changes() AS n');
  const totalChanges = (): number => countChanges.get()?.n ?? 0;
  let changesBefore = 0;
  let inDoubt = false;

  async function begun(): Promise<void> {
    for (const giveUpMs = monotonic() + WAIT_MS; ; await Bun.sleep(PAUSE_MS)) {
      try {
        begin.run();
        return;
      } catch (error) {
        if (!isBusy(error) || monotonic() > giveUpMs) throw error;
      }
    }
  }

  return {
    async begin() {
      await begun();
      changesBefore = totalChanges();
      view.noteOthers();
    },
    commit() {
      if (sync === undefined || totalChanges() === changesBefore) {
        commit.run();
        return;
      }
      view.hold();
      horizon.commit();
      try {
        commit.run();
        inDoubt = true;
      } catch (error) {
        horizon.reach();
        view.end();
        throw error;
      }
    },
    async safe(changes) {
      if (inDoubt && sync !== undefined) {
        try {
          await sync(changes);
        } catch (error) {
          throw new Unsynced(error);
        }
        inDoubt = false;
        horizon.reach();
      }
      view.end();
    },
  };
}
