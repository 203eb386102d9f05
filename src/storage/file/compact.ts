import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../../base/index.ts';
import { hasTable, MIGRATIONS, pendingMigrations } from '../schema/index.ts';
import {
  acquireServeLock,
  databasePath,
  explainOpening,
  type Holder,
  lookInto,
  openConnection,
} from '../store/index.ts';
import { freeBytesOf } from './vitals.ts';

interface FileSizes {
  readonly before: number;
  readonly after: number;
}

/** The rewritten file needs room twice: in the log, and then in the database file. */
const COPIES = 2;

/**
 * Rewrites the database without its free pages, in one transaction, so a crash changes nothing. No server may use the
 * file meanwhile. SQLite's own `auto_vacuum` was measured to cost 4 % of every create.
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
 * Advances the forgettings that waited for this rewrite. A forgetting that waits for an import is at an earlier step,
 * and stays there.
 */
const REWRITTEN = `UPDATE forgettings SET step = 'copies', place = '[]' WHERE step = 'file' AND finished_at IS NULL`;

/**
 * The largest file that is rewritten while a server runs. All writers wait during a rewrite, some 16 ms for each
 * megabyte. So a larger file needs `docket compact`.
 */
const REWRITTEN_SERVED_BYTES = 256 * 1024 * 1024;

export const isSoonRewritten = (path: string): boolean => statSync(path).size <= REWRITTEN_SERVED_BYTES;

/** The size below which a rewrite delays writers too briefly to be noticed. */
const QUICK_BYTES = 8 * 1024 * 1024;

export const isQuicklyRewritten = (path: string): boolean => statSync(path).size <= QUICK_BYTES;

/**
 * Removes deleted data from a database and its log. Call it outside the main thread, while the writers pause.
 * @returns false if a reader prevents emptying the log
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
