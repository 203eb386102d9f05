import type { Database } from 'bun:sqlite';

/** Rolls back after a failure, without hiding it behind an error of the rollback. */
export function rollBack(client: Database): void {
  try {
    if (client.inTransaction) client.run('ROLLBACK');
  } catch {
    // The original failure is the one to report.
  }
}
