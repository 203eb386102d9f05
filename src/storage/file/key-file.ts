import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError, giveToOwner, type Random, SEAL_KEY_BYTES, syncFolderOf, writeSynced } from '../../base/index.ts';

/** The key of secrets that lie sealed in the database: a file of its own, so that a copy of the database gives none away. */
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
export function ensureKeyFile(path: string, random: Random): Uint8Array {
  const found = readKeyFile(path);
  if (found !== undefined) return found;
  const fresh = `${path}.${random.bytes(8).toHex()}.new`;
  try {
    writeSynced(fresh, random.bytes(SEAL_KEY_BYTES), 0o600);
    giveToOwner(fresh, dirname(path));
    place(fresh, path);
    syncFolderOf(path);
  } catch (error) {
    throw new AppError({ rule: 'key_file_unwritable' }, undefined, error);
  } finally {
    rmSync(fresh, { force: true });
  }
  const key = readKeyFile(path);
  if (key === undefined) throw new AppError({ rule: 'key_file_unreadable' });
  return key;
}

/** A link is made or refused in one piece; whoever comes second leaves the first one's key alone. */
function place(fresh: string, path: string): void {
  try {
    linkSync(fresh, path);
  } catch (error) {
    // No key stands there, or the file system knows no links.
    if (readKeyFile(path) === undefined) renameSync(fresh, path);
    else if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
