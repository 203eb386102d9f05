import type { Database } from 'bun:sqlite';

/** Rolls back after a failure, without hiding it by an error of its own. */
export function rollBack(client: Database): void {
  try {
    if (client.inTransaction) client.run('ROLLBACK');
  } catch {
    // The failure that brought us here is the one to report.
  }
}
