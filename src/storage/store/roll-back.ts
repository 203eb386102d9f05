import type { Database } from 'bun:sqlite';

/** Rolls back after a failure. An error of the rollback must not hide that failure. */
export function rollBack(client: Database): void {
  try {
    if (client.inTransaction) client.run('ROLLBACK');
  } catch {
    // The original failure is the one to report.
  }
}
