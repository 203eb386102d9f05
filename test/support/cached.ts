import { Database } from 'bun:sqlite';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const CACHE = resolve(import.meta.dir, '../../node_modules/.cache/docket-tests');

/**
 * Returns a folder that outlives the run, for files that are slow to download or build. The folder is complete or
 * absent.
 * @param name with everything that its contents depend on, such as a version
 * @param make fills the draft; if it throws, nothing stays
 * @returns the folder's path
 */
export function cachedFolder(name: string, make: (draft: string) => void): string {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  // Only one process at a time fills the folder, because test files run side by side. If that process dies, the system
  // releases the lock.
  using lock = new Database(join(CACHE, 'lock.db'));
  lock.run('PRAGMA busy_timeout = 300000');
  lock.run('BEGIN EXCLUSIVE');
  if (existsSync(folder)) return folder;
  const draft = mkdtempSync(join(CACHE, 'draft-'));
  try {
    make(draft);
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}
