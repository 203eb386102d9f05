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
import { BackupError, backupRefusal, hasSpareFiles, type RefusalOf } from '../base/index.ts';
import { DatabaseInUse, type RestoreFacts, type RestoreResult } from '../storage/index.ts';
import { beginWorker } from './threads.ts';

interface StagedRestore {
  readonly dataDir: string;
  readonly staged: string;
  readonly facts: RestoreFacts;
}

export interface BackupWork {
  readonly make: { readonly of: BackupJob; readonly result: MadeBackup };
  readonly check: { readonly of: BackupCheck; readonly result: CheckedBackup };
  readonly probe: { readonly of: ProbeJob; readonly result: ProbeResult };
  readonly restore: { readonly of: StagedRestore; readonly result: RestoreResult };
  /** The input is the path of the database. The result is true if the whole file was rewritten. */
  readonly rewrite: { readonly of: string; readonly result: boolean };
}

type Kind = keyof BackupWork;
type TaskOf<K extends Kind> = { readonly kind: K; readonly of: BackupWork[K]['of'] };
export type BackupTask = { [K in Kind]: TaskOf<K> }[Kind];

export type BackupReply =
  | { readonly kind: 'listening' }
  | { readonly kind: 'done'; readonly result: BackupWork[Kind]['result'] }
  | { readonly kind: 'failed'; readonly refusal: RefusalOf<'backup_trouble'>; readonly inUse: boolean };

export interface BackupUnderWay {
  /** @throws UsageError with a message for people */
  readonly done: Promise<MadeBackup>;
  /** Ends the thread at once. The unfinished backup file is deleted, and `done` is rejected. */
  end(reason: string): void;
}

/** The time limit of a run: enough for some 100 GB on a slow disk. A longer run has hung. */
const LONGEST_MS = 6 * 3_600_000;
/** The time limit for testing a backup destination. It is short, because a person may be waiting at a page. */
const LONGEST_PROBE_MS = 60_000;

export function backUpInThread(job: BackupJob): BackupUnderWay {
  const { done, end } = runInThread({ kind: 'make', of: job }, { ms: LONGEST_MS, target: job.target });
  return { done: done.finally(() => dropDraft(job)), end };
}

/** @throws UsageError with a message for people */
export const checkInThread = (check: BackupCheck): Promise<CheckedBackup> =>
  runInThread({ kind: 'check', of: check }, { ms: LONGEST_MS, target: check.target }).done;

/**
 * Tests a destination in its own thread, because a network share may not answer.
 * @throws UsageError with a message for people
 */
export const probeInThread = (job: ProbeJob): Promise<ProbeResult> =>
  runInThread({ kind: 'probe', of: job }, { ms: LONGEST_PROBE_MS, target: job.target }).done;

/**
 * Runs `restoreDatabase` in a thread: it takes minutes, and the service manager must get signs of life meanwhile.
 * @throws DatabaseInUse, UsageError with a message for people
 */
export const restoreInThread = (wish: StagedRestore): Promise<RestoreResult> =>
  runInThread({ kind: 'restore', of: wish }).done;

/** Rewrites a database file in its own thread. @throws UsageError with a message for people */
export const rewriteInThread = (path: string): Promise<boolean> => runInThread({ kind: 'rewrite', of: path }).done;

interface ThreadUnderWay<T> {
  readonly done: Promise<T>;
  end(reason: string): void;
}

/** The time limit of a task at a destination. After it, the destination counts as silent and the task is ended. */
interface Limit {
  readonly ms: number;
  readonly target: BackupJob['target'];
}

/** @param limit absent when the database file is replaced or rewritten, which must not be interrupted */
function runInThread<K extends Kind>(task: TaskOf<K>, limit?: Limit): ThreadUnderWay<BackupWork[K]['result']> {
  if (!hasSpareFiles()) {
    const refused = new BackupError({ rule: 'backup_files_open' });
    return { done: Promise.reject(refused), end: () => undefined };
  }
  const thread = beginWorker('backup');
  const outcome = Promise.withResolvers<BackupWork[K]['result']>();
  const fail = (reason: string): void => outcome.reject(new BackupError(backupRefusal(reason)));
  const end = (reason: string): void => {
    fail(reason);
    thread.terminate();
  };
  const endLate = ({ target }: Limit): void => {
    outcome.reject(new BackupError({ rule: 'backup_place', place: sayTarget(target), trouble: 'silent' }));
    thread.terminate();
  };
  const timer = limit && setTimeout(endLate, limit.ms, limit);
  thread.addEventListener('message', ({ data }: MessageEvent<BackupReply>) => {
    if (data.kind === 'listening') thread.postMessage(task);
    // The thread works only on this task, so the result has the type of the task.
    else if (data.kind === 'done') outcome.resolve(data.result as BackupWork[K]['result']);
    else if (data.inUse) outcome.reject(new DatabaseInUse());
    else outcome.reject(new BackupError(data.refusal));
  });
  thread.addEventListener('error', ({ message }) => fail(message.split('\n').at(-1) ?? message));
  // After an answer, `fail` has no effect.
  thread.addEventListener('close', () => fail('its thread has died'));
  const done = outcome.promise.finally(() => {
    clearTimeout(timer);
    thread.terminate();
  });
  return { done, end };
}
