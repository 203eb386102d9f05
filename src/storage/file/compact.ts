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

/** The whole file goes through the log, and from there into the file. */
const COPIES = 2;

/**
 * Rewrites the database without its free room, and gives that back to the disk. One transaction: a crash leaves the
 * file as it was. No server may run on it meanwhile.
 *
 * It is a command, since it is needed once after large deletions; daily ones make room for new rows. SQLite's own way
 * to give room back (`auto_vacuum`) was measured at 4 % of every create.
 *
 * @throws UsageError (exit 1), with nothing touched: also if the schema is newer than this executable's
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

/** A forgetting that waited for the import goes on after it. */
const REWRITTEN = `UPDATE forgettings SET step = 'copies', place = '[]' WHERE step = 'file' AND finished_at IS NULL`;

/** A larger file is written again by hand: everybody who saves something waits meanwhile, some 16 ms a megabyte. */
const REWRITTEN_SERVED_BYTES = 256 * 1024 * 1024;

/** True if a file is small enough to be written again while it is served. */
export const isSoonRewritten = (path: string): boolean => statSync(path).size <= REWRITTEN_SERVED_BYTES;

/**
 * Rewrites a database beside its readers, and empties its log, so that deleted data is in neither any more. For a
 * thread; writers must pause meanwhile.
 *
 * @returns false if a reader still holds the log, which then still has it
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
