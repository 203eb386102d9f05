import { existsSync, lchownSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { linkOrCopy, parseForeign, syncFolderOf, UsageError, writeSynced } from '../base/index.ts';

export const previousOf = (executable: string): string => `${executable}.previous`;

export interface Description {
  readonly version: string;
  readonly commit: string;
  readonly schemaVersion: number;
}

interface ProcessEnd {
  /** The exit status; null if the process was ended because it took too long. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts an executable without the environment variables that change Docket or its runtime. */
export type RunFile = (path: string, args: readonly string[], timeoutMs: number) => Promise<ProcessEnd>;

const DESCRIBE_MS = 30_000;
/** The time limit of a self-test: enough to copy and read gigabytes. */
const SELF_TEST_MS = 30 * 60_000;

function failed(path: string, what: string, { status, stderr }: ProcessEnd): UsageError {
  const why =
    status === null ? 'it did not end in time' : stderr.trim().split('\n').at(-1) || `it ended with ${status}`;
  return new UsageError(`${basename(path)} ${what}: ${why} (nothing was changed)`, 1);
}

/**
 * Runs an executable's `version` command and returns what it prints.
 * @param name the path of the file as the person gave it
 * @throws UsageError if the file does not run here or is not docket
 */
export async function describeFile(path: string, run: RunFile, name = path): Promise<Description> {
  const ended = await run(path, ['version', '--json'], DESCRIBE_MS);
  const found = ended.status === 0 ? parseDescription(ended.stdout) : undefined;
  if (found === undefined) throw failed(name, 'does not run here, or is no docket', ended);
  return found;
}

function parseDescription(text: string): Description | undefined {
  const found = parseForeign(text);
  return isDescription(found) ? found : undefined;
}

function isDescription(value: unknown): value is Description {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    'commit' in value &&
    'schemaVersion' in value &&
    typeof value.version === 'string' &&
    typeof value.commit === 'string' &&
    typeof value.schemaVersion === 'number'
  );
}

/** Runs an executable's `self-test`, which only reads the data directory. @throws UsageError if the test fails */
export async function selfTestFile(path: string, dataDir: string, run: RunFile, name: string): Promise<void> {
  const ended = await run(path, ['self-test', '--data', dataDir], SELF_TEST_MS);
  if (ended.status === 0) return;
  const problem = ended.stdout.split('\n').find((line) => line.startsWith('problem: '));
  throw failed(name, 'fails its self-test', problem === undefined ? ended : { ...ended, stderr: problem });
}

/** The age from which a file counts as left over, because an update takes less time. */
const LEFT_MS = 3_600_000;

/** Removes the current user's leftover files older than an hour. @param start the beginning of their names */
export function sweepLeft(folder: string, start: string, nowMs: number): void {
  for (const entry of readdirSync(folder).filter((name) => name.startsWith(start))) {
    const path = join(folder, entry);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    // In the folder for temporary files, another user may have a file of such a name.
    const isOwn = stat !== undefined && (process.geteuid === undefined || stat.uid === process.geteuid());
    if (isOwn && nowMs - stat.mtimeMs > LEFT_MS) rmSync(path, { recursive: true, force: true });
  }
}

export function stage(bytes: Uint8Array, executable: string, nowMs: number): string {
  const start = `.${basename(executable)}.new-`;
  sweepLeft(dirname(executable), start, nowMs);
  const path = join(dirname(executable), `${start}${process.pid}`);
  rmSync(path, { force: true });
  try {
    writeSynced(path, bytes, 0o755);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
  if (process.geteuid?.() === 0) {
    const { uid, gid } = statSync(executable);
    // A link is not followed, because it could lead to a file of another user.
    lchownSync(path, uid, gid);
  }
  return path;
}

/**
 * Replaces the executable with a file, and keeps the former one as `.previous`. The path always has an executable, even
 * if the power fails, except for a moment on Windows. If `before` throws, nothing is swapped.
 */
export function swapIn(file: string, executable: string): undefined;
export function swapIn<T>(file: string, executable: string, before: () => T): T;
export function swapIn<T>(file: string, executable: string, before?: () => T): T | undefined {
  const kept = keptOf(executable);
  endSwap(executable);
  const done =
    process.platform === 'win32'
      ? swapByNames(file, executable, kept, before)
      : swapByLink(file, executable, kept, before);
  renameSync(kept, previousOf(executable));
  syncFolderOf(executable);
  return done;
}

const keptOf = (executable: string): string => `${executable}.swapping`;

/**
 * Completes a swap that a power failure interrupted. The kept file is a copy of the old executable. If the executable
 * was already replaced, the kept file is renamed to `.previous`. Otherwise the kept file is removed.
 */
function endSwap(executable: string): void {
  const kept = keptOf(executable);
  if (!existsSync(kept)) return;
  if (readFileSync(kept).equals(readFileSync(executable))) rmSync(kept);
  else renameSync(kept, previousOf(executable));
}

function swapByLink<T>(file: string, executable: string, kept: string, before?: () => T): T | undefined {
  linkOrCopy(executable, kept);
  try {
    const done = before?.();
    renameSync(file, executable);
    return done;
  } catch (error) {
    rmSync(kept, { force: true });
    throw error;
  }
}

/** Swaps by renaming, because Windows allows renaming a running file, but not replacing it. */
function swapByNames<T>(file: string, executable: string, kept: string, before?: () => T): T | undefined {
  renameSync(executable, kept);
  // The rename above only tests whether the executable can be renamed. This line undoes it at once, because the
  // executable must exist while `before` runs.
  renameSync(kept, executable);
  const done = before?.();
  renameSync(executable, kept);
  try {
    renameSync(file, executable);
    return done;
  } catch (error) {
    renameSync(kept, executable);
    throw error;
  }
}

/**
 * Returns the path of the executable that the last update replaced.
 * @throws UsageError if no update has replaced an executable
 */
export function getPrevious(executable: string): string {
  endSwap(executable);
  const path = previousOf(executable);
  if (existsSync(path)) return path;
  throw new UsageError(`there is nothing to go back to: ${path} does not exist`, 1);
}
