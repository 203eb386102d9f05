import { existsSync, rmSync } from 'node:fs';
import { makeOwnFile, syncFolderOf, UsageError } from '../../base/index.ts';

/**
 * The marker file of a damaged database that is being replaced. It only exists from the removal of the log until the
 * backup is in place.
 */
export const halfRestoredMark = (databasePath: string): string => `${databasePath}.restoring`;

export function markHalfRestored(databasePath: string): void {
  const mark = halfRestoredMark(databasePath);
  rmSync(mark, { force: true });
  makeOwnFile(mark);
  syncFolderOf(databasePath);
}

/** Refuses a database whose restore was interrupted, because files may be missing. @throws UsageError */
export function refuseHalfRestored(databasePath: string): void {
  if (!existsSync(halfRestoredMark(databasePath))) return;
  throw new UsageError(
    `a restore of ${databasePath} was cut off: run docket restore with --force once more; what was there is kept beside it`,
    1,
  );
}
