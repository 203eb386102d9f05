import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  AppError,
  errorCode,
  giveToOwner,
  type Random,
  SEAL_KEY_BYTES,
  syncFolderOf,
  writeSynced,
} from '../../base/index.ts';

/**
 * Returns the path of the key for the mail server's password. The key has a file of its own, so that a copy of the
 * database does not reveal the password.
 */
export const keyFilePath = (databasePath: string): string => join(dirname(databasePath), 'mail.key');

export function readKeyFile(path: string): Uint8Array | undefined {
  try {
    const key = readFileSync(path);
    return key.length === SEAL_KEY_BYTES ? Uint8Array.from(key) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the key in a file. A missing key is created and synced before use. A file that is not a key is replaced.
 * @throws unavailable
 */
export const ensureKeyFile = (path: string, random: Random): Uint8Array =>
  ensureFile(path, () => readKeyFile(path), random.bytes(SEAL_KEY_BYTES));

/**
 * Returns the key that `read` finds in a file. If `read` finds none, writes a file with these bytes atomically and
 * reads it.
 * @throws unavailable
 */
export function ensureFile<T>(path: string, read: () => T | undefined, bytes: Uint8Array): T {
  const found = read();
  if (found !== undefined) return found;
  putFile(path, bytes, (fresh) => place(fresh, path, read));
  const placed = read();
  if (placed === undefined) throw new AppError({ rule: 'key_file_unreadable', file: path });
  return placed;
}

/**
 * Writes a complete new file next to the path, and then calls `put` to move it to the path. The content is on the disk
 * before that call.
 * @throws unavailable
 */
export function putFile(path: string, bytes: Uint8Array, put: (fresh: string) => void): void {
  const fresh = `${path}.${crypto.getRandomValues(new Uint8Array(8)).toHex()}.new`;
  try {
    writeSynced(fresh, bytes, 0o600);
    giveToOwner(fresh, dirname(path));
    put(fresh);
    syncFolderOf(path);
  } catch (error) {
    throw new AppError({ rule: 'key_file_unwritable', file: path }, undefined, error);
  } finally {
    rmSync(fresh, { force: true });
  }
}

/**
 * Gives the key file its final name with a hard link. Linking is atomic and fails if the file already exists. So a
 * second process cannot replace the key of the first one.
 */
function place(fresh: string, path: string, read: () => unknown): void {
  try {
    linkSync(fresh, path);
  } catch (error) {
    // Linking failed and the path has no valid key. Either the file at the path is damaged, or the file system has no
    // hard links. In both cases the new file can be renamed to the path.
    if (read() === undefined) {
      keepAside(path);
      renameSync(fresh, path);
    } else if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** Keeps a damaged file, which a person may still be able to use. */
function keepAside(path: string): void {
  try {
    linkSync(path, `${path}.damaged`);
  } catch {
    // The new key must be written even if the damaged file cannot be kept.
  }
}
