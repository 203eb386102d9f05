import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { BackupError, giveToOwner, makeFolder, ownFolder, type PlaceTrouble, writeSynced } from '../base/index.ts';
import { inWords, listFolder } from './disk-shelf.ts';

/**
 * The use of a folder. `to write`: the folder gets no marker. `to keep`: backups are kept in it from now on, so it gets
 * a marker. `again`: backups have been kept in it before, so it must still exist.
 */
export type FolderUse = 'to write' | 'to keep' | 'again';

/** The marker in a folder of backups. If it is missing, the path now belongs to another disk, or to none. */
const MARKER = '.docket-backups';
const MARKED = new TextEncoder().encode('Docket keeps backups here, and knows the folder by this file.\n');

/**
 * Prepares a folder before anything is written. A missing folder is created, but not its missing parent folders. If the
 * backup disk is not mounted, such parents would be on the very disk that the backups must outlive.
 * @param dataDir its owner will own the new folder
 * @returns true if the folder was created
 * @throws BackupError
 */
export function enterFolder(folder: string, dataDir: string, use: FolderUse): boolean {
  return inWords(folder, () => {
    const own = ownFolder(folder);
    const stat = statSync(own, { throwIfNoEntry: false });
    if (stat?.isDirectory() === false) throw refused(folder, 'in_the_way');
    const isThere = stat !== undefined;
    if (use === 'again' && !isThere) throw refused(folder, 'gone');
    if (use === 'again' && !existsSync(join(own, MARKER)) && listFolder(own).length === 0)
      throw refused(folder, 'unmarked');
    if (!isThere) {
      assertParent(folder);
      makeFolder(folder, dataDir);
    }
    if (use !== 'to write') mark(own, dataDir);
    return !isThere;
  });
}

/** @throws BackupError if the parent folder is missing */
export function assertParent(folder: string): void {
  if (!existsSync(dirname(folder))) throw refused(folder, 'no_parent');
}

const refused = (place: string, trouble: PlaceTrouble): BackupError =>
  new BackupError({ rule: 'backup_place', place, trouble });

function mark(folder: string, dataDir: string): void {
  const path = join(folder, MARKER);
  if (existsSync(path)) return;
  writeSynced(path, MARKED, 0o600);
  giveToOwner(path, dataDir);
}

/** Returns true if a path is in a folder, or is that folder. */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  // On Windows, `relative` returns an absolute path if the two paths are on different drives.
  return !isAbsolute(way) && way.split(/[\\/]/)[0] !== '..';
}
