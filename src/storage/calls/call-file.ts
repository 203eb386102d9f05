import type { Database } from 'bun:sqlite';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { makeOwnFile, makePrivate, ownPath } from '../../base/index.ts';
import { openConnection } from '../store/index.ts';
import { type CallStatements, prepareCalls } from './call-statements.ts';

export const IN_MEMORY = ':memory:';
/** The version of the tables. A file with another version is moved aside. */
const VERSION = 1;

/** Ids of requests are ordered by time, so `calls` needs no index. `call_days` stays when old calls are removed. */
const SCHEMA = `
  CREATE TABLE calls (
    workspace_seq INTEGER NOT NULL, request_id BLOB NOT NULL, at INTEGER NOT NULL, method TEXT NOT NULL, route TEXT,
    status INTEGER NOT NULL, code TEXT NOT NULL, ms REAL NOT NULL, key_id TEXT, key_refusal TEXT, missing_scope TEXT,
    order_id TEXT, PRIMARY KEY (workspace_seq, request_id)) STRICT, WITHOUT ROWID;
  CREATE TABLE call_days (
    workspace_seq INTEGER NOT NULL, key_id TEXT NOT NULL, day INTEGER NOT NULL, calls INTEGER NOT NULL,
    PRIMARY KEY (workspace_seq, key_id, day)) STRICT, WITHOUT ROWID;
  PRAGMA user_version = ${VERSION};`;

/**
 * Prepares the file, and creates its tables if it is new. The tables of a file are incomplete only if a process died
 * while creating them. Such a file has no calls, so it can be replaced.
 */
function prepare(client: Database): void {
  client.run('PRAGMA synchronous = OFF');
  // A write to the log fails at once if the file is locked. A wait for the lock would delay orders.
  client.run('PRAGMA busy_timeout = 0');
  client.run('PRAGMA cache_size = -2000');
  const version = client.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0;
  if (version === 0) client.transaction(() => client.run(SCHEMA))();
  else if (version !== VERSION) throw new Error(`the log of calls has version ${version}`);
}

function openPrepared(path: string): Omit<OpenedCalls, 'trouble'> {
  if (path !== IN_MEMORY) {
    makeOwnFile(path);
    // This call must precede opening the database. When run by root, it opens and closes the file. Closing a file
    // releases all locks of the process on that file (POSIX, fcntl).
    makePrivate(ownPath(path));
  }
  const { client } = openConnection(path, { readonly: false, command: false });
  try {
    prepare(client);
    return { client, statements: prepareCalls(client), inMemory: path === IN_MEMORY };
  } catch (error) {
    client.close();
    throw error;
  }
}

export interface OpenedCalls {
  readonly client: Database;
  readonly statements: CallStatements;
  readonly inMemory: boolean;
  /** The reason why an earlier file was moved aside, or why no file could be used; undefined without trouble. */
  readonly trouble: string | undefined;
}

/**
 * Opens the log of calls. It never fails: it moves an unusable file aside, and without any file it keeps the calls in
 * memory.
 */
export function openCallFile(path: string): OpenedCalls {
  if (path === IN_MEMORY) return { ...openPrepared(path), trouble: undefined };
  try {
    return { ...openPrepared(path), trouble: undefined };
  } catch (error) {
    try {
      putAside(path);
      return { ...openPrepared(path), trouble: `put aside as ${path}.damaged: ${String(error)}` };
    } catch (again) {
      return { ...openPrepared(IN_MEMORY), trouble: `kept in memory alone: ${String(again)}` };
    }
  }
}

function putAside(path: string): void {
  for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  rmSync(`${path}.damaged`, { recursive: true, force: true });
  if (existsSync(path)) renameSync(path, `${path}.damaged`);
}
