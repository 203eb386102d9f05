import type { Database } from 'bun:sqlite';

/** For anyone who has met a failure, which is the one to report. */
export function rollBack(client: Database): void {
  try {
    if (client.inTransaction) client.run('ROLLBACK');
  } catch {
    // The failure that brought us here is the one to report.
  }
}
