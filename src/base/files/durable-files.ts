import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isRoot, ownFolder } from './own-path.ts';

const PRIVATE = 0o600;

/** Files that survive the loss of power, readable for the server's own user. */

/** Windows has no such flag, and no root either. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/** The flags to open an existing file of Docket's; never through a link, which another user may have put there. */
export const OWN_FILE = constants.O_RDWR | NO_FOLLOW;

/** Resolves what the system may still hold back: after it, a file survives the loss of power. */
export function syncFile(path: string): void {
  const file = openSync(path, OWN_FILE);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Limits reading and writing of a file to its owner. */
export function makePrivate(path: string): void {
  if (!isRoot()) {
    chmodSync(path, PRIVATE);
    return;
  }
  const file = openSync(path, OWN_FILE);
  try {
    fchmodSync(file, PRIVATE);
  } finally {
    closeSync(file);
  }
}

/** Has a new, changed or removed name on the disk. Windows keeps names by itself and cannot be asked. */
export function syncFolderOf(path: string): void {
  let folder: number | undefined;
  try {
    folder = openSync(dirname(path), 'r');
    fsyncSync(folder);
  } catch {
    // Some systems do not sync a folder. A power cut may then lose the name, but not the file's contents.
  } finally {
    if (folder !== undefined) closeSync(folder);
  }
}

/**
 * Writes a new file whole and has it on the disk when it returns. @throws Error with the code EEXIST if the name is
 * taken
 */
export function writeSynced(path: string, bytes: Uint8Array, mode: number): void {
  const file = openSync(path, 'wx', mode);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Copies an open file into a new one. @throws Error with the code EEXIST if the name is taken */
export function copyOpen(source: number, to: string): void {
  const block = new Uint8Array(1024 * 1024);
  const target = openSync(to, 'wx', PRIVATE);
  try {
    for (let from = 0; ; ) {
      const read = readSync(source, block, 0, block.length, from);
      if (read === 0) break;
      for (let at = 0; at < read; ) at += writeSync(target, block, at, read - at);
      from += read;
    }
  } finally {
    closeSync(target);
  }
}

/** A second name at no cost where the disk can, else a copy. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // File systems without hard links (FAT, some shares).
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    syncFile(to);
  }
}

/**
 * Files that root makes are given to the owner of the data directory. Else a server that runs as that user could not open them.
 * Only where the folder is that user's too; a file that root puts elsewhere, such as a backup, stays root's.
 */
export function giveToOwner(path: string, dataDir: string): void {
  if (!isRoot()) return;
  try {
    const { uid, gid } = statSync(dataDir);
    if (uid === 0 || statSync(dirname(path)).uid !== uid) return;
    // Works on the open file, not on its name: that user may swap the file behind a name in between.
    const file = openSync(path, constants.O_RDONLY | NO_FOLLOW | (constants.O_NONBLOCK ?? 0));
    try {
      const stat = fstatSync(file);
      if (stat.isDirectory() || (stat.isFile() && stat.nlink === 1)) fchownSync(file, uid, gid);
    } finally {
      closeSync(file);
    }
  } catch {
    // Some file systems have no owners; `docket check` names files that the server cannot read.
  }
}

/**
 * Makes an empty file for the owner of the data directory, unless one is there; gives SQLite's files beside it to them
 * too.
 */
export function makeOwnFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    throw error;
  }
  giveToOwner(path, dirname(path));
}

/** Puts a small file into a place in one piece and replaces any file there. A link there goes, and its target stays. */
export function replaceFile(path: string, text: string): void {
  const fresh = `${path}.new`;
  rmSync(fresh, { force: true });
  writeSynced(fresh, new TextEncoder().encode(text), PRIVATE);
  giveToOwner(fresh, dirname(path));
  renameSync(fresh, path);
}

/**
 * Makes a folder and those above it that are missing, for their owner alone. Below the data directory they belong to
 * its owner.
 */
export function makeFolder(path: string, dataDir: string): void {
  ownFolder(path);
  const missing: string[] = [];
  // A drive of Windows that is not there is above itself.
  for (let at = resolve(path); !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  for (const folder of missing) giveToOwner(folder, dataDir);
}

/** An instant as a part of a file's name: sorts by time, and holds nothing that a file system forbids. */
export const stampOf = (ms: number): string => new Date(ms).toISOString().replaceAll(/[:.]/g, '-');
