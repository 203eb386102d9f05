import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError, DAY_MS, toIso, UsageError } from '../base/index.ts';
import { sweepDrafts } from './drafts.ts';
import { shortInstallation } from './names.ts';
import type { Shelf, ShelvedBackup } from './shelf.ts';
import type { BackupTarget } from './target.ts';

/** Finds the named file, or the newest backup in the target's folder. @throws UsageError if there is no such backup */
export async function chooseBackup(shelf: Shelf, target: BackupTarget): Promise<string> {
  if (target.file !== undefined) {
    if (await shelf.has(target.file)) return target.file;
    throw new BackupError({ rule: 'backup_gone', file: shelf.addressOf(target.file) });
  }
  const [newest] = await listSome(shelf);
  return newest.name;
}

/**
 * Chooses the backup to restore. If several databases share the folder, chooses the newest backup of this database.
 * @param installation the id of this database; undefined if there is no database, or it cannot be read
 * @throws UsageError if there is no backup, or if the choice would be a guess
 */
export async function chooseToRestore(
  shelf: Shelf,
  target: BackupTarget,
  installation: string | undefined,
  nowMs: number,
): Promise<string> {
  if (target.file !== undefined) return chooseBackup(shelf, target);
  const all = await listSome(shelf);
  const chosen = chooseOwn(shelf, all, installation);
  if (chosen.takenAtMs <= nowMs + AHEAD_MS) return chosen.name;
  throw new UsageError(
    `${shelf.addressOf(chosen.name)} is dated ${toIso(chosen.takenAtMs)}, which is in the future. A clock was wrong, so Docket cannot tell which backup is the newest. Name the file (docket backup list shows them)`,
    1,
  );
}

/** A backup dated at most this far in the future is accepted, because the clocks of two machines may differ. */
const AHEAD_MS = DAY_MS;

function chooseOwn(
  shelf: Shelf,
  all: readonly [ShelvedBackup, ...ShelvedBackup[]],
  installation: string | undefined,
): ShelvedBackup {
  const own = installation === undefined ? undefined : shortInstallation(installation);
  const chosen = all.find((backup) => backup.installation === own);
  if (chosen !== undefined) return chosen;
  const owners = new Set(all.map((backup) => backup.installation));
  if (owners.size === 1) return all[0];
  throw new UsageError(
    `${shelf.name} has backups of ${owners.size} databases: say which file (docket backup list shows them)`,
    1,
  );
}

async function listSome(shelf: Shelf): Promise<readonly [ShelvedBackup, ...ShelvedBackup[]]> {
  const [newest, ...more] = await shelf.list();
  if (newest === undefined) throw new UsageError(`there is no backup of Docket in ${shelf.name}`, 1);
  return [newest, ...more];
}

/**
 * Copies a backup into a folder, as a temporary file `.docket-restore-….partial`. The caller removes the copy.
 * @throws UsageError with a message for people
 */
export async function stageBackup(shelf: Shelf, name: string, folder: string, nowMs: number): Promise<string> {
  const address = shelf.addressOf(name);
  for (const side of ['-wal', '-journal']) {
    if ((statSync(address + side, { throwIfNoEntry: false })?.size ?? 0) === 0) continue;
    throw new BackupError({ rule: 'backup_beside', file: address, beside: name + side });
  }
  const staged = join(folder, `.docket-restore-${nowMs}.partial`);
  sweepDrafts(folder, nowMs);
  dropStaged(staged);
  try {
    await shelf.fetch(name, staged);
  } catch (error) {
    dropStaged(staged);
    throw error;
  }
  return staged;
}

export function dropStaged(staged: string): void {
  for (const side of ['', '-wal', '-shm', '-journal']) {
    if (existsSync(staged + side)) rmSync(staged + side, { force: true });
  }
}
