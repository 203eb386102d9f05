import {
  closeSync,
  constants,
  createReadStream,
  existsSync,
  fstatSync,
  lstatSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import {
  BackupError,
  copyOpen,
  errorCode,
  errorText,
  openFile,
  openToHandOn,
  type PlaceTrouble,
  syncFolderOf,
  UsageError,
} from '../base/index.ts';
import { refuseWithoutRoom } from '../storage/index.ts';
import { parseBackupName } from './names.ts';
import { newestFirst, type Shelf, type ShelvedBackup } from './shelf.ts';

/** Opens a folder as a shelf of backups. The folder may be missing if the shelf is only read. */
export function openDiskShelf(folder: string, isNew: boolean): Shelf {
  const pathOf = (name: string): string => join(folder, name);
  return {
    name: folder,
    isNew,
    draftFolder: folder,
    list: async () => inWords(folder, () => listFolder(folder)),
    has: async (name) => existsSync(pathOf(name)),
    async put(draft, name) {
      // The draft is already in this folder, and its content is on the disk and verified. A rename does not change the
      // content, so no second verification is needed.
      inWords(folder, () => renameSync(draft, pathOf(name)));
      syncFolderOf(pathOf(name));
    },
    read: (name) => streamOf(pathOf(name)),
    fetch: async (name, path) =>
      inWords(folder, () => {
        const source = openToHandOn(pathOf(name));
        try {
          // An attacker may have put a sparse file of any size here, without any content. The free space is checked
          // first, so that the copy cannot fill the disk.
          refuseWithoutRoom(dirname(path), fstatSync(source).size);
          copyOpen(source, path);
        } finally {
          closeSync(source);
        }
      }),
    remove: async (name) => inWords(folder, () => rmSync(pathOf(name), { force: true })),
    addressOf: pathOf,
  };
}

/**
 * Returns the size of a regular file; undefined for anything else. A link in the folder could point to a file that only
 * Docket may read, such as seal.key.
 */
function sizeOf(path: string): number | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true ? stat.size : undefined;
}

function streamOf(path: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const fd = openFile(path, constants.O_NOFOLLOW ?? 0);
  return Readable.toWeb(createReadStream('', { fd })) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>;
}

export function listFolder(folder: string): ShelvedBackup[] {
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) throw new BackupError({ rule: 'backup_place', place: folder, trouble: 'in_the_way' });
  return readdirSync(folder)
    .flatMap((entry) => parseBackupName(entry) ?? [])
    .flatMap((found) => {
      const bytes = sizeOf(join(folder, found.name));
      return bytes === undefined ? [] : [{ ...found, bytes }];
    })
    .toSorted(newestFirst);
}

const TROUBLES: Readonly<Record<string, PlaceTrouble>> = {
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'read_only',
  ENOSPC: 'full',
  EDQUOT: 'quota',
  ENOENT: 'missing',
  ENOTDIR: 'no_folder',
  EEXIST: 'in_the_way',
  EFBIG: 'too_large',
  EIO: 'failing',
};

/** Runs `work`, and rethrows a failure of the file system in words that name the place. */
export function inWords<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof UsageError ? error : diskTrouble(place, error);
  }
}

export function diskTrouble(place: string, error: unknown): UsageError {
  const trouble = TROUBLES[errorCode(error)];
  if (trouble !== undefined) return new BackupError({ rule: 'backup_place', place, trouble }, { cause: error });
  return new BackupError({ rule: 'backup_other', why: `${place}: ${errorText(error)}` }, { cause: error });
}
