import { constants, Database, type DatabaseOptions } from 'bun:sqlite';
import { isRoot, ownPath } from '../../base/index.ts';

/** Files that SQLite puts beside a database; it opens none of them through a link. */
const SIDES = ['-wal', '-shm', '-journal'];
const IN_MEMORY = ':memory:';

type Access = Pick<DatabaseOptions, 'readonly' | 'readwrite' | 'create'>;

/**
 * A connection that really closes: `true` ends the statements that are still prepared. Without it SQLite keeps the
 * connection and its -wal file open until the collector takes the last statement. Drizzle's live as long as anyone who
 * prepared them. Its late end then removes the log of whatever database stands under the name.
 *
 * Root opens nothing through a link, nor does VACUUM INTO of such a connection.
 */
export class Client extends Database {
  constructor(path: string, access: Access) {
    if (path === IN_MEMORY || !isRoot()) super(path, access);
    else super(checked(path), flagsOf(access) | constants.SQLITE_OPEN_NOFOLLOW);
  }

  override close(): void {
    super.close(true);
  }
}

/** @throws UsageError */
function checked(path: string): string {
  const own = ownPath(path);
  for (const side of SIDES) ownPath(own + side);
  return own;
}

function flagsOf({ readonly, create }: Access): number {
  if (readonly === true) return constants.SQLITE_OPEN_READONLY;
  return constants.SQLITE_OPEN_READWRITE | (create === true ? constants.SQLITE_OPEN_CREATE : 0);
}
