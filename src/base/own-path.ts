import { lstatSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, parse, resolve, sep } from 'node:path';
import { UsageError } from './errors.ts';

/**
 * Root may write everywhere, so whoever owns a folder could have root write into files of root's by a link of the name that
 * Docket is about to use. For every other user the system itself sees to it, and links of one's own are welcome.
 */

/** Whether this runs as root; never on Windows. */
export const isRoot = (): boolean => process.geteuid?.() === 0;

/** Whether somebody else than root can put names into a folder. */
const isOpenToOthers = ({ uid, mode }: Stats): boolean => uid !== 0 || (mode & 0o022) !== 0;

const refused = (path: string, why: string): UsageError =>
  new UsageError(`${path} ${why}: root does not write there. Remove it, or run this as the owner of the folder`, 1);

const MOST_LINKS = 40;

/**
 * The same folder by a path without links, for root; a link in the way that another user may have laid to somebody else's folder
 * is refused (as Linux does it with protected_symlinks). What is not there yet is left as it is.
 *
 * @throws UsageError
 */
export function ownFolder(path: string): string {
  return isRoot() ? walk(resolve(path), 0) : path;
}

function walk(path: string, links: number): string {
  const { root } = parse(path);
  const parts = path
    .slice(root.length)
    .split(sep)
    .filter((part) => part !== '');
  let at = root;
  for (const [index, part] of parts.entries()) {
    const next = join(at, part);
    const stat = lstatSync(next, { throwIfNoEntry: false });
    if (stat?.isSymbolicLink() === true) {
      const target = statSync(next, { throwIfNoEntry: false });
      if (stat.uid !== 0 && target?.uid !== stat.uid)
        throw refused(next, 'is a link of another user to what is not theirs');
      if (links >= MOST_LINKS) throw refused(next, 'is a link in a circle');
      return walk(join(resolve(at, readlinkSync(next)), ...parts.slice(index + 1)), links + 1);
    }
    at = next;
  }
  return at;
}

/**
 * The path by which root may open a file, which need not be there: with no link in it, and no file that the folder's owner cannot
 * have made (a second name of somebody else's). What is opened by it must still be opened without following links, for it may be
 * swapped in the next moment.
 *
 * @throws UsageError that says what stands there
 */
export function ownPath(path: string): string {
  if (!isRoot()) return path;
  const folder = ownFolder(dirname(resolve(path)));
  const own = join(folder, basename(path));
  const around = statSync(folder, { throwIfNoEntry: false });
  const stat = lstatSync(own, { throwIfNoEntry: false });
  if (around === undefined || stat === undefined) return own;
  // A link that root itself has laid, where nobody else can.
  if (!isOpenToOthers(around)) return stat.isSymbolicLink() ? walk(own, 0) : own;
  if (stat.isSymbolicLink()) throw refused(own, 'is a link');
  if (!stat.isFile()) throw refused(own, 'is no file');
  const isTheirs = stat.uid === around.uid || (stat.uid === 0 && stat.nlink === 1);
  if (!isTheirs) throw refused(own, 'is a file of somebody else');
  return own;
}
