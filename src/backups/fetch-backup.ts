import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../base/index.ts';
import { sweepDrafts } from './drafts.ts';
import type { Shelf } from './shelf.ts';
import type { BackupTarget } from './target.ts';

/** The one that a source means: itself, or the newest of a folder. @throws UsageError when there is none */
export async function chooseBackup(shelf: Shelf, target: BackupTarget): Promise<string> {
  if (target.file !== undefined) {
    if (await shelf.has(target.file)) return target.file;
    throw new UsageError(`there is no backup ${shelf.addressOf(target.file)}`, 1);
  }
  const [newest] = await shelf.list();
  if (newest === undefined) throw new UsageError(`there is no backup of Docket in ${shelf.name}`, 1);
  return newest.name;
}

/**
 * Brings a backup into a folder, as a file that nobody takes for the database; whoever asked removes it.
 *
 * @throws UsageError in words
 */
export async function stageBackup(shelf: Shelf, name: string, folder: string, nowMs: number): Promise<string> {
  const address = shelf.addressOf(name);
  for (const side of ['-wal', '-journal']) {
    if ((statSync(address + side, { throwIfNoEntry: false })?.size ?? 0) === 0) continue;
    throw new UsageError(
      `beside ${address} lies ${name}${side}: it is no finished backup, but a database in use or a part of one`,
      1,
    );
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

/** With what SQLite may have put beside it. */
export function dropStaged(staged: string): void {
  for (const side of ['', '-wal', '-shm', '-journal']) {
    if (existsSync(staged + side)) rmSync(staged + side, { force: true });
  }
}
