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
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { errorCode } from '../errors/index.ts';
import { isRoot, ownFolder } from './own-path.ts';

const PRIVATE = 0o600;

/** The flag that refuses to open a link. Windows lacks it, but only root needs it, and Windows has no root. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/**
 * The flags for opening one of Docket's existing files. A link is never followed, because another user may have created
 * it.
 */
export const OWN_FILE = constants.O_RDWR | NO_FOLLOW;

export function openInBlock(path: string, flags: string | number, mode?: number): Disposable & { readonly fd: number } {
  const fd = openSync(path, flags, mode);
  return { fd, [Symbol.dispose]: () => closeSync(fd) };
}

export function syncFile(path: string): void {
  using file = openInBlock(path, OWN_FILE);
  fsyncSync(file.fd);
}

export function makePrivate(path: string): void {
  if (!isRoot()) {
    chmodSync(path, PRIVATE);
    return;
  }
  using file = openInBlock(path, OWN_FILE);
  fchmodSync(file.fd, PRIVATE);
}

/**
 * Syncs a folder, so that a new, changed or removed name is on the disk. Windows stores names by itself and has no such
 * call.
 */
export function syncFolderOf(path: string): void {
  try {
    using folder = openInBlock(dirname(path), 'r');
    fsyncSync(folder.fd);
  } catch {
    // Some systems cannot sync a folder. A power cut may then lose the name, but not the file's contents.
  }
}

/**
 * Writes a new file completely. The file is on the disk when this function returns.
 * @throws Error with the code EEXIST if the name is taken
 */
export function writeSynced(path: string, bytes: Uint8Array, mode: number): void {
  using file = openInBlock(path, 'wx', mode);
  for (let at = 0; at < bytes.length; ) at += writeSync(file.fd, bytes, at);
  fsyncSync(file.fd);
}

/** @throws Error with the code EEXIST if the name is taken */
export function copyOpen(source: number, to: string): void {
  const block = new Uint8Array(1024 * 1024);
  using target = openInBlock(to, 'wx', PRIVATE);
  for (let from = 0; ; ) {
    const read = readSync(source, block, 0, block.length, from);
    if (read === 0) break;
    for (let at = 0; at < read; ) at += writeSync(target.fd, block, at, read - at);
    from += read;
  }
}

export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // This file system has no hard links (FAT, some shares).
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    syncFile(to);
  }
}

/**
 * Gives a file created by root to the owner of the data directory. The server runs as that owner and could not open
 * root's file. Files in folders of other owners, such as root's folder of backups, stay root's.
 */
export function giveToOwner(path: string, dataDir: string): void {
  if (!isRoot()) return;
  try {
    const { uid, gid } = statSync(dataDir);
    if (uid === 0 || statSync(dirname(path)).uid !== uid) return;
    // Uses the open file instead of its name, because the folder's owner may swap the file in the meantime.
    using file = openInBlock(path, constants.O_RDONLY | NO_FOLLOW | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(file.fd);
    if (stat.isDirectory() || (stat.isFile() && stat.nlink === 1)) fchownSync(file.fd, uid, gid);
  } catch {
    // Failures are ignored, because some file systems have no owners. `docket check` lists files that the server cannot
    // read.
  }
}

/**
 * Creates an empty file that belongs to the owner of the data directory, unless the file exists. The files that SQLite
 * creates next to a database then belong to the same owner.
 */
export function makeOwnFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE));
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    throw error;
  }
  giveToOwner(path, dirname(path));
}

/**
 * Puts a small file in place atomically, replacing any file there. If a link is there, the link is replaced, not its
 * target. The file is not synced, so a power cut may empty it. A sync would slow each start by some 4 ms.
 */
export function replaceFile(path: string, text: string): void {
  const fresh = `${path}.new`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, text, { flag: 'wx', mode: PRIVATE });
  giveToOwner(fresh, dirname(path));
  renameSync(fresh, path);
}

/**
 * Creates a folder and its missing parents, readable only for their owner. Folders below the data directory belong to
 * that directory's owner.
 */
export function makeFolder(path: string, dataDir: string): void {
  ownFolder(path);
  const missing: string[] = [];
  // On Windows, even the drive may be missing. The loop must stop there, because a drive is its own parent.
  for (let at = resolve(path); !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  for (const folder of missing) giveToOwner(folder, dataDir);
}

/** Formats a time for file names. Such texts sort by time, and have only characters that every file system allows. */
export const stampOf = (ms: number): string => new Date(ms).toISOString().replaceAll(/[:.]/g, '-');
