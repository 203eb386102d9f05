import type { Database } from 'bun:sqlite';

export function rollBack(client: Database): void {
  try {
    if (client.inTransaction) client.run('ROLLBACK');
  } catch {
    // The original failure is the one to report.
  }
}
