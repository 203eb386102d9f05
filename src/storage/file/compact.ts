import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../../base/index.ts';
import { hasTable, MIGRATIONS, pendingMigrations } from '../schema/index.ts';
import { acquireServeLock, databasePath, explainOpening, type Holder, openConnection } from '../store/index.ts';
import { lookInto } from './database-file.ts';
import { freeBytesOf } from './vitals.ts';

/** Sizes of the database file, in bytes. */
interface FileSizes {
  readonly before: number;
  readonly after: number;
}

/** The rewritten file needs room twice: in the log, and from there in the database file. */
const COPIES = 2;

/**
 * Rewrites the database without its free pages, which returns their space to the disk. The rewrite is one transaction,
 * so a crash leaves the file as it was. No server may use the file meanwhile.
 *
 * This is a command, because it is only needed after large deletions. Space freed day by day is reused. SQLite's own
 * `auto_vacuum` was measured to cost 4 % of every create.
 *
 * @throws UsageError (exit 1) before any change, for example if the schema is newer than this executable's
 */
export function compactDatabase(dataDir: string, holder: Holder): FileSizes {
  const path = databasePath(dataDir);
  if (!existsSync(path)) throw new UsageError(`there is no Docket database in ${dataDir}`, 1);
  return explainOpening(dataDir, () => {
    lookInto(path, (client) => pendingMigrations(client, MIGRATIONS));
    const lock = acquireServeLock(dataDir, holder);
    try {
      refuseWithoutRoom(dataDir, path);
      return compact(path);
    } finally {
      lock.release();
    }
  });
}

function compact(path: string): FileSizes {
  const { client } = openConnection(path, { readonly: false, command: true });
  try {
    client.run('PRAGMA wal_checkpoint(TRUNCATE)');
    const before = statSync(path).size;
    client.run('VACUUM');
    if (hasTable(client, 'forgettings')) client.run(REWRITTEN);
    client.run('PRAGMA wal_checkpoint(TRUNCATE)');
    return { before, after: statSync(path).size };
  } finally {
    client.close();
  }
}

/**
 * Moves the forgettings that waited for this rewrite to their next step. A forgetting that waits for an import is at an
 * earlier step, and stays there.
 */
const REWRITTEN = `UPDATE forgettings SET step = 'copies', place = '[]' WHERE step = 'file' AND finished_at IS NULL`;

/** A larger file is rewritten only by the command. All writers wait during a rewrite, some 16 ms for each megabyte. */
const REWRITTEN_SERVED_BYTES = 256 * 1024 * 1024;

/** True if a file is small enough to be rewritten while it is served. */
export const isSoonRewritten = (path: string): boolean => statSync(path).size <= REWRITTEN_SERVED_BYTES;

/** Rewriting a smaller file delays writers too briefly to be noticed. */
const QUICK_BYTES = 8 * 1024 * 1024;

export const isQuicklyRewritten = (path: string): boolean => statSync(path).size <= QUICK_BYTES;

/**
 * Rewrites a database while others read it, and empties its log. Neither file then contains deleted data. The function
 * must run in a thread, and writers must pause meanwhile.
 *
 * @returns false if a reader keeps the log from being emptied
 */
export function rewriteServed(path: string): boolean {
  const { client } = openConnection(path, { readonly: false, command: true });
  try {
    refuseWithoutRoom(dirname(path), path);
    client.run('VACUUM');
    return client.query<{ busy: number }, []>('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
  } finally {
    client.close();
  }
}

function refuseWithoutRoom(dataDir: string, path: string): void {
  const free = freeBytesOf(dataDir);
  const needed = COPIES * statSync(path).size;
  if (free === null || free >= needed) return;
  const [has, wants] = [free, needed].map((bytes) => Math.ceil(bytes / 1024 / 1024));
  throw new UsageError(
    `rewriting the file needs ${wants} MB of free disk, and there are ${has} (nothing was touched)`,
    1,
  );
}
