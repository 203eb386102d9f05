/**
 * The open file: its lock, its connections, reading, and group commit, which is the only way to change data.
 * Must never: know what an order means, or hand out the writing connection.
 */
export type { CommitWatch, InPieces, News, Topic, Tx } from './batch.ts';
export { beforeFirstWrite, beforeWrites, uncheckedOf, withParts } from './before-write.ts';
export { type Checkpointer, isFull, isNearlyMoved, type LogState, openCheckpointer } from './checkpointer.ts';
export { Client } from './client.ts';
export type { Finding } from './damage.ts';
export { given, givenEach, givenNumber, givenRaw, limitTo, oneOf } from './given.ts';
export { halfRestoredMark, markHalfRestored, refuseHalfRestored } from './half-restored.ts';
export { clientIdIn, findPlace, hidePlace } from './hidden-places.ts';
export { type SharedHorizon, watchHorizon } from './horizon.ts';
export { type GoOn, inSteps, inTurnSteps, type Step, sharedPace } from './in-steps.ts';
export { withKeys, withStart } from './indexed-clients.ts';
export type { VersionedValue } from './kept.ts';
export { type KeptSums, keepIn, type SumKey, sumStatements } from './kept-sums.ts';
export {
  acquireServeLock,
  acquireUpdateLock,
  findServing,
  type Holder,
  noteProxies,
  noteServing,
  readServing,
  type Serving,
} from './lock.ts';
export { logBytesOf, type SyncFile, syncInPool, syncLogOf } from './log-file.ts';
export { logPauses } from './log-pause.ts';
export { measureCommits } from './measure.ts';
export { type Connection, type Db, lookInto, openConnection } from './open.ts';
export { explainOpening, openFailureText, storeTroubleText } from './open-failure.ts';
export { openReader, type Reader } from './reader.ts';
export { openReading, type Reading, untilLeft } from './reading.ts';
export { rollBack } from './roll-back.ts';
export {
  isSearchOf,
  keyIdOf,
  laySearch,
  readSearch,
  removeSearch,
  SearchFile,
  type SearchLag,
  type SearchState,
  type StoredSearch,
  searchPath,
} from './search-file.ts';
export { changedRows, insertedSeq, newestOf, prepared, withinWorkspace } from './statements.ts';
export { databasePath, makeDataDir, openForCommand, openForServe, type Storage } from './storage.ts';
export { isBusy, isDamage, isStoreFailure } from './store-failure.ts';
export { type Grams, gramsOf, lookUp } from './trigram-lists.ts';
export { OUTCOMES_LANE } from './waiting-changes.ts';
export { whenFree } from './when-free.ts';
export { Unprepared } from './write.ts';
