/**
 * The owner of a folder could place a link under a name that Docket is about to use. If Docket runs as root, it refuses
 * such links, because it would overwrite root's files. If Docket runs as another user, it follows links, because the
 * system protects root's files.
 */

import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, parse, resolve, sep } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { UsageError } from '../errors/index.ts';

export const isRoot = (): boolean => process.geteuid?.() === 0;

const isOpenToOthers = ({ uid, mode }: Stats): boolean => uid !== 0 || (mode & 0o022) !== 0;

const refused = (path: string, why: string, what = 'write there'): UsageError =>
  new UsageError(`${path} ${why}: root does not ${what}. Remove it, or run this as the owner of the folder`, 1);

const MOST_LINKS = 40;

/**
 * Resolves a folder's links if run as root. Refuses a link whose owner is neither root nor the target's owner.
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
 * Checks whether root may open a file, and returns the path to open. The returned path contains no link, and the file
 * is not a hard link to somebody else's file. The file need not exist. For other users, the path is returned unchanged.
 * The caller must still open the file without following links, because another user may swap it at any moment.
 * @throws UsageError that names the obstacle
 */
export function ownPath(path: string): string {
  if (!isRoot()) return path;
  const folder = ownFolder(dirname(resolve(path)));
  const own = join(folder, basename(path));
  const around = statSync(folder, { throwIfNoEntry: false });
  const stat = lstatSync(own, { throwIfNoEntry: false });
  if (around === undefined || stat === undefined) return own;
  // Only root may write in this folder, so only root can have made a link there. Such a link is followed.
  if (!isOpenToOthers(around)) return stat.isSymbolicLink() ? walk(own, 0) : own;
  if (stat.isSymbolicLink()) throw refused(own, 'is a link');
  if (!stat.isFile()) throw refused(own, 'is not a file');
  const isTheirs = stat.uid === around.uid || (stat.uid === 0 && stat.nlink === 1);
  if (!isTheirs) throw refused(own, 'is a file of somebody else');
  return own;
}

/**
 * Opens a file for reading. A named pipe in its place would block the thread without O_NONBLOCK. The caller closes the
 * descriptor.
 * @throws UsageError if it is not a file; the system's error if it cannot be opened
 */
export function openFile(path: string, flags = 0): number {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flags);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new UsageError(`${path} is not a file`, 1);
}

/**
 * Opens a file in order to give its contents to another user. For example, root turns a backup into that user's
 * database. The folder's owner may have made a link to somebody else's file. Such a link is refused, even if a folder
 * of the path is swapped during the opening.
 * @returns a descriptor that the caller closes
 * @throws UsageError; the system's error if the file cannot be opened
 */
export function openToHandOn(path: string): number {
  if (!isRoot()) return openFile(path);
  const own = ownFolder(path);
  const file = openFile(own, constants.O_NOFOLLOW ?? 0);
  try {
    const stat = fstatSync(file);
    // Another user may have made this hard link to a file of root's.
    if (stat.uid === 0 && stat.nlink > 1 && isOpenToOthers(statSync(dirname(own))))
      throw refused(path, 'is a file of somebody else', 'hand it on');
    if (![undefined, own].includes(whereIs(file))) throw refused(path, 'was swapped while it was opened', 'hand it on');
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/**
 * Returns the current path of an open file, as Linux reports it. Returns undefined on other systems, where the caller
 * cannot check whether the path was swapped.
 */
function whereIs(file: number): string | undefined {
  return process.platform === 'linux' ? readlinkSync(`/proc/self/fd/${file}`) : undefined;
}

/**
 * Runs `work` on files of one folder. If the user is root, the process enters the folder first, and `work` gets bare
 * file names. So `work` stays in this folder, even if the owner of a parent folder swaps the path.
 * @param paths files in the same folder; the last file must exist, otherwise the folder counts as swapped
 */
export function amongFiles<T>(paths: readonly string[], work: (paths: readonly string[]) => T): T {
  const folder = dirname(resolve(paths[0] ?? ''));
  const isOne = paths.every((path) => dirname(resolve(path)) === folder);
  if (!isRoot() || !isOne || !isMainThread) return work(paths);
  const names = paths.map((path) => basename(path));
  const before = process.cwd();
  process.chdir(folder);
  try {
    if (lstatSync(names.at(-1) ?? '', { throwIfNoEntry: false }) === undefined)
      throw refused(folder, 'was swapped for another folder');
    return work(names);
  } finally {
    process.chdir(before);
  }
}
