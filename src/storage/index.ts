/**
 * The one SQLite file: opening, schema, migrations, reading, and `write`, the only way to change data.
 * Must never: know what an order means, or let anybody hold the writing connection.
 */

export { type BackupManifest, type DraftFacts, makeBackupDraft } from './backup-draft.ts';
export type { CommitWatch, News, Topic, Tx } from './batch.ts';
export { beforeFirstWrite } from './before-write.ts';
export { type CallLog, type CallPage, type CallQuery, type CallRow, callLogPath, openCallLog } from './call-log.ts';
export { type NewCall, NO_WORKSPACE } from './call-statements.ts';
export { type Checkpointer, isFull, isNearlyMoved, type LogState, openCheckpointer } from './checkpointer.ts';
export { type Compacted, compactDatabase } from './compact.ts';
export { type Copy, copyDatabase, keepCopyNow, listCopies, putBack, type Written, writtenSince } from './copies.ts';
export type { TableCounts } from './count-tables.ts';
export type { Damage, Finding } from './damage.ts';
export { findInstallation, readCounts, readInstallation, readSchemaVersion } from './database-file.ts';
export { findDamage } from './find-damage.ts';
export type { SharedHorizon } from './horizon.ts';
export { type GoOn, inSteps, type Step } from './in-steps.ts';
export { indexAllOrders, indexingOrders } from './index-orders.ts';
export { type Inspection, inspect } from './inspect.ts';
export type { KeptSums } from './kept-sums.ts';
export { ensureKeyFile, keyFilePath, readKeyFile } from './key-file.ts';
export { limitTo } from './limit-to.ts';
export { acquireUpdateLock, findServing, type Holder } from './lock.ts';
export { type SyncFile, syncInPool } from './log-file.ts';
export { measureCommits } from './measure.ts';
export { MIGRATIONS, SCHEMA_VERSION } from './migrations.ts';
export type { Db } from './open.ts';
export { openFailureText, storeTroubleText } from './open-failure.ts';
export { NAMED_PLATFORMS, rebuildKinds } from './order-kinds.ts';
export { prepared } from './prepared.ts';
export { openReader, type Reader } from './reader.ts';
export { DatabaseInUse } from './replace-database.ts';
export { type Restored, type RestoreFacts, refuseToOverwrite, restoreDatabase } from './restore-database.ts';
export { changedRows, insertedSeq } from './run-result.ts';
export * from './schema.ts';
export { digitsOf, foldText, searchText } from './search-text.ts';
export {
  databasePath,
  makeDataDir,
  openForCommand,
  openForServe,
  type Storage,
  type StorageOptions,
} from './storage.ts';
export { FREE_ROOM, measureTables, type TableSize } from './table-sizes.ts';
export { type VerifiedBackup, verifyBackup } from './verify-backup.ts';
export { countRows, type FileVitals, readFileVitals } from './vitals.ts';
export type { Change } from './write.ts';
