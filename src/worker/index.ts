/**
 * The background work of a server. The scheduler sends due events in its own thread and records the outcomes. Other
 * parts make backups, run imports and keep the files in order. Must never: know SQL, or keep anything that cannot be
 * read again from the file.
 */
export { BackupKeeper } from './backup-keeper.ts';
export { checkInThread, probeInThread, restoreInThread } from './backup-thread.ts';
export { ForgetKeeper } from './forget-keeper.ts';
export { ImportKeeper } from './import-keeper.ts';
export { LogKeeper } from './log-keeper.ts';
export { measureReports, type ReportWatch } from './measure.ts';
export { policyOf, settingsOf } from './protocol.ts';
export { ReaderThread } from './reading-thread.ts';
export { createScheduler } from './scheduler.ts';
export { SearchKeeper } from './search-keeper.ts';
export { settleReport } from './settle-report.ts';
export { SchedulerThread } from './supervise.ts';
export { createSyncChoice, measureSyncs } from './sync-choice.ts';
export { createSyncThread, type SyncThread } from './sync-thread.ts';
export { tellOfDamage } from './tell-of-damage.ts';
export { createHourly, createMoneyKeeping, createTidying } from './tidy.ts';
export { watchSoundness } from './watch-soundness.ts';
