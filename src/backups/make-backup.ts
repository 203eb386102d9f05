import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorText, type ObjectStoreSettings, UsageError } from '../base/index.ts';
import {
  makeBackupDraft,
  readBackupNames,
  readInstallation,
  type TableCounts,
  verifyBackup,
} from '../storage/index.ts';
import { inWords } from './disk-shelf.ts';
import { sweepDrafts } from './drafts.ts';
import { dropStaged } from './fetch-backup.ts';
import { type BackupKind, draftName, nameBackup } from './names.ts';
import { findExpired, type Keeping } from './rotation.ts';
import type { Shelf, ShelvedBackup } from './shelf.ts';
import { type BackupTarget, openShelf, type ShelfUse } from './target.ts';

/** The object is plain data, because a thread receives it. */
export interface BackupJob {
  readonly databasePath: string;
  readonly dataDir: string;
  readonly target: BackupTarget;
  /** The access to the bucket; undefined if no access key is set. */
  readonly s3: ObjectStoreSettings | undefined;
  /**
   * The kind that appears in the backup's name. It is used only if the target is a folder, because a target file
   * already has a name.
   */
  readonly kind: BackupKind;
  /** The number and age of the backups to keep. No effect if the target is a single file. */
  readonly keeping: Keeping;
  readonly takenAtMs: number;
  readonly version: string;
  readonly commit: string;
  readonly overwrite: boolean;
  /** How the folder is used. By default, a missing folder is created. */
  readonly use?: ShelfUse;
}

/** A backup that counts: complete, reopened, and verified. */
export interface MadeBackup {
  readonly name: string;
  readonly address: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly schemaVersion: number;
  readonly takenAtMs: number;
  readonly isNewFolder: boolean;
  readonly counts: TableCounts;
  /**
   * A part of the schema that Docket did not create; undefined if there is none. A restore would refuse a backup with
   * such a part.
   */
  readonly strange?: string | undefined;
  readonly removed: readonly string[];
  /** The reason why old backups could not be deleted; null if all went well. */
  readonly untidy: string | null;
}

/**
 * Makes and verifies a backup, and only then deletes old ones. A later run deletes the draft of an interrupted run.
 * @throws UsageError with a message for an owner; then nothing has changed at the target
 */
export async function makeBackup(job: BackupJob): Promise<MadeBackup> {
  const fresh = nameBackup(job.takenAtMs, readInstallation(job.databasePath), job.kind);
  const shelf = openShelf(job.target, job.s3, job.dataDir, job.use);
  const name = job.target.file ?? fresh;
  if (job.target.place === 'disk') refuseOwnFile(job.target.folder, name, job.databasePath);
  if (!job.overwrite && (await shelf.has(name))) {
    throw new UsageError(`${shelf.addressOf(name)} is there already; say --force to replace it`, 1);
  }
  sweepDrafts(shelf.draftFolder, job.takenAtMs);
  const draft = join(shelf.draftFolder, draftName(fresh));
  try {
    inWords(shelf.draftFolder, () => makeBackupDraft(job.databasePath, draft, job));
    const { bytes, sha256, schemaVersion, counts, strange } = verifyBackup(draft, 'the copy', 'any');
    await shelf.put(draft, name, sha256).catch(async (error: unknown) => {
      // A bucket may have stored the file although it reported a failure. The name belongs to this run only, so the
      // file can be deleted.
      if (job.target.file === undefined) await shelf.remove(name).catch(() => undefined);
      throw error;
    });
    const address = shelf.addressOf(name);
    const facts = { name, address, isNewFolder: shelf.isNew, bytes, sha256, schemaVersion, counts, strange };
    const tidied = job.target.file === undefined ? await tidy(shelf, name, job) : { removed: [], untidy: null };
    return { ...facts, takenAtMs: job.takenAtMs, ...tidied };
  } finally {
    dropStaged(draft);
  }
}

/**
 * Refuses a TARGET that is the database, even with --force. The backup would replace the database file, and a running
 * server would keep writing into the deleted one.
 * @throws UsageError if the name is that of the database, or of one of SQLite's files next to it
 */
function refuseOwnFile(folder: string, name: string, databasePath: string): void {
  const path = join(folder, name);
  for (const own of ['', '-wal', '-shm', '-journal'].map((side) => databasePath + side)) {
    if (placeOf(path) !== placeOf(own) && fileOf(path) !== fileOf(own)) continue;
    throw new UsageError(`${path} belongs to the database itself: name another file for the backup`, 1);
  }
}

const placeOf = (path: string): string => {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
};

/** Identifies the file at a path, because one file has several names on a disk that ignores case. */
const fileOf = (path: string): string => {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? path : `${stat.dev}:${stat.ino}`;
};

/** Deletes expired backups. A failed deletion does not fail the new backup, but `untidy` reports it. */
async function tidy(shelf: Shelf, made: string, { databasePath, keeping, takenAtMs }: BackupJob) {
  const removed: string[] = [];
  const troubles: string[] = [];
  const note = (error: unknown): void => void troubles.push(errorText(error));
  const all = await shelf.list().catch((error: unknown) => {
    note(error);
    return [];
  });
  for (const { name } of findExpired(all.filter(isOurs(made, databasePath)), made, keeping, takenAtMs)) {
    // If one deletion fails, for example because the file is locked, the other files are still deleted. After a few
    // failures no more deletions are tried, because the destination itself no longer answers.
    if (troubles.length < FEW) await shelf.remove(name).then(() => removed.push(name), note);
  }
  return { removed, untidy: troubles[0] ?? null };
}

const FEW = 3;

/**
 * Returns a function that accepts only backups with a record. Somebody could plant files with later names, and the real
 * backups would be deleted as the older ones. Uploads need no record, because each kind is counted separately.
 */
function isOurs(made: string, databasePath: string): (found: ShelvedBackup) => boolean {
  const recorded = readBackupNames(databasePath);
  return ({ name, kind }) => name === made || kind === 'upload' || recorded.has(name);
}

export function dropDraft(job: BackupJob): void {
  try {
    const folder = job.target.place === 'disk' ? job.target.folder : job.dataDir;
    dropStaged(join(folder, draftName(nameBackup(job.takenAtMs, readInstallation(job.databasePath), job.kind))));
  } catch {
    // A later run deletes the draft.
  }
}
