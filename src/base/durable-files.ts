import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  lchownSync,
  linkSync,
  mkdirSync,
  openSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Files that are to survive the loss of power, and to be read by whoever runs the server. */

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

/** Writes a new file whole and has it on the disk when it returns. @throws Error with the code EEXIST when something is there */
export function writeSynced(path: string, bytes: Uint8Array, mode: number): void {
  const file = openSync(path, 'wx', mode);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A second name at no cost where the disk can, else a copy. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // File systems without hard links (FAT, some shares).
    copyFileSync(from, to);
    syncFile(to);
  }
}

/**
 * What root makes is given to whom the data directory belongs: else a server that runs as a user of its own could not open it.
 * Only where the folder is that user's too; what root puts elsewhere, such as a backup, stays root's.
 */
export function giveToOwner(path: string, dataDir: string): void {
  if (process.geteuid?.() !== 0) return;
  try {
    const { uid, gid } = statSync(dataDir);
    if (uid === 0 || statSync(dirname(path)).uid !== uid) return;
    // Never through a link, which that user could have laid to a file of root's.
    lchownSync(path, uid, gid);
  } catch {
    // Not every file system has owners; `docket check` names what the server cannot read.
  }
}

/** Makes an empty file, unless one is there, for whom the data directory belongs to; SQLite's files beside it become theirs too. */
export function makeOwnFile(path: string): void {
  if (existsSync(path)) return;
  closeSync(openSync(path, 'a', 0o600));
  giveToOwner(path, dirname(path));
}

/** Makes a folder and those above it that are missing, for their owner alone, or below the data directory for whose that is. */
export function makeFolder(path: string, dataDir: string): void {
  const missing: string[] = [];
  // A drive of Windows that is not there is above itself.
  for (let at = resolve(path); !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  for (const folder of missing) giveToOwner(folder, dataDir);
}

/** An instant as a part of a file's name: sorts by time, and holds nothing that a file system forbids. */
export const stampOf = (ms: number): string => new Date(ms).toISOString().replaceAll(/[:.]/g, '-');
