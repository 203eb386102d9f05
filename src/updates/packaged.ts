import { readFileSync } from 'node:fs';

/** The list of files that dpkg has installed for the package docket, one path a line (dpkg-query(1)). */
const LIST = '/var/lib/dpkg/info/docket.list';

/** Returns true if the Debian package installed the executable. Only another package may then replace it. */
export function isPackaged(executable: string): boolean {
  try {
    return readFileSync(LIST, 'utf8').split('\n').includes(executable);
  } catch {
    return false;
  }
}
