import { readFileSync } from 'node:fs';

/** The files that dpkg has installed for the package docket, a path a line (dpkg-query(1)). */
const LIST = '/var/lib/dpkg/info/docket.list';

/** True if an executable came with the Debian package: then only a package replaces it. */
export function isPackaged(executable: string): boolean {
  try {
    return readFileSync(LIST, 'utf8').split('\n').includes(executable);
  } catch {
    return false;
  }
}
