import { sql } from 'drizzle-orm';
import { makeOwnFile, makePrivate, ownPath } from '../../base/index.ts';
import { MIGRATIONS, migrate, pendingMigrations } from '../schema/index.ts';
import { FolderBusy } from './lock.ts';
import { type LogFile, openLogFile, SYNCED_BY_US, type SyncFile, secureLog, syncInPool } from './log-file.ts';
import { type Connection, openConnection, syncAtCommit, waitForLocks } from './open.ts';
import type { WriteListener } from './session.ts';

interface FileOptions {
  readonly path: string;
  readonly dataDir: string;
  readonly now: () => number;
  readonly written: WriteListener;
  /** True for a command. A command waits for locks, and each of its commits syncs the log. */
  readonly command: boolean;
  /** True if a server may also be running. The schema is then not changed, and the log is not emptied. */
  readonly shared: boolean;
  /** True if a server is running, which synced the log to the disk at its start. This process need not do so. */
  readonly served: boolean;
  readonly sync?: SyncFile | undefined;
}

export interface Files {
  readonly writing: Connection;
  readonly reading: Connection;
  readonly copyBeforeMigration: string | undefined;
  /** Resolves when the commits are on the disk; undefined if COMMIT itself syncs. */
  readonly sync: ((changes: number) => Promise<void>) | undefined;
  /**
   * Keeps other processes from writing until this process has ended. It is called after a failed sync, when the last
   * commits may be lost. Otherwise another process could confirm writes that depend on a lost commit.
   */
  keepOthersOut(): void;
  close(): void;
}

/** The longest wait for readers that are about to end. It is bounded, because Litestream never ends its reads. */
const LAST_WAIT_MS = 1_000;

export function openFiles({ path, dataDir, now, written, command, shared, served, sync }: FileOptions): Files {
  makeOwnFile(path);
  // This must precede the opening, because makePrivate may open and close the file itself. Closing any descriptor of a
  // file releases all the process's locks on that file (POSIX, fcntl). So the locks of SQLite would be lost.
  makePrivate(ownPath(path));
  // SQLite waits for locks during the opening, because a command that has just begun, or Litestream, may hold one.
  const writing = openConnection(path, { readonly: false, command: true, written });
  const found = SYNCED_BY_US && !served ? openSecured(writing, path) : undefined;
  const copyBeforeMigration = shared ? undefined : migrate(writing.client, MIGRATIONS, now());
  if (shared && pendingMigrations(writing.client, MIGRATIONS).length > 0) {
    throw new FolderBusy(`the database in ${dataDir} is being upgraded; try again in a moment`, true);
  }
  const reading = openConnection(path, { readonly: true, command });
  const log = command || shared ? undefined : found;
  if (log !== undefined) syncAtCommit(writing, false);
  // From here on, SQLite does not wait for a lock. The code that begins a transaction tries again, so that the event
  // loop keeps running.
  if (!command && !shared) waitForLocks(writing, 0);
  return {
    writing,
    reading,
    copyBeforeMigration,
    sync: log && ((changes) => syncInPlace(log, sync ?? syncInPool, changes)),
    keepOthersOut() {
      try {
        writing.client.run('BEGIN IMMEDIATE');
      } catch {
        // If another process has the write lock, nothing can keep that process from writing.
      }
    },
    close() {
      closeConnections(reading, writing, shared);
      found?.close();
    },
  };
}

function openSecured({ client }: Connection, path: string): LogFile {
  // Only a connection that has read something has a log.
  client.query('SELECT 1 FROM sqlite_schema LIMIT 1').get();
  const log = openLogFile(path);
  client.transaction(() => secureLog(log)).immediate();
  return log;
}

async function syncInPlace(log: LogFile, syncFile: SyncFile, changes: number): Promise<void> {
  log.assertInPlace();
  await syncFile(log.descriptor, changes);
}

/**
 * @param shared true if a server may have the database open. The log is then not emptied. Emptying it would block the
 * server's writes until all its current reads are over.
 */
function closeConnections(reading: Connection, writing: Connection, shared: boolean): void {
  reading.client.close();
  try {
    if (shared) return;
    syncAtCommit(writing, true);
    waitForLocks(writing, LAST_WAIT_MS);
    writing.db.run(sql`PRAGMA wal_checkpoint(TRUNCATE)`);
  } catch {
    // A full disk must not keep the process from ending. The WAL is replayed at the next start.
  } finally {
    writing.client.close();
  }
}
