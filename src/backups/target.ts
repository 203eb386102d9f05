import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { makeFolder, type ObjectStoreSettings, openObjectStore, ownFolder, UsageError } from '../base/index.ts';
import { inWords, openDiskShelf } from './disk-shelf.ts';
import { openS3Shelf } from './s3-shelf.ts';
import type { Shelf } from './shelf.ts';

/** Where backups go; plain, so that it can be sent to a thread. */
export type BackupTarget = DiskTarget | S3Target;

interface DiskTarget {
  readonly place: 'disk';
  /** Absolute. */
  readonly folder: string;
  /** Undefined: each backup gets a name of its own. */
  readonly file: string | undefined;
}

interface S3Target {
  readonly place: 's3';
  readonly bucket: string;
  /** Empty, or ending in a slash. */
  readonly prefix: string;
  readonly file: string | undefined;
}

const S3 = /^s3:\/\/([^/]*)\/?(.*)$/s;
/** The rules of AWS for new buckets; other servers have the same or fewer. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/**
 * `s3://bucket/key`, or a path. A slash at the end, a bucket alone and a folder that exists mean a folder. In one, each
 * backup gets a name of its own.
 *
 * @param reading `folder`: it is one, whatever it ends in
 * @throws UsageError that names the flag and what is allowed
 */
export function parseTarget(flag: string, text: string, cwd: string, reading: 'as written' | 'folder'): BackupTarget {
  const [, bucket, key = ''] = S3.exec(text) ?? [];
  if (bucket !== undefined) {
    if (!BUCKET.test(bucket)) throw new UsageError(`${flag}: "${text}" is not an address such as s3://bucket/prefix/`);
    const path = key.replace(/^\/+/, '');
    const whole = reading === 'folder' || path === '' || path.endsWith('/');
    if (whole)
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

/** As it was said; no keys in it. */
export function sayTarget(target: BackupTarget): string {
  if (target.place === 's3') return `s3://${target.bucket}/${target.prefix}${target.file ?? ''}`;
  return target.file === undefined ? target.folder : join(target.folder, target.file);
}

export type ShelfUse = 'to read' | 'to write' | 'again';

/**
 * Refuses a folder that is missing. Where a disk is not mounted, a new one would lie on the disk that the backups
 * are to outlive.
 */
function assertThere(folder: string): void {
  if (inWords(folder, () => statSync(folder, { throwIfNoEntry: false })) !== undefined) return;
  throw new UsageError(
    `${folder} is gone, where backups have been made before: if it is on another disk, is it mounted? If it shall begin anew, make the folder`,
    1,
  );
}

/**
 * @param draftFolder the data directory, where what goes to a bucket is made before it is sent
 * @param use a folder is made for what is to be put there. It is not made for who looks, nor `again`, where backups
 * have been made before
 * @throws UsageError
 */
export function openShelf(
  target: BackupTarget,
  s3: ObjectStoreSettings | undefined,
  draftFolder: string,
  use: ShelfUse = 'to write',
): Shelf {
  if (target.place === 'disk') {
    if (use === 'to write') inWords(target.folder, () => makeFolder(target.folder, draftFolder));
    if (use === 'again') assertThere(ownFolder(target.folder));
    return openDiskShelf(target.folder);
  }
  if (s3 === undefined) {
    throw new UsageError(
      `for ${sayTarget(target)} set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_ENDPOINT_URL_S3 unless it is AWS itself`,
      1,
    );
  }
  return openS3Shelf(openObjectStore(target.bucket, s3), target.bucket, target.prefix, draftFolder);
}
