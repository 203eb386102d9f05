import { UsageError } from '../../base/index.ts';
import { resultCode } from './store-failure.ts';

const NO_WRITING =
  'this user may not write there, or the disk is mounted read-only: give the directory and the files in it to the user that runs docket (chown), or mount the disk for writing';
const NO_ROOM = 'there is no room left on the disk: make some, then start again';
const DAMAGED = 'the database file is damaged: stop docket, and put the last good backup in its place';
const FAILING = 'the disk could not be read or written: look into the log of the system, then run docket check';
const NO_FILES = 'too many files are open: raise the limit (ulimit -n, LimitNOFILE) to 4096';

const BY_RESULT: ReadonlyMap<number, string> = new Map([
  [3, NO_WRITING],
  [8, NO_WRITING],
  [10, FAILING],
  [11, DAMAGED],
  [13, NO_ROOM],
  [14, NO_WRITING],
  [26, DAMAGED],
]);

const BY_CODE: Readonly<Record<string, string>> = {
  EACCES: NO_WRITING,
  EPERM: NO_WRITING,
  EROFS: NO_WRITING,
  ENOSPC: NO_ROOM,
  EDQUOT: NO_ROOM,
  EFBIG: NO_ROOM,
  EIO: FAILING,
  EMFILE: NO_FILES,
  ENFILE: NO_FILES,
  EEXIST: 'it is a file, not a directory: name another with --data',
  ENOTDIR: 'part of the path is a file, not a directory: name another with --data',
};

/** Runs `open`. If the disk prevents it, reports that in one line with a remedy (exit status 1). @throws UsageError */
export function explainOpening<T>(dataDir: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    const text = openFailureText(error);
    if (text === undefined) throw error;
    throw new UsageError(`cannot open the data in ${dataDir}: ${text}`, 1, { cause: error });
  }
}

/**
 * Returns the text for a disk error that stopped a command in the middle of its work; undefined for any other error.
 */
export function storeTroubleText(error: unknown): string | undefined {
  const text = resultCode(error) === undefined ? undefined : openFailureText(error);
  return text === undefined ? undefined : `the data cannot be read or written: ${text}`;
}

export function openFailureText(error: unknown): string | undefined {
  if (error instanceof UsageError || !(error instanceof Error)) return undefined;
  const result = resultCode(error);
  if (result !== undefined) return BY_RESULT.get(result);
  return 'code' in error ? BY_CODE[String(error.code)] : undefined;
}
