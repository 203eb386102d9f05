import { Database } from 'bun:sqlite';
import { chmodSync, copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { toIso, UsageError } from '../base/index.ts';
import { hasTable, MANIFEST_TABLES, type TableCounts } from './count-tables.ts';
import { syncFile, syncFolderOf } from './files.ts';
import { halfRestoredMark, markHalfRestored } from './half-restored.ts';
import { acquireServeLock, type Holder } from './lock.ts';
import { readCounts } from './read-counts.ts';
import { databasePath, makeDataDir } from './storage.ts';
import { type VerifiedBackup, verifyBackup } from './verify-backup.ts';

export interface RestoreFacts {
  readonly holder: Holder;
  readonly nowMs: number;
  /** Whether a database that is there may be put aside. */
  readonly force: boolean;
  /** How the backup is called in messages and in the history. */
  readonly name: string;
  /** Who did it, for the history. */
  readonly actor: { readonly type: string; readonly id: string | null };
}

export interface Restored {
  /** Of what was put aside; null when nothing was there or it cannot be read. */
  readonly before: TableCounts | null;
  readonly after: TableCounts;
  /** Where what was there is kept; null when nothing was. */
  readonly kept: string | null;
  readonly backup: VerifiedBackup;
}

/** Somebody has the database open, who would go on writing into what was put aside. */
export class DatabaseInUse extends UsageError {
  constructor() {
    super('another docket has the database open; repeat it when that one is done (nothing was touched)', 1);
  }
}

/** @throws UsageError when there is a database and nobody said that it may be put aside */
export function refuseToOverwrite(dataDir: string, force: boolean): void {
  const path = databasePath(dataDir);
  const there = existsSync(path) || existsSync(`${path}-wal`);
  if (!there || force) return;
  throw new UsageError(
    `there is a database in ${dataDir} (nothing was touched); with --force it is put aside, not deleted, and the backup takes its place`,
    1,
  );
}

/**
 * Puts a backup in the place of the database, in one rename, and keeps what was there beside it. The data directory must not be
 * served. Until the rename nothing that counts has changed; after a crash anywhere there stands the old database or the new one.
 *
 * @param staged a copy of the backup in the data directory, which is used up; it is verified here, not where it came from
 * @throws UsageError (exit 1) in words
 */
export function restoreDatabase(dataDir: string, staged: string, facts: RestoreFacts): Restored {
  makeDataDir(dataDir);
  refuseToOverwrite(dataDir, facts.force);
  const backup = verifyBackup(staged, facts.name);
  const lock = acquireServeLock(dataDir, facts.holder);
  try {
    const path = databasePath(dataDir);
    const before = readCounts(path);
    const folded = !existsSync(path) || fold(path);
    dress(staged, facts, backup);
    const kept = swap(path, staged, toIso(facts.nowMs).replaceAll(/[:.]/g, '-'), folded);
    const after = readCounts(path);
    assertArrived(backup.counts, after, kept);
    return { before, after: after ?? {}, kept, backup };
  } finally {
    lock.release();
  }
}

/** What a report must never hide: a restore that "succeeded" and left an empty shop. */
function assertArrived(expected: TableCounts, found: TableCounts | null, kept: string | null): void {
  for (const table of ['workspaces', 'orders', 'payments', 'inquiries', 'people']) {
    if (found !== null && found[table] === expected[table]) continue;
    throw new Error(
      `after the restore ${table} has ${found?.[table]} rows, the backup ${expected[table]}; before: ${kept}`,
    );
  }
}

const NOTED = `INSERT INTO audit_log (workspace_seq, at, actor_type, actor_id, request_id, action, subject, changes)
  SELECT seq, ?, ?, ?, NULL, 'database.restored', ?, ? FROM workspaces`;

/** Makes a database of the backup: without its manifest, with a line in the history of each workspace. */
function dress(staged: string, { nowMs, actor, name }: RestoreFacts, { manifest }: VerifiedBackup): void {
  const client = new Database(staged, { readwrite: true });
  try {
    client.run('PRAGMA journal_mode = DELETE');
    for (const table of MANIFEST_TABLES) client.run(`DROP TABLE IF EXISTS ${table}`);
    if (hasTable(client, 'audit_log')) {
      const changes = JSON.stringify({ takenAt: { from: null, to: manifest?.takenAt ?? null } });
      client.run(NOTED, [nowMs, actor.type, actor.id, name, changes]);
    }
  } finally {
    client.close(true);
  }
  chmodSync(staged, 0o600);
  syncFile(staged);
}

/** @param folded whether the log has nothing that the database lacks @returns where what was there is kept */
function swap(path: string, staged: string, stamp: string, folded: boolean): string | null {
  const kept = `${path}.before-restore.${stamp}`;
  const there = existsSync(path);
  const loose = ['-wal', '-journal'].filter((side) => existsSync(path + side));
  if (!folded) markHalfRestored(path);
  // The database itself stays in its place until the rename: there must be no moment without one, for whoever starts then
  // would find an empty shop.
  if (there) keepAside(path, kept);
  // A log that belongs to another database would be played into the new one.
  for (const side of ['-wal', '-journal']) {
    if (existsSync(path + side)) renameSync(path + side, kept + side);
  }
  rmSync(`${path}-shm`, { force: true });
  renameSync(staged, path);
  syncFolderOf(path);
  rmSync(halfRestoredMark(path), { force: true });
  return there || loose.length > 0 ? kept : null;
}

/**
 * Moves what stands in the write-ahead log into the database file, so that one file holds all of it; SQLite does so only when
 * nobody else has the database open.
 *
 * @returns false when the database is too damaged for it
 * @throws DatabaseInUse
 */
function fold(path: string): boolean {
  let client: Database | undefined;
  try {
    client = new Database(path, { readwrite: true });
    client.run('PRAGMA busy_timeout = 2000');
    client.run('PRAGMA wal_checkpoint(TRUNCATE)');
    const query = client.prepare<{ journal_mode: string }, []>('PRAGMA journal_mode = DELETE');
    const mode = query.get()?.journal_mode;
    query.finalize();
    return mode === 'delete';
  } catch (error) {
    if (isBusy(error)) {
      throw new DatabaseInUse();
    }
    return false;
  } finally {
    client?.close(true);
  }
}

const BUSY_CODES = new Set([5, 6]);
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errno' in error && typeof error.errno === 'number' && BUSY_CODES.has(error.errno & 0xff);

function keepAside(path: string, kept: string): void {
  try {
    linkSync(path, kept);
  } catch {
    // File systems without hard links (FAT, some shares).
    copyFileSync(path, kept);
    syncFile(kept);
  }
}
