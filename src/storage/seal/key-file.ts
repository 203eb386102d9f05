import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError, giveToOwner, type Random, SEAL_KEY_BYTES, syncFolderOf, writeSynced } from '../../base/index.ts';

/** The key of the mail server's password: a file of its own, so that a copy of the database gives it away to nobody. */
export const keyFilePath = (databasePath: string): string => join(dirname(databasePath), 'mail.key');

/** Undefined when the file is missing, cannot be read, or is no key. */
export function readKeyFile(path: string): Uint8Array | undefined {
  try {
    const key = readFileSync(path);
    return key.length === SEAL_KEY_BYTES ? Uint8Array.from(key) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The key; made at first need (mode 0600), and on the disk before it is used. Of two that make one at the same time both get
 * the one that came first. What stands there and is no key is replaced.
 *
 * @throws unavailable
 */
export const ensureKeyFile = (path: string, random: Random): Uint8Array =>
  ensureFile(path, () => readKeyFile(path), random.bytes(SEAL_KEY_BYTES));

/**
 * The key that `read` finds in a file. If it finds none, a file of these bytes is put there in one piece, and read.
 *
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
 * Writes a file whole beside the path, and has it on the disk before `put` gives it its name.
 *
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

/** A link is made or refused in one piece; anyone who comes second leaves the first one's key alone. */
function place(fresh: string, path: string, read: () => unknown): void {
  try {
    linkSync(fresh, path);
  } catch (error) {
    // There is no key yet, or the file system has no links.
    if (read() === undefined) {
      keepAside(path);
      renameSync(fresh, path);
    } else if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** A damaged file may still be of use to a person. */
function keepAside(path: string): void {
  try {
    linkSync(path, `${path}.damaged`);
  } catch {
    // There was none, or an earlier one is kept already.
  }
}
