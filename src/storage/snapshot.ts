import { rollBack } from './batch.ts';
import type { Connection, Db } from './open.ts';

/**
 * Reads of one turn of the event loop share a snapshot: taking SQLite's locks anew for each query would cost as much as the
 * query. It ends with the turn or with the next commit of ours, whichever comes first, so that nobody reads what is older
 * than the answer that they have just been given.
 */
export interface Snapshot {
  /** The connection, inside the snapshot. */
  use(): Db;
  /**
   * At the beginning of a request: ends the snapshot unless it is quite new. On a busy machine a turn can take so long that
   * another process has committed and its user asks already for what it changed.
   */
  freshen(): void;
  /** What `read` returned in this snapshot, read once. */
  remember<T>(key: string, read: () => T): T;
  end(): void;
}

/** Too short for a command to commit and end, and its user to ask; long enough for some twenty requests to share a snapshot. */
const NEW_FOR_MS = 1;

export function createSnapshot({ client, db }: Connection): Snapshot {
  const begin = client.prepare('BEGIN');
  const commit = client.prepare('COMMIT');
  const remembered = new Map<string, unknown>();
  let open = false;
  let openedAtMs = 0;

  function use(): Db {
    if (!open) {
      begin.run();
      open = true;
      openedAtMs = performance.now();
      setImmediate(end);
    }
    return db;
  }

  function end(): void {
    if (!open) return;
    open = false;
    remembered.clear();
    // After an I/O error SQLite has ended the transaction itself; after a damaged page it refuses to commit even what was
    // only read. This runs where nobody could catch a throw: it would end the process.
    try {
      if (client.inTransaction) commit.run();
    } catch {
      rollBack(client);
    }
  }

  return {
    use,
    freshen() {
      if (open && performance.now() - openedAtMs > NEW_FOR_MS) end();
    },
    remember<T>(key: string, read: () => T): T {
      use();
      // The key names one reader, so what stands under it is what that reader returned.
      if (remembered.has(key)) return remembered.get(key) as T;
      const value = read();
      remembered.set(key, value);
      return value;
    },
    end,
  };
}
