import { sql } from 'drizzle-orm';
import { makeOwnFile, makePrivate, ownPath } from '../../base/index.ts';
import { MIGRATIONS, migrate, pendingMigrations } from '../schema/index.ts';
import { FolderBusy } from './lock.ts';
import { type LogFile, openLogFile, SYNCED_BY_US, type SyncFile, secureLog, syncInPool } from './log-file.ts';
import { type Connection, openConnection, syncAtCommit, waitForLocks } from './open.ts';
import type { Written } from './session.ts';

interface FileOptions {
  readonly path: string;
  readonly dataDir: string;
  readonly now: () => number;
  readonly written: Written;
  /** A command waits for locks, and its commits sync. */
  readonly command: boolean;
  /** A server may run beside this process: it changes no schema, and does not empty the log. */
  readonly shared: boolean;
  /** One does, and has put on the disk what it found in the log. */
  readonly served: boolean;
  readonly sync?: SyncFile | undefined;
}

/** The two connections of a process, and how what it commits is made safe. */
export interface Files {
  readonly writing: Connection;
  readonly reading: Connection;
  readonly copyBeforeMigration: string | undefined;
  /** Resolves when what was committed is on the disk. Undefined: COMMIT has seen to that. */
  readonly sync: ((changes: number) => Promise<void>) | undefined;
  /** Lets no process write until this one has ended: what another built on what may be lost, it would tell as kept. */
  keepOthersOut(): void;
  close(): void;
}

/** The wait for readers that are about to end; Litestream's stays. */
const LAST_WAIT_MS = 1_000;

export function openFiles({ path, dataDir, now, written, command, shared, served, sync }: FileOptions): Files {
  makeOwnFile(path);
  // Before it is opened: closing a file that is open twice lets go of all locks of the process on it (POSIX, fcntl).
  makePrivate(ownPath(path));
  // Patient while it opens: a server may meet a command that has just begun, or Litestream.
  const writing = openConnection(path, { readonly: false, command: true, written });
  const found = SYNCED_BY_US && !served ? openSecured(writing, path) : undefined;
  const copyBeforeMigration = shared ? undefined : migrate(writing.client, MIGRATIONS, now());
  if (shared && pendingMigrations(writing.client, MIGRATIONS).length > 0) {
    throw new FolderBusy(`the database in ${dataDir} is being upgraded; try again in a moment`, true);
  }
  const reading = openConnection(path, { readonly: true, command });
  const log = command || shared ? undefined : found;
  if (log !== undefined) syncAtCommit(writing, false);
  // Anyone who begins a transaction sees to the waiting, so that the event loop goes on.
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
        // Anyone who writes at this moment has begun before.
      }
    },
    close() {
      closeConnections(reading, writing, shared);
      found?.close();
    },
  };
}

/** Secures the log before any of it is told or built on. */
function openSecured({ client }: Connection, path: string): LogFile {
  // Only a connection that has read has a log.
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
 * @param shared the log is left alone. Emptying it would take the right to write until every reader of a busy server is
 * gone. The server would be refused meanwhile
 */
function closeConnections(reading: Connection, writing: Connection, shared: boolean): void {
  reading.client.close();
  try {
    if (shared) return;
    syncAtCommit(writing, true);
    waitForLocks(writing, LAST_WAIT_MS);
    writing.db.run(sql`PRAGMA optimize`);
    writing.db.run(sql`PRAGMA wal_checkpoint(TRUNCATE)`);
  } catch {
    // A full disk must not keep the process from ending; the WAL is replayed at the next start.
  } finally {
    writing.client.close();
  }
}
