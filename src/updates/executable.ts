import { chownSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { linkOrCopy, syncFolderOf, UsageError, writeSynced } from '../base/index.ts';

/** Where the executable that was swapped out is kept. */
export const previousOf = (executable: string): string => `${executable}.previous`;

/** What an executable says of itself. */
export interface Description {
  readonly version: string;
  readonly commit: string;
  readonly schemaVersion: number;
}

export interface Ended {
  /** Null when it was ended because its time was up. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts an executable with an environment in which nothing of ours, or of its runtime, changes what it does. */
export type RunFile = (path: string, args: readonly string[], timeoutMs: number) => Promise<Ended>;

const DESCRIBE_MS = 30_000;
/** A copy of gigabytes is made and read. */
const SELF_TEST_MS = 30 * 60_000;

function failed(path: string, what: string, { status, stderr }: Ended): UsageError {
  const why =
    status === null ? 'it did not end in time' : stderr.trim().split('\n').at(-1) || `it ended with ${status}`;
  return new UsageError(`${basename(path)} ${what}: ${why} (nothing was changed)`, 1);
}

/** Runs `version --json`. @throws UsageError when it does not run here or is no docket */
export async function describeFile(path: string, run: RunFile): Promise<Description> {
  const ended = await run(path, ['version', '--json'], DESCRIBE_MS);
  const found = ended.status === 0 ? parseDescription(ended.stdout) : undefined;
  if (found === undefined) throw failed(path, 'does not run here', ended);
  return found;
}

function parseDescription(text: string): Description | undefined {
  try {
    const found: unknown = JSON.parse(text);
    return isDescription(found) ? found : undefined;
  } catch {
    return undefined;
  }
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

/** Runs its `self-test` on the data directory, which it only reads. @throws UsageError when it fails */
export async function selfTestFile(path: string, dataDir: string, run: RunFile): Promise<void> {
  const ended = await run(path, ['self-test', '--data', dataDir], SELF_TEST_MS);
  if (ended.status === 0) return;
  const problem = ended.stdout.split('\n').find((line) => line.startsWith('problem: '));
  throw failed(path, 'fails its self-test', problem === undefined ? ended : { ...ended, stderr: problem });
}

/** Writes the bytes that were verified beside the executable, under a name of their own. @returns the path */
export function stage(bytes: Uint8Array, executable: string): string {
  const path = join(dirname(executable), `.${basename(executable)}.new-${process.pid}`);
  rmSync(path, { force: true });
  try {
    writeSynced(path, bytes, 0o755);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
  if (process.geteuid?.() === 0) {
    const { uid, gid } = statSync(executable);
    chownSync(path, uid, gid);
  }
  return path;
}

/**
 * Puts a file in the executable's place and keeps what stood there as `.previous`. The place is never empty, whenever the
 * power goes; a process that runs from the old file goes on.
 */
export function swapIn(file: string, executable: string): void {
  const kept = `${executable}.swapping`;
  rmSync(kept, { force: true });
  if (process.platform === 'win32') {
    swapByNames(file, executable, kept);
  } else {
    linkOrCopy(executable, kept);
    renameSync(file, executable);
  }
  renameSync(kept, previousOf(executable));
  syncFolderOf(executable);
}

/** Windows lets a running file be renamed, never replaced. */
function swapByNames(file: string, executable: string, kept: string): void {
  renameSync(executable, kept);
  try {
    renameSync(file, executable);
  } catch (error) {
    renameSync(kept, executable);
    throw error;
  }
}

/** The executable that was swapped out. @throws UsageError when there is none */
export function getPrevious(executable: string): string {
  const path = previousOf(executable);
  if (existsSync(path)) return path;
  throw new UsageError(`there is nothing to go back to: ${path} does not exist`, 1);
}
