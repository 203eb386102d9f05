import { chmodSync, chownSync, copyFileSync, linkSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir, EXECUTABLE } from './docket.ts';

const NOBODY = 65_534;

/**
 * Prepares a user with limited permissions, because root may write everywhere. If root runs the tests, the user is
 * `nobody`. Otherwise it is the user who runs the tests.
 * @returns a folder that belongs to that user, and the words that run the executable as that user
 */
export function ordinaryUser() {
  const dir = dataDir();
  if (process.getuid?.() !== 0) {
    return { home: dir.path, wrapper: [EXECUTABLE], [Symbol.dispose]: dir[Symbol.dispose] };
  }
  chmodSync(dir.path, 0o755);
  chownSync(dir.path, NOBODY, NOBODY);
  const executable = join(dir.path, 'docket');
  try {
    linkSync(EXECUTABLE, executable);
  } catch {
    // A hard link is impossible if the target is on another disk.
    copyFileSync(EXECUTABLE, executable);
  }
  return {
    home: dir.path,
    wrapper: ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', executable],
    [Symbol.dispose]: dir[Symbol.dispose],
  };
}

export type OrdinaryUser = ReturnType<typeof ordinaryUser>;
