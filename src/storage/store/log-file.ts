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
import { OWN_FILE, syncFolderOf } from '../../base/index.ts';

/**
 * SQLite's write-ahead log, synced by us and not by COMMIT, so that the event loop never waits for the disk.
 *
 * The reasons why it is safe, by SQLite's own source (3.54, wal.c, pager.c, os_unix.c) and documentation:
 * - With `synchronous = NORMAL` a COMMIT writes its frames to the log and syncs nothing. Once the log is synced, all of
 *   them are on the disk, as after FULL. It is the same fdatasync of the same file, made a moment later.
 * - A checkpoint under NORMAL syncs the log before it writes a page into the database file. It syncs that file before
 *   it counts the pages as moved. (pager.c: NORMAL leaves out the syncs of commits alone.) So nothing gets into the
 *   database file that the log could still lose, no matter who makes the checkpoint. A log is only begun again when all of it
 *   is in a synced database file.
 * - Anyone who begins the log again writes its header with new salts and syncs it before the first frame (wal.c:
 *   syncHeader). So no old frame passes for a new one. The file stays the same one: it is overwritten from its
 *   beginning, and may be cut.
 * - The first connection makes it. The last one removes it when it closes, which needs an exclusive lock on the
 *   database. As long as our writer is open it is neither removed nor made again. So the descriptor opened here is of the
 *   file that SQLite writes. If it is removed or replaced by hand, the next sync finds another file in its
 *   place, and fails.
 * - SQLite locks nothing on the log itself (os_unix.c: UNIXFILE_NOLOCK on all but the database). So closing this
 *   descriptor lets go of none of its locks. Never open the database or its -shm file like this: closing them would
 *   (POSIX, fcntl).
 * - Its name is on the disk once the folder was synced. SQLite does so at the first sync of the one who made the file. That
 *   may have been a reader who never syncs, so it is done here.
 */
export interface LogFile {
  readonly descriptor: number;
  /** @throws Error if another file is in its place */
  assertInPlace(): void;
  close(): void;
}

/**
 * Syncs the file behind a descriptor. Rejects when what was written may never be on the disk.
 *
 * @param changes how many wait for it
 */
export type SyncFile = (descriptor: number, changes: number) => Promise<void>;

/** Syncs in Bun's pool of threads, which others may keep busy: a password's hash takes one for a tenth of a second. */
export const syncInPool = (descriptor: number): Promise<void> => inPool(descriptor);
const inPool: (descriptor: number) => Promise<void> = promisify(fdatasync);

/**
 * True on systems where COMMIT need not sync. On macOS a sync that reaches the disk is F_FULLFSYNC, which Bun's
 * fdatasync is not; Windows is unproved. COMMIT syncs there, as ever.
 */
export const SYNCED_BY_US = process.platform === 'linux';

const logPath = (databasePath: string): string => `${databasePath}-wal`;

/** @param databasePath already open and read from, since only then is there a log */
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

/** Bytes of the log; 0 where there is none. */
export const logBytesOf = (databasePath: string): number =>
  statSync(logPath(databasePath), { throwIfNoEntry: false })?.size ?? 0;

/**
 * Syncs the log of a database that another process or thread may write, before any of it is told. Pages that have left
 * the log are in a synced database file.
 */
export function syncLogOf(databasePath: string): void {
  if (!SYNCED_BY_US || logBytesOf(databasePath) === 0) return;
  // Not for writing, which a disk that has turned read-only would refuse.
  const descriptor = openSync(logPath(databasePath), constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    fdatasyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const PIECE_BYTES = 1024 * 1024;

/**
 * Puts the log on the disk that an earlier process left, before anybody is told what it holds. That process may have been killed
 * before its sync, or have met a failing one: after that the system counts pages as written that are not, and a further sync
 * proves nothing. So the same bytes are written once more, and then synced. What could not be read back right is no frame to SQLite.
 *
 * The right to write must be held meanwhile, for nobody else may write to it.
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
