import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BackupTarget, type Shelf, stageBackup } from '../backups/index.ts';
import { type VerifiedBackup, verifyBackup } from '../storage/index.ts';

/** Verifies a backup where it lies, or, out of a bucket, a copy of it that goes again. @throws UsageError in words */
export async function verifyOf(
  shelf: Shelf,
  target: BackupTarget,
  name: string,
  nowMs: number,
): Promise<VerifiedBackup> {
  if (target.place === 'disk') return verifyBackup(shelf.addressOf(name));
  const folder = mkdtempSync(join(tmpdir(), 'docket-verify-'));
  try {
    return verifyBackup(await stageBackup(shelf, name, folder, nowMs), shelf.addressOf(name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
