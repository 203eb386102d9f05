import type { Database } from 'bun:sqlite';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { giveToOwner, ownPath, syncFile, syncFolderOf } from '../../base/index.ts';

/**
 * Writes a database as it is now into a new file of mode 0600, on the disk when it returns; writers go on meanwhile. Takes as
 * long as reading and writing the file takes. What fails half way leaves nothing.
 *
 * @param target must not exist
 */
export function copyInto(client: Database, target: string): void {
  // VACUUM INTO takes an empty file as it is, with its mode.
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
