/**
 * Backups: their destinations, names, creation, verification, schedule and expiry, and the outcome of each run.
 * Must never: delete a file that it did not make, or count a copy that it has not reopened.
 */
export { type BackupCheck, type CheckedBackup, checkBackup, factsOf } from './check-backup.ts';
export { diskTrouble } from './disk-shelf.ts';
export { dropOlderCopies, findOlderCopies, isWithin } from './drop-older.ts';
export { nextDueAt } from './due.ts';
export { chooseBackup, chooseToRestore, dropStaged } from './fetch-backup.ts';
export { type BackupHealth, readHealth } from './health.ts';
export {
  type BackupCause,
  type BackupOutcome,
  type BackupRun,
  listRuns,
  readPast,
  recordRun,
} from './journal.ts';
export { type BackupJob, dropDraft, type MadeBackup, makeBackup } from './make-backup.ts';
export { type BackupKind, nameBackup, parseBackupName } from './names.ts';
export { noteBackup } from './note-backup.ts';
export { type BackupPlan, type PlanPorts, readBackupPlan } from './plan.ts';
export { type ProbeJob, type ProbeResult, probeTarget, type TestedDestination } from './probe.ts';
export { listLost, listRestoredAccess, type RestoredAccess, STRIKES } from './restored-access.ts';
export { MOST_KEPT } from './rotation.ts';
export { beginRun, endCutOffRuns, endRun } from './run-backup.ts';
export { noteMarked, saveBackupSettings } from './save-settings.ts';
export type { Shelf, ShelvedBackup } from './shelf.ts';
export { type BackupTarget, openShelf, parseTarget, sayTarget } from './target.ts';
export { destinationTrouble, tellRestored } from './tell-owners.ts';
