import { type BackupJob, dropDraft, type MadeBackup } from '../backups/index.ts';
import { IS_EXECUTABLE, UsageError } from '../base/index.ts';

export type BackupReply =
  | { readonly kind: 'listening' }
  | { readonly kind: 'made'; readonly made: MadeBackup }
  | { readonly kind: 'failed'; readonly reason: string };

/** A run under way. */
export interface BackupUnderWay {
  /** @throws UsageError in words */
  readonly done: Promise<MadeBackup>;
  /** Ends it at once; `done` is then rejected, and its draft removed. */
  end(reason: string): void;
}

const THREAD = IS_EXECUTABLE ? './worker/backup.worker.ts' : './backup.worker.ts';
/** Some 100 GB to a slow disk; what takes longer hangs. */
const LONGEST_MS = 6 * 3_600_000;

/** Makes a backup in a thread of its own. */
export function backUpInThread(job: BackupJob): BackupUnderWay {
  const thread = new Worker(new URL(THREAD, import.meta.url).href);
  const outcome = Promise.withResolvers<MadeBackup>();
  const fail = (reason: string): void => outcome.reject(new UsageError(reason, 1));
  const end = (reason: string): void => {
    fail(reason);
    thread.terminate();
  };
  const limit = setTimeout(() => end('it took longer than six hours'), LONGEST_MS);
  thread.addEventListener('message', ({ data }: MessageEvent<BackupReply>) => {
    if (data.kind === 'listening') thread.postMessage(job);
    else if (data.kind === 'made') outcome.resolve(data.made);
    else fail(data.reason);
  });
  thread.addEventListener('error', ({ message }) => fail(message.split('\n').at(-1) ?? message));
  // After an answer this changes nothing.
  thread.addEventListener('close', () => fail('its thread has died'));
  const done = outcome.promise.finally(() => {
    clearTimeout(limit);
    thread.terminate();
    dropDraft(job);
  });
  return { done, end };
}
