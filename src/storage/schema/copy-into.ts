import type { Database } from 'bun:sqlite';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { giveToOwner, ownPath, syncFile, syncFolderOf } from '../../base/index.ts';

/**
 * Copies a database into a new file of mode 0600, while writers continue. Blocks its thread until the whole copy is on
 * the disk. A failed copy leaves no file. `target` must not exist.
 */
export function copyInto(client: Database, target: string): void {
  // VACUUM INTO accepts an empty file and keeps its mode.
  writeFileSync(target, '', { mode: 0o600, flag: 'wx' });
  try {
    client.query('VACUUM INTO ?').run(ownPath(target));
    giveToOwner(target, dirname(client.filename));
    syncFile(target);
    syncFolderOf(target);
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  }
}
