/**
 * Backups: where they lie, what they are called, and how a proven one is made. When the next is due, which ones have
 * had their time, and what became of each run.
 * Must never: delete what it did not make, or count what it has not opened anew.
 */
export { type BackupCheck, type CheckedBackup, checkBackup } from './check-backup.ts';
export { diskTrouble } from './disk-shelf.ts';
export { nextDueAt } from './due.ts';
export { chooseBackup, chooseToRestore, dropStaged } from './fetch-backup.ts';
export { type BackupHealth, readHealth } from './health.ts';
export {
  type BackupCause,
  type BackupOutcome,
  type BackupRun,
  hasGoodAt,
  listRuns,
  readPast,
  recordRun,
} from './journal.ts';
export { type BackupJob, dropDraft, type MadeBackup, makeBackup } from './make-backup.ts';
export { type BackupKind, nameBackup, parseBackupName } from './names.ts';
export { noteBackup } from './note-backup.ts';
export type { Keeping } from './rotation.ts';
export { beginRun, endCutOffRuns, endRun } from './run-backup.ts';
export type { Shelf, ShelvedBackup } from './shelf.ts';
export { type BackupTarget, openShelf, parseTarget, type ShelfUse, sayTarget } from './target.ts';
export { type BackupTelling, tellRestored } from './tell-owners.ts';
