import {
  type BackupCheck,
  type BackupJob,
  type CheckedBackup,
  dropDraft,
  type MadeBackup,
  type ProbeJob,
  type ProbeResult,
  sayTarget,
} from '../backups/index.ts';
import {
  BackupError,
  backupRefusal,
  beginThread,
  hasSpareFiles,
  IS_EXECUTABLE,
  type RefusalOf,
} from '../base/index.ts';
import { DatabaseInUse, type RestoreFacts, type RestoreResult } from '../storage/index.ts';

/** A copy in the data directory that will replace the database. */
interface StagedRestore {
  readonly dataDir: string;
  readonly staged: string;
  readonly facts: RestoreFacts;
}

export type BackupTask =
  | { readonly kind: 'make'; readonly job: BackupJob }
  | { readonly kind: 'check'; readonly check: BackupCheck }
  | { readonly kind: 'probe'; readonly job: ProbeJob }
  | { readonly kind: 'restore'; readonly wish: StagedRestore }
  | { readonly kind: 'rewrite'; readonly path: string };

type Result =
  | { readonly kind: 'made'; readonly made: MadeBackup }
  | { readonly kind: 'checked'; readonly checked: CheckedBackup }
  | { readonly kind: 'probed'; readonly probed: ProbeResult }
  | { readonly kind: 'restored'; readonly restored: RestoreResult }
  | { readonly kind: 'rewritten'; readonly isWhole: boolean };

export type BackupReply =
  | { readonly kind: 'listening' }
  | Result
  | { readonly kind: 'failed'; readonly refusal: RefusalOf<'backup_trouble'>; readonly inUse: boolean };

export interface BackupUnderWay {
  /** @throws UsageError with a message for people */
  readonly done: Promise<MadeBackup>;
  /** Ends the thread at once. `done` is then rejected, and the draft removed. */
  end(reason: string): void;
}

const THREAD = IS_EXECUTABLE ? './worker/backup.worker.ts' : './backup.worker.ts';
/** The time limit of a run: enough for some 100 GB on a slow disk. A longer run has hung. */
const LONGEST_MS = 6 * 3_600_000;
/** The limit is short, because a person may be waiting at a page. */
const LONGEST_PROBE_MS = 60_000;

export function backUpInThread(job: BackupJob): BackupUnderWay {
  const { done, end } = runInThread({ kind: 'make', job });
  const made = async (): Promise<MadeBackup> => {
    try {
      const result = await done;
      if (result.kind !== 'made') throw new Error(`the thread of a backup answered ${result.kind}`);
      return result.made;
    } finally {
      dropDraft(job);
    }
  };
  return { done: made(), end };
}

/** Reads a backup whole, in its own thread. @throws UsageError with a message for people */
export async function checkInThread(check: BackupCheck): Promise<CheckedBackup> {
  const result = await runInThread({ kind: 'check', check }).done;
  if (result.kind !== 'checked') throw new Error(`the thread of a check answered ${result.kind}`);
  return result.checked;
}

/**
 * Tests a destination in its own thread, because a network share may not answer.
 *
 * @throws UsageError with a message for people
 */
export async function probeInThread(job: ProbeJob): Promise<ProbeResult> {
  const result = await runInThread({ kind: 'probe', job }).done;
  if (result.kind !== 'probed') throw new Error(`the thread of a test answered ${result.kind}`);
  return result.probed;
}

/**
 * Runs `restoreDatabase` in its own thread: reading a large file takes minutes. Meanwhile the service manager must get
 * its signs of life.
 *
 * @throws DatabaseInUse, UsageError with a message for people
 */
export async function restoreInThread(wish: StagedRestore): Promise<RestoreResult> {
  const result = await runInThread({ kind: 'restore', wish }).done;
  if (result.kind !== 'restored') throw new Error(`the thread of a restore answered ${result.kind}`);
  return result.restored;
}

/** Runs `rewriteServed` in its own thread. @throws UsageError with a message for people */
export async function rewriteInThread(path: string): Promise<boolean> {
  const result = await runInThread({ kind: 'rewrite', path }).done;
  if (result.kind !== 'rewritten') throw new Error(`the thread of a rewriting answered ${result.kind}`);
  return result.isWhole;
}

interface ThreadUnderWay {
  readonly done: Promise<Result>;
  end(reason: string): void;
}

function runInThread(task: BackupTask): ThreadUnderWay {
  if (!hasSpareFiles()) {
    const refused = new BackupError({ rule: 'backup_files_open' });
    return { done: Promise.reject(refused), end: () => undefined };
  }
  const thread = beginThread(new URL(THREAD, import.meta.url));
  const outcome = Promise.withResolvers<Result>();
  const fail = (reason: string): void => outcome.reject(new BackupError(backupRefusal(reason)));
  const end = (reason: string): void => {
    fail(reason);
    thread.terminate();
  };
  const endLate = (late: Exclude<BackupTask, { kind: 'restore' | 'rewrite' }>): void => {
    const { target } = late.kind === 'check' ? late.check : late.job;
    outcome.reject(new BackupError({ rule: 'backup_place', place: sayTarget(target), trouble: 'silent' }));
    thread.terminate();
  };
  // A file that is replacing the database must not be cut off.
  const limit =
    task.kind === 'restore' || task.kind === 'rewrite'
      ? undefined
      : setTimeout(() => endLate(task), task.kind === 'probe' ? LONGEST_PROBE_MS : LONGEST_MS);
  thread.addEventListener('message', ({ data }: MessageEvent<BackupReply>) => {
    if (data.kind === 'listening') thread.postMessage(task);
    else if (data.kind !== 'failed') outcome.resolve(data);
    else if (data.inUse) outcome.reject(new DatabaseInUse());
    else outcome.reject(new BackupError(data.refusal));
  });
  thread.addEventListener('error', ({ message }) => fail(message.split('\n').at(-1) ?? message));
  // After an answer, `fail` has no effect.
  thread.addEventListener('close', () => fail('its thread has died'));
  const done = outcome.promise.finally(() => {
    clearTimeout(limit);
    thread.terminate();
  });
  return { done, end };
}
