import { constants, Database, type DatabaseOptions } from 'bun:sqlite';
import { isRoot, ownPath } from '../../base/index.ts';

/**
 * The suffixes of SQLite's files next to a database. A process that runs as root refuses other users' links at these
 * paths. Otherwise it would write to the files that the links point to.
 */
const SIDES = ['-wal', '-shm', '-journal'];
const IN_MEMORY = ':memory:';

type Access = Pick<DatabaseOptions, 'readonly' | 'readwrite' | 'create'>;

/**
 * A connection whose `close()` also finalizes prepared statements. Otherwise SQLite keeps the connection open until the
 * last statement is garbage collected. A close that late would remove the log of a database that has replaced this one.
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

/** @throws UsageError if another user may have placed one of the files */
function checked(path: string): string {
  const own = ownPath(path);
  for (const side of SIDES) ownPath(own + side);
  return own;
}

function flagsOf({ readonly, create }: Access): number {
  if (readonly === true) return constants.SQLITE_OPEN_READONLY;
  return constants.SQLITE_OPEN_READWRITE | (create === true ? constants.SQLITE_OPEN_CREATE : 0);
}
