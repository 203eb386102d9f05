import { parseBackupName, type Shelf, type ShelvedBackup } from '../../backups/index.ts';
import { AppError, backupRefusal, UsageError } from '../../base/index.ts';

/** @throws not_found, backup_trouble */
export async function getBackup(shelf: Shelf, name: string): Promise<ShelvedBackup> {
  if (parseBackupName(name) !== undefined) {
    const found = (await inWords(() => shelf.list())).find((backup) => backup.name === name);
    if (found !== undefined) return found;
  }
  throw new AppError({ rule: 'no_backup' });
}

/** Runs the work and turns a `UsageError` into a message that the owner sees on the page. @throws backup_trouble */
export async function inWords<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new AppError(backupRefusal(error), undefined, error);
  }
}
