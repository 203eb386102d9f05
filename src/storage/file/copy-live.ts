import type { Database } from 'bun:sqlite';
import { rmSync } from 'node:fs';
import { copyInto } from '../schema/index.ts';
import { syncLogOf } from '../store/index.ts';

/**
 * Copies a database that a server may be writing. The copy may contain unsynced commits, so the database's log is
 * synced before the return. Otherwise the database could lose commits that the copy has.
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
