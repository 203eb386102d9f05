import type { Database } from 'bun:sqlite';
import { rmSync } from 'node:fs';
import { copyInto } from '../schema/index.ts';
import { syncLogOf } from '../store/index.ts';

/**
 * `copyInto` of a database that a server may write. What that has committed and not synced yet may be in the copy. So its log is
 * synced before the copy counts: none holds what the database could still lose.
 */
export function copyLive(client: Database, target: string): void {
  copyInto(client, target);
  try {
    syncLogOf(client.filename);
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  }
}
