import type { Database } from 'bun:sqlite';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  amongFiles,
  giveToOwner,
  linkOrCopy,
  makePrivate,
  syncFile,
  syncFolderOf,
  UsageError,
} from '../../base/index.ts';
import { Client, halfRestoredMark, isBusy, markHalfRestored, removeSearch } from '../store/index.ts';

/**
 * Thrown if another process has the database open. After a restore, that process would continue to write into the old
 * file.
 */
export class DatabaseInUse extends UsageError {
  constructor() {
    super('another docket has the database open; repeat it when that one is done (nothing was touched)', 1);
  }
}

export interface HeldDatabase {
  /** True if a single file contains the whole database; false if the database is too damaged for that. */
  readonly folded: boolean;
  readonly client: Database | undefined;
  release(): void;
}

/**
 * Moves the write-ahead log into the database file, and locks the database until `release`. Without the lock, a command
 * could begin a new log. SQLite would replay that log into the file that replaces the database.
 * @throws DatabaseInUse
 */
export function holdDatabase(path: string): HeldDatabase {
  if (!existsSync(path)) return { folded: true, client: undefined, release: () => undefined };
  // This call must come before the lock. `giveToOwner` opens and closes the file, and closing it would release this
  // process's locks on the file.
  giveToOwner(path, dirname(path));
  let client: Database | undefined;
  try {
    client = new Client(path, { readwrite: true });
    client.run('PRAGMA busy_timeout = 2000');
    client.run('PRAGMA wal_checkpoint(TRUNCATE)');
    if (modeAfter(client, 'PRAGMA journal_mode = DELETE') !== 'delete') throw new Error('the log stays');
    client.run('BEGIN EXCLUSIVE');
    // Before this lock, another process may have opened the database and changed the journal mode.
    if (modeAfter(client, 'PRAGMA journal_mode') !== 'delete') throw new DatabaseInUse();
    return { folded: true, client, release: () => client?.close() };
  } catch (error) {
    client?.close();
    if (error instanceof DatabaseInUse || isBusy(error)) throw new DatabaseInUse();
    // Such an error means that the path is a link, which root must not follow.
    if (error instanceof UsageError) throw error;
    return { folded: false, client: undefined, release: () => undefined };
  }
}

const modeAfter = (client: Database, pragma: string): string | undefined =>
  client.query<{ journal_mode: string }, []>(pragma).get()?.journal_mode;

/**
 * Replaces the database with a file in one rename, and keeps the replaced file under another name. After a crash at any
 * point, the old database or the new one is in place.
 * @param held the current database; on Windows it is released before the rename
 * @returns the path of the replaced file; null if there was none
 */
export function replaceDatabase(path: string, draft: string, kept: string, held: HeldDatabase): string | null {
  const there = existsSync(path);
  const loose = ['-wal', '-journal'].filter((side) => existsSync(path + side));
  makePrivate(draft);
  giveToOwner(draft, dirname(path));
  syncFile(draft);
  amongFiles([path, kept, draft], ([at = path, keptAt = kept, draftAt = draft]) => {
    swap(at, draftAt, keptAt, { there, loose, held });
  });
  return there || loose.length > 0 ? kept : null;
}

interface Swap {
  readonly there: boolean;
  /** The suffixes of the other files of the replaced database, such as its log. */
  readonly loose: readonly string[];
  readonly held: HeldDatabase;
}

function swap(path: string, draft: string, kept: string, { there, loose, held }: Swap): void {
  // The old database stays in place until the rename below. Otherwise a process that starts before the rename would
  // find an empty shop.
  if (there) linkOrCopy(path, kept);
  if (!held.folded) markHalfRestored(path);
  // Moves the log of the old database away. Otherwise SQLite would replay that log into the new database.
  for (const side of loose) renameSync(path + side, kept + side);
  rmSync(`${path}-shm`, { force: true });
  removeSearch(path);
  // Windows cannot replace an open file.
  if (process.platform === 'win32') held.release();
  renameSync(draft, path);
  syncFolderOf(path);
  rmSync(halfRestoredMark(path), { force: true });
}
