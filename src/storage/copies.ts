import { Database } from 'bun:sqlite';
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../base/index.ts';
import { acquireServeLock, type Holder } from './lock.ts';
import { appliedMigrations } from './migrate.ts';
import { openConnection } from './open.ts';
import { databasePath } from './storage.ts';

/** Copies of the database that lie beside it: `docket.db.WHY.WHEN.backup`, made before a migration or an update. */
export interface Copy {
  readonly path: string;
  readonly schemaVersion: number;
  /** By the file's own time, milliseconds since the epoch. */
  readonly takenMs: number;
}

const stampOf = (nowMs: number): string => new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-');

function withFile<T>(path: string, work: (client: Database) => T): T {
  const { client } = openConnection(path, { readonly: true, command: true });
  try {
    return work(client);
  } finally {
    client.close();
  }
}

/** Undefined where there is no database. */
export function schemaOf(dataDir: string): number | undefined {
  const path = databasePath(dataDir);
  return existsSync(path) ? withFile(path, (client) => appliedMigrations(client).at(-1)?.version ?? 0) : undefined;
}

/** What root makes beside the database is its owner's: else the server could not read it. */
function asTheDatabase(path: string, database: string): void {
  chmodSync(path, 0o600);
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = statSync(database);
  chownSync(path, uid, gid);
}

function syncToDisk(path: string): void {
  // A folder cannot be opened on Windows, and needs no sync there.
  if (process.platform === 'win32' && statSync(path).isDirectory()) return;
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Writes the database as it is now into a new file, beside a running server; writers go on meanwhile. */
export function copyDatabase(dataDir: string, target: string): void {
  const path = databasePath(dataDir);
  withFile(path, (client) => client.query('VACUUM INTO ?').run(target));
  asTheDatabase(target, path);
  syncToDisk(target);
  syncToDisk(dirname(target));
}

/**
 * Keeps a copy beside the database and reads it once through.
 *
 * @param why a word for its name
 * @throws Error when the copy is not sound; it is then gone again
 */
export function keepCopyNow(dataDir: string, why: string, nowMs: number): string {
  const target = `${databasePath(dataDir)}.${why}.${stampOf(nowMs)}.backup`;
  copyDatabase(dataDir, target);
  const lines = withFile(target, (client) =>
    client.query<{ integrity_check: string }, []>('PRAGMA integrity_check').all(),
  ).map((row) => row.integrity_check);
  if (lines.join() === 'ok') return target;
  rmSync(target);
  throw new Error(`the copy of the database is not sound (${lines[0]}): run docket check`);
}

/** The newest first; a file that cannot be read is none. */
export function listCopies(dataDir: string): Copy[] {
  const prefix = `${basename(databasePath(dataDir))}.`;
  const names = readdirSync(dataDir).filter((name) => name.startsWith(prefix) && name.endsWith('.backup'));
  const copies = names.flatMap((name): Copy[] => {
    const path = join(dataDir, name);
    try {
      const schemaVersion = withFile(path, (client) => appliedMigrations(client).at(-1)?.version ?? 0);
      return [{ path, schemaVersion, takenMs: statSync(path).mtimeMs }];
    } catch {
      return [];
    }
  });
  return copies.sort((a, b) => b.takenMs - a.takenMs);
}

/** Rows that every schema has and that are never deleted. */
const COUNTED = { orders: 'orders', changes: 'order_history', payments: 'payments', inquiries: 'inquiries' } as const;
export type Written = Readonly<Record<keyof typeof COUNTED, number>>;

function countAll(path: string): Written {
  return withFile(path, (client) => {
    const count = (table: string): number =>
      client.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0;
    return {
      orders: count(COUNTED.orders),
      changes: count(COUNTED.changes),
      payments: count(COUNTED.payments),
      inquiries: count(COUNTED.inquiries),
    };
  });
}

/** How much of each the database holds that a copy of it does not; `changes` are those of orders, their making included. */
export function writtenSince(dataDir: string, copy: string): Written {
  const [now, then] = [countAll(databasePath(dataDir)), countAll(copy)];
  return {
    orders: now.orders - then.orders,
    changes: now.changes - then.changes,
    payments: now.payments - then.payments,
    inquiries: now.inquiries - then.inquiries,
  };
}

/**
 * Puts a copy in the database's place while nobody serves it. What stood there is kept beside it; at a crash anywhere the
 * one or the other stands there whole.
 *
 * @returns the path of what stood there
 * @throws UsageError while a server runs on it
 */
export function putBack(dataDir: string, copy: string, holder: Holder, nowMs: number): string {
  const path = databasePath(dataDir);
  const aside = `${path}.set-aside.${stampOf(nowMs)}`;
  const draft = `${path}.putting-back`;
  const lock = acquireServeLock(dataDir, holder);
  try {
    foldLog(path);
    copyFileSync(copy, draft);
    asTheDatabase(draft, path);
    syncToDisk(draft);
    linkOrCopy(path, aside);
    // Empty since the lines above; left there, they would be taken for those of the copy.
    rmSync(`${path}-wal`, { force: true });
    rmSync(`${path}-shm`, { force: true });
    renameSync(draft, path);
    syncToDisk(dataDir);
    return aside;
  } finally {
    rmSync(draft, { force: true });
    lock.release();
  }
}

/** Moves all of the write-ahead log into the file. */
function foldLog(path: string): void {
  const client = new Database(path, { readwrite: true });
  try {
    client.run('PRAGMA busy_timeout = 10000');
    const row = client.query<{ busy: number }, []>('PRAGMA wal_checkpoint(TRUNCATE)').get();
    if (row?.busy === 1)
      throw new UsageError('another process is reading the database; try again when it has ended', 1);
  } finally {
    client.close();
  }
}

/** Under a second name at no cost, where the disk can. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
