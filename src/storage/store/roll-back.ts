import type { Database } from 'bun:sqlite';

export function rollBack(client: Database): void {
  try {
    if (client.inTransaction) client.run('ROLLBACK');
  } catch {
    // A failure of the rollback is ignored. The caller reports the error that made the rollback necessary.
  }
}
