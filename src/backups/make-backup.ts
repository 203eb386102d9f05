import { lstatSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type ObjectStoreSettings, UsageError } from '../base/index.ts';
import {
  makeBackupDraft,
  readBackupNames,
  readInstallation,
  type TableCounts,
  verifyBackup,
} from '../storage/index.ts';
import { inWords } from './disk-shelf.ts';
import { sweepDrafts } from './drafts.ts';
import { type BackupKind, draftName, nameBackup } from './names.ts';
import { findExpired, type Keeping } from './rotation.ts';
import type { Shelf, ShelvedBackup } from './shelf.ts';
import { type BackupTarget, openShelf, type ShelfUse } from './target.ts';

/** The parameters of a backup. They are plain data, because a thread receives them. */
export interface BackupJob {
  readonly databasePath: string;
  readonly dataDir: string;
  readonly target: BackupTarget;
  /** Undefined where no keys are set. */
  readonly s3: ObjectStoreSettings | undefined;
  /** Counts in a folder alone: a file that was named has no kind. */
  readonly kind: BackupKind;
  /** Counts in a folder alone. */
  readonly keeping: Keeping;
  readonly takenAtMs: number;
  readonly version: string;
  readonly commit: string;
  /** True if a file of that name may be replaced. */
  readonly overwrite: boolean;
  /** The use that may be made of the folder; left out, it is made when it is missing. */
  readonly use?: ShelfUse;
}

/** A backup that counts: complete, reopened, and checked. */
export interface MadeBackup {
  readonly name: string;
  /** The full address of the file. */
  readonly address: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly schemaVersion: number;
  readonly takenAtMs: number;
  /** True if the folder was made for it. */
  readonly isNewFolder: boolean;
  readonly counts: TableCounts;
  /** The reason why a restore would refuse it: an alien part of its schema; undefined: it would not. */
  readonly strange?: string | undefined;
  /** Old ones that were deleted after it. */
  readonly removed: readonly string[];
  /** Why old ones could not be; null when nothing went wrong. */
  readonly untidy: string | null;
}

/**
 * Copies the database, verifies the copy, puts it in its place, and only then deletes old ones. A run that was cut off
 * leaves a draft that nothing counts, and that a later run sweeps away.
 *
 * @throws UsageError in words for an owner; then nothing has changed at the target
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
      // A bucket may have taken what it says it has not; and nothing else has a name that was made for this run.
      if (job.target.file === undefined) await shelf.remove(name).catch(() => undefined);
      throw error;
    });
    const address = shelf.addressOf(name);
    const facts = { name, address, isNewFolder: shelf.isNew, bytes, sha256, schemaVersion, counts, strange };
    const tidied = job.target.file === undefined ? await tidy(shelf, name, job) : { removed: [], untidy: null };
    return { ...facts, takenAtMs: job.takenAtMs, ...tidied };
  } finally {
    removeDraft(draft);
  }
}

/**
 * Refuses a TARGET that is the database itself: a person who mistakes it for the source says --force next. A server would
 * then go on writing into a file without a name. All of that would be gone at its end.
 *
 * @throws UsageError where the name is the database's own, or of what SQLite keeps beside it
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

/** One file has several names where the disk makes no difference between capitals and others. */
const fileOf = (path: string): string => {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? path : `${stat.dev}:${stat.ino}`;
};

/** A failure to delete an old backup does not fail the new one, but it is logged. */
async function tidy(shelf: Shelf, made: string, { databasePath, keeping, takenAtMs }: BackupJob) {
  const removed: string[] = [];
  const troubles: string[] = [];
  const note = (error: unknown): void => void troubles.push(error instanceof Error ? error.message : String(error));
  const all = await shelf.list().catch((error: unknown) => {
    note(error);
    return [];
  });
  for (const { name } of findExpired(all.filter(isOurs(made, databasePath)), made, keeping, takenAtMs)) {
    // One that cannot go, such as a locked one, keeps none of the others; after a few it is the place that does not answer.
    if (troubles.length < FEW) await shelf.remove(name).then(() => removed.push(name), note);
  }
  return { removed, untidy: troubles[0] ?? null };
}

const FEW = 3;

/**
 * The backups that this database has on record, and uploads, which push out nothing but their kind. Anyone who can write
 * to the folder of backups could push out all of them by files with later names.
 */
function isOurs(made: string, databasePath: string): (found: ShelvedBackup) => boolean {
  const recorded = readBackupNames(databasePath);
  return ({ name, kind }) => name === made || kind === 'upload' || recorded.has(name);
}

function removeDraft(draft: string): void {
  for (const side of ['', '-journal', '-wal', '-shm']) rmSync(draft + side, { force: true });
}

/** Removes the draft of a run that was ended; where another process has it open it is swept later. */
export function dropDraft(job: BackupJob): void {
  try {
    const folder = job.target.place === 'disk' ? job.target.folder : job.dataDir;
    removeDraft(join(folder, draftName(nameBackup(job.takenAtMs, readInstallation(job.databasePath), job.kind))));
  } catch {
    // Swept by a later run.
  }
}
