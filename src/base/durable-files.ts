import { chownSync, closeSync, copyFileSync, fsyncSync, linkSync, openSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

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
 * What root makes in somebody's folder becomes theirs: the server, which runs as them, could not open it. Nothing happens
 * where somebody else than root makes it, or on Windows.
 */
export function giveToFolder(path: string): void {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  chownSync(path, uid, gid);
}

/** An instant as a part of a file's name: sorts by time, and holds nothing that a file system forbids. */
export const stampOf = (ms: number): string => new Date(ms).toISOString().replaceAll(/[:.]/g, '-');
