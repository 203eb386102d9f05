import { readFileSync } from 'node:fs';

/** The files that dpkg has installed for the package docket, a path a line (dpkg-query(1)). */
const LIST = '/var/lib/dpkg/info/docket.list';

/** True if an executable came with the package of Debian: then only a package takes its place. */
export function isPackaged(executable: string): boolean {
  try {
    return readFileSync(LIST, 'utf8').split('\n').includes(executable);
  } catch {
    return false;
  }
}
