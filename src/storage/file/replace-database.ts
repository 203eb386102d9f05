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

/** Another process has the database open, and would go on writing into the replaced file. */
export class DatabaseInUse extends UsageError {
  constructor() {
    super('another docket has the database open; repeat it when that one is done (nothing was touched)', 1);
  }
}

/** A database that is closed to other writers. */
export interface HeldDatabase {
  /** True if one file holds all of it; false if it is too damaged for that. */
  readonly folded: boolean;
  /** A connection that reads it; undefined if there is no database, or it is too damaged. */
  readonly client: Database | undefined;
  release(): void;
}

/**
 * Moves the write-ahead log into the database file, so that one file holds all of it; SQLite does so only if no other
 * process has it open. From then on the database is held: a command that opened it now would begin a log, which would
 * be played into the replacement. After that, SQLite itself refuses to write into a file that was moved.
 *
 * @throws DatabaseInUse
 */
export function holdDatabase(path: string): HeldDatabase {
  if (!existsSync(path)) return { folded: true, client: undefined, release: () => undefined };
  // Before it is held: closing another descriptor of the same file lets go of the locks.
  giveToOwner(path, dirname(path));
  let client: Database | undefined;
  try {
    client = new Client(path, { readwrite: true });
    client.run('PRAGMA busy_timeout = 2000');
    client.run('PRAGMA wal_checkpoint(TRUNCATE)');
    if (modeAfter(client, 'PRAGMA journal_mode = DELETE') !== 'delete') throw new Error('the log stays');
    client.run('BEGIN EXCLUSIVE');
    // Another process may have come between the two.
    if (modeAfter(client, 'PRAGMA journal_mode') !== 'delete') throw new DatabaseInUse();
    return { folded: true, client, release: () => client?.close() };
  } catch (error) {
    client?.close();
    if (error instanceof DatabaseInUse || isBusy(error)) throw new DatabaseInUse();
    // A link, which root does not follow.
    if (error instanceof UsageError) throw error;
    return { folded: false, client: undefined, release: () => undefined };
  }
}

const modeAfter = (client: Database, pragma: string): string | undefined =>
  client.query<{ journal_mode: string }, []>(pragma).get()?.journal_mode;

/**
 * Puts a file in the place of the database, in one rename, and keeps the replaced file under another name. After a
 * crash anywhere, the old database or the new one is there.
 *
 * @param held the present database; let go of once it has left its place
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
  /** The files beside the database that belong to it. */
  readonly loose: readonly string[];
  readonly held: HeldDatabase;
}

function swap(path: string, draft: string, kept: string, { there, loose, held }: Swap): void {
  // The database itself stays in its place until the rename: there must be no moment without one, for anyone who starts then
  // would find an empty shop.
  if (there) linkOrCopy(path, kept);
  if (!held.folded) markHalfRestored(path);
  // A log that belongs to another database would be played into the new one.
  for (const side of loose) renameSync(path + side, kept + side);
  rmSync(`${path}-shm`, { force: true });
  removeSearch(path);
  // Windows replaces no file that is open.
  if (process.platform === 'win32') held.release();
  renameSync(draft, path);
  syncFolderOf(path);
  rmSync(halfRestoredMark(path), { force: true });
}
