import type { ObjectStoreSettings } from '../base/index.ts';
import { type SealOrigin, type VerifiedBackup, verifyBackup } from '../storage/index.ts';
import { dropStaged, stageBackup } from './fetch-backup.ts';
import { type BackupTarget, openShelf } from './target.ts';

/** The object is plain data, because a thread receives it. */
export interface BackupCheck {
  readonly target: BackupTarget;
  readonly name: string;
  readonly s3: ObjectStoreSettings | undefined;
  readonly folder: string;
  /**
   * `staged`: the backup is copied, and the copy is kept for a restore. `where it lies`: a backup on disk is read in
   * place. A bucket's file is copied first, and the copy is deleted afterwards.
   */
  readonly reading: 'where it lies' | 'staged';
  readonly nowMs: number;
}

export interface CheckedBackup {
  readonly address: string;
  readonly verified: VerifiedBackup;
  /** The path of the kept copy; undefined if no copy is kept. */
  readonly staged: string | undefined;
}

/** @throws UsageError with a message for people; then no file is left behind */
export async function checkBackup({ target, name, s3, folder, reading, nowMs }: BackupCheck): Promise<CheckedBackup> {
  const shelf = openShelf(target, s3, folder, 'to read');
  const address = shelf.addressOf(name);
  if (target.place === 'disk' && reading === 'where it lies') {
    return { address, verified: verifyBackup(address), staged: undefined };
  }
  const staged = await stageBackup(shelf, name, folder, nowMs);
  let keep = false;
  try {
    const verified = verifyBackup(staged, address);
    keep = reading === 'staged';
    return { address, verified, staged: keep ? staged : undefined };
  } finally {
    if (!keep) dropStaged(staged);
  }
}

/** @param sealed tells which installation's seal key sealed the backup, if any */
export const factsOf = (
  { bytes, sha256, manifest, seal, schemaVersion, counts }: VerifiedBackup,
  sealed: SealOrigin,
) => ({
  bytes,
  sha256,
  schemaVersion,
  counts,
  takenAt: manifest?.takenAt ?? null,
  docket: manifest?.docket ?? null,
  sealed,
  sealKey: seal?.key ?? null,
});
