import { closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/** Resolves what the system may still hold back: after it, a file survives the loss of power. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The same for a name that was made, changed or removed. Windows keeps names by itself and cannot be asked. */
export function syncFolderOf(path: string): void {
  let folder: number | undefined;
  try {
    folder = openSync(dirname(path), 'r');
    fsyncSync(folder);
  } catch {
    // Not every system syncs a folder; the name may then be lost with the power, the file's contents not.
  } finally {
    if (folder !== undefined) closeSync(folder);
  }
}
