/**
 * Care of the database file: copying, verifying, restoring, looking for damage, compacting, measuring. Must never:
 * change the data of a file that a server uses, or accept a file that Docket did not make.
 */

export { makeBackupDraft, refuseWithoutRoom } from './backup-draft.ts';
export { refuseOtherSeal, type SealOrigin, whoSealed } from './backup-seal.ts';
export { isPastForgetting } from './carry-forgettings.ts';
export { compactDatabase, isQuicklyRewritten, isSoonRewritten, rewriteServed } from './compact.ts';
export { type Copy, copyDatabase, keepCopyNow, listCopies, putBack, type WriteCounts, writtenSince } from './copies.ts';
export { findInstallation, readBackupNames, readCounts, readInstallation, readSchemaVersion } from './database-file.ts';
export { findDamage } from './find-damage.ts';
export { type Inspection, inspect } from './inspect.ts';
export { DatabaseInUse } from './replace-database.ts';
export { type RestoreFacts, type RestoreResult, refuseToOverwrite, restoreDatabase } from './restore-database.ts';
export { FREE_ROOM, measureTables, type TableSize } from './table-sizes.ts';
export { type VerifiedBackup, verifyBackup } from './verify-backup.ts';
export { countRows, readFileVitals } from './vitals.ts';
