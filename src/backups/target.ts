import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { BackupError, fieldText, type ObjectStoreSettings, openObjectStore, UsageError } from '../base/index.ts';
import { openDiskShelf } from './disk-shelf.ts';
import { enterFolder, type FolderUse } from './folder.ts';
import { openS3Shelf } from './s3-shelf.ts';
import type { Shelf } from './shelf.ts';

/** The object is plain data, because a thread receives it. */
export type BackupTarget = DiskTarget | S3Target;

interface DiskTarget {
  readonly place: 'disk';
  /** The absolute path. */
  readonly folder: string;
  /** The file's name. Undefined for a folder, in which each backup gets its own name. */
  readonly file: string | undefined;
}

interface S3Target {
  readonly place: 's3';
  readonly bucket: string;
  /** A path that is empty, or ends in a slash. */
  readonly prefix: string;
  readonly file: string | undefined;
}

const S3 = /^s3:\/\/([^/]*)\/?(.*)$/s;
/** AWS's rules for the names of new buckets; other servers have the same or fewer. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/**
 * Returns true if the key of an object in a bucket names a backup. Any other key names a folder, with or without a
 * trailing slash.
 */
const isBackupKey = (key: string): boolean => key.endsWith('.db');

/**
 * Reads `s3://bucket/folder`, `s3://bucket/backup.db` or a path. A path is a folder if it ends with a slash, if the
 * folder exists, or if `reading` is `folder`.
 * @throws UsageError that names the flag and the allowed values
 */
export function parseTarget(flag: string, text: string, cwd: string, reading: 'as written' | 'folder'): BackupTarget {
  const [, bucket, key = ''] = S3.exec(text) ?? [];
  if (bucket !== undefined) {
    if (bucket === '') throw new UsageError(`${flag}: "${text}" is not an address such as s3://bucket/prefix/`);
    if (!BUCKET.test(bucket)) throw new UsageError(`${flag}: ${fieldText({ rule: 'bucket_name', bucket })}`);
    const path = key.replace(/^\/+/, '');
    if (reading === 'folder' && isBackupKey(path)) {
      throw new UsageError(
        `${flag}: "${text}" names one backup; a folder of a bucket is such as s3://${bucket}/prefix/`,
      );
    }
    if (!isBackupKey(path))
      return { place: 's3', bucket, prefix: path === '' ? '' : `${path.replace(/\/+$/, '')}/`, file: undefined };
    const cut = path.lastIndexOf('/') + 1;
    return { place: 's3', bucket, prefix: path.slice(0, cut), file: path.slice(cut) };
  }
  if (text === '' || /^[a-z][a-z0-9+.-]+:\/\//i.test(text)) {
    throw new UsageError(`${flag}: "${text}" is neither a path nor an address such as s3://bucket/prefix/`);
  }
  const path = resolve(cwd, text);
  const isFolder =
    reading === 'folder' || /[\\/]$/.test(text) || statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (isFolder === true) return { place: 'disk', folder: path, file: undefined };
  return { place: 'disk', folder: dirname(path), file: basename(path) };
}

export function sayTarget(target: BackupTarget): string {
  if (target.place === 's3') return `s3://${target.bucket}/${target.prefix}${target.file ?? ''}`;
  return target.file === undefined ? target.folder : join(target.folder, target.file);
}

export type ShelfUse = 'to read' | FolderUse;

/**
 * @param draftFolder the data directory; files for a bucket are made there before they are sent
 * @throws UsageError
 */
export function openShelf(
  target: BackupTarget,
  s3: ObjectStoreSettings | undefined,
  draftFolder: string,
  use: ShelfUse = 'to write',
): Shelf {
  if (target.place === 'disk') {
    return openDiskShelf(target.folder, use !== 'to read' && enterFolder(target.folder, draftFolder, use));
  }
  if (s3 === undefined) throw new BackupError({ rule: 'backup_keys', place: sayTarget(target) });
  return openS3Shelf(openObjectStore(target.bucket, s3), target.bucket, target.prefix, draftFolder);
}
