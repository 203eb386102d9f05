import {
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { OWN_FILE, openInBlock, syncFolderOf } from '../../base/index.ts';

/**
 * SQLite's write-ahead log. Docket syncs it in another thread, so that the event loop never waits for the disk. This is
 * safe according to SQLite's source (3.54, wal.c, pager.c, os_unix.c):
 * - With `synchronous = NORMAL` a COMMIT writes its frames and syncs nothing. With `FULL` it would also call fdatasync
 *   on the log. Docket makes the same call a moment later.
 * - A checkpoint syncs the log before it writes a page into the database file. It syncs that file before it counts the
 *   pages as moved. So the database file never contains anything that the log could still lose.
 * - A restart of the log first syncs a header with new salts (syncHeader). So no old frame can be taken for a new one.
 * - While Docket's writer is open, SQLite neither removes nor recreates the log, so the descriptor stays valid. If
 *   somebody replaces the file, the next sync fails.
 * - SQLite locks nothing on the log (UNIXFILE_NOLOCK). Never open the database or its -shm file like this: closing it
 *   would release SQLite's locks (POSIX, fcntl).
 * - If a reader created the log, SQLite does not sync the log's folder. So Docket syncs the folder.
 */
export interface LogFile {
  readonly descriptor: number;
  /** @throws Error if another file has taken the log's place */
  assertInPlace(): void;
  close(): void;
}

/**
 * Syncs the file of an open descriptor. Rejects if the written data may never reach the disk.
 * @param changes the number of changes that wait for the sync
 */
export type SyncFile = (descriptor: number, changes: number) => Promise<void>;

/**
 * Syncs in Bun's thread pool. The sync may have to wait there, because hashing a password occupies a thread for a fifth
 * of a second.
 */
export const syncInPool = (descriptor: number): Promise<void> => inPool(descriptor);
const inPool: (descriptor: number) => Promise<void> = promisify(fdatasync);

/**
 * True if Docket syncs the log itself, so that COMMIT need not. On macOS Docket cannot: only F_FULLFSYNC reaches the
 * disk, and Bun's fdatasync does not use it. Windows was not examined. On both systems COMMIT syncs as usual.
 */
export const SYNCED_BY_US = process.platform === 'linux';

const logPath = (databasePath: string): string => `${databasePath}-wal`;

/**
 * Opens the log to sync it.
 * @param databasePath the path of an open database. Its connection must have read something, because SQLite creates the
 * log at the first read
 */
export function openLogFile(databasePath: string): LogFile {
  const path = logPath(databasePath);
  const descriptor = openSync(path, OWN_FILE);
  const ours = fstatSync(descriptor);
  syncFolderOf(path);
  return {
    descriptor,
    assertInPlace() {
      const there = statSync(path, { throwIfNoEntry: false });
      if (there?.ino !== ours.ino || there.dev !== ours.dev) throw new Error(`another file stands in place of ${path}`);
    },
    close: () => closeSync(descriptor),
  };
}

export const logBytesOf = (databasePath: string): number =>
  statSync(logPath(databasePath), { throwIfNoEntry: false })?.size ?? 0;

/**
 * Syncs the log of a database to the disk. If other processes may write the database, call this before passing on what
 * was read. Otherwise a power failure could undo a change that was already passed on.
 */
export function syncLogOf(databasePath: string): void {
  if (!SYNCED_BY_US || logBytesOf(databasePath) === 0) return;
  // The log is not opened for writing, because a disk that has turned read-only would refuse that.
  using descriptor = openInBlock(logPath(databasePath), constants.O_RDONLY | constants.O_NOFOLLOW);
  fdatasyncSync(descriptor.fd);
}

const PIECE_BYTES = 1024 * 1024;

/**
 * Writes an earlier process's log to the disk, before anything read from it is passed on. After a failed sync the
 * system may count unwritten pages as written, so a further sync proves nothing. So this writes the same bytes again,
 * and then syncs them. The caller must hold the write lock.
 */
export function secureLog({ descriptor }: Pick<LogFile, 'descriptor'>): void {
  const piece = new Uint8Array(PIECE_BYTES);
  for (let at = 0; ; ) {
    const length = readSync(descriptor, piece, 0, PIECE_BYTES, at);
    if (length === 0) break;
    for (let done = 0; done < length; ) done += writeSync(descriptor, piece, done, length - done, at + done);
    at += length;
  }
  fdatasyncSync(descriptor);
}
