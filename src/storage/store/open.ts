import type { Database } from 'bun:sqlite';
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite';
import { UsageError } from '../../base/index.ts';
import { Client } from './client.ts';
import { drizzleOver, type WriteListener } from './session.ts';

/** A Drizzle handle on one connection. Only the query builder is used, so no relational schema is attached. */
export type Db = BunSQLiteDatabase;

export interface Connection {
  readonly client: Database;
  readonly db: Db;
}

/**
 * The oldest safe version. In earlier ones a WAL reset could lose commits when one connection writes while another
 * checkpoints.
 */
const OLDEST_SQLITE = [3, 51, 3];
/** The wait is short, because it blocks the event loop. Other writers (commands) hold the lock for milliseconds. */
const SERVER_BUSY_MS = 1_000;
const COMMAND_BUSY_MS = 10_000;
const WAL_KEPT_BYTES = 64 * 1024 * 1024;
/**
 * The log's length at which a checkpoint begins: 16 MiB, four times SQLite's default. Fewer checkpoints save writing,
 * because some pages change with every new order and each checkpoint copies them again.
 */
export const CHECKPOINT_PAGES = 4_000;

interface OpenOptions {
  readonly readonly: boolean;
  readonly command: boolean;
  readonly written?: WriteListener;
}

export function openConnection(path: string, options: OpenOptions): Connection {
  const client = new Client(path, options.readonly ? { readonly: true } : { create: true, readwrite: true });
  // This must come first, because the statements below take locks.
  waitForLocks({ client }, options.command ? COMMAND_BUSY_MS : SERVER_BUSY_MS);
  assertSqliteVersion(client);
  if (!options.readonly) {
    client.run('PRAGMA journal_mode = WAL');
    // Each commit is on the disk before its request is acknowledged (contract, section 6).
    syncAtCommit({ client }, true);
    // On macOS, synced data may otherwise still be in the drive's own memory.
    client.run('PRAGMA fullfsync = ON');
    checkpointHere({ client }, true);
    client.run(`PRAGMA journal_size_limit = ${WAL_KEPT_BYTES}`);
  }
  client.run('PRAGMA foreign_keys = ON');
  client.run('PRAGMA cache_size = -32000');
  client.run('PRAGMA temp_store = MEMORY');
  client.run('PRAGMA trusted_schema = OFF');
  return { client, db: drizzleOver(client, options.written) };
}

/** @throws Error of SQLite if the file cannot be read */
export function lookInto<T>(path: string, work: (client: Database) => T): T {
  const { client } = openConnection(path, { readonly: true, command: true });
  try {
    return work(client);
  } finally {
    client.close();
  }
}

/**
 * Decides whether COMMIT syncs the log. If it does not, the committer must sync the log before anybody gets an answer
 * (see `log-file.ts`).
 */
export function syncAtCommit({ client }: Pick<Connection, 'client'>, atCommit: boolean): void {
  client.run(`PRAGMA synchronous = ${atCommit ? 'FULL' : 'NORMAL'}`);
}

/**
 * Decides whether a connection moves the log into the database file in its own commits. These commits then wait for the
 * disk.
 */
export function checkpointHere({ client }: Pick<Connection, 'client'>, here: boolean): void {
  client.run(`PRAGMA wal_autocheckpoint = ${here ? CHECKPOINT_PAGES : 0}`);
}

/** Sets the time to wait for a lock, in milliseconds. With 0 the caller must handle the waiting. */
export function waitForLocks({ client }: Pick<Connection, 'client'>, ms: number): void {
  client.run(`PRAGMA busy_timeout = ${ms}`);
}

function assertSqliteVersion(client: Database): void {
  const row = client.query<{ version: string }, []>('SELECT sqlite_version() AS version').get();
  const version = row?.version ?? '0';
  const parts = version.split('.').map(Number);
  for (const [place, least] of OLDEST_SQLITE.entries()) {
    const part = parts[place] ?? 0;
    if (part > least) return;
    if (part < least) {
      throw new UsageError(`SQLite ${version} can lose commits; Docket needs ${OLDEST_SQLITE.join('.')} or newer`, 1);
    }
  }
}
