import type { Database } from 'bun:sqlite';
import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import { giveToFolder, linkOrCopy, syncFile, syncFolderOf, UsageError } from '../base/index.ts';
import { Client } from './client.ts';
import { halfRestoredMark, markHalfRestored } from './half-restored.ts';
import { isBusy } from './store-failure.ts';

/** Somebody has the database open, who would go on writing into what was put aside. */
export class DatabaseInUse extends UsageError {
  constructor() {
    super('another docket has the database open; repeat it when that one is done (nothing was touched)', 1);
  }
}

/**
 * Moves what stands in the write-ahead log into the database file, so that one file holds all of it; SQLite does so only when
 * nobody else has the database open.
 *
 * @returns false when the database is too damaged for it
 * @throws DatabaseInUse
 */
export function foldLog(path: string): boolean {
  if (!existsSync(path)) return true;
  let client: Database | undefined;
  try {
    client = new Client(path, { readwrite: true });
    client.run('PRAGMA busy_timeout = 2000');
    client.run('PRAGMA wal_checkpoint(TRUNCATE)');
    return client.query<{ journal_mode: string }, []>('PRAGMA journal_mode = DELETE').get()?.journal_mode === 'delete';
  } catch (error) {
    if (isBusy(error)) throw new DatabaseInUse();
    return false;
  } finally {
    client?.close();
  }
}

/**
 * Puts a file in the place of the database, in one rename, and keeps what was there under another name. Nobody may have the
 * database open. After a crash anywhere there stands the old database or the new one.
 *
 * @param folded whether the log has nothing that the database lacks
 * @returns where what was there is kept; null when nothing was
 */
export function replaceDatabase(path: string, draft: string, kept: string, folded: boolean): string | null {
  const there = existsSync(path);
  const loose = ['-wal', '-journal'].filter((side) => existsSync(path + side));
  chmodSync(draft, 0o600);
  giveToFolder(draft);
  syncFile(draft);
  if (!folded) markHalfRestored(path);
  // The database itself stays in its place until the rename: there must be no moment without one, for whoever starts then
  // would find an empty shop.
  if (there) linkOrCopy(path, kept);
  // A log that belongs to another database would be played into the new one.
  for (const side of loose) renameSync(path + side, kept + side);
  rmSync(`${path}-shm`, { force: true });
  renameSync(draft, path);
  syncFolderOf(path);
  rmSync(halfRestoredMark(path), { force: true });
  return there || loose.length > 0 ? kept : null;
}
