import { hasSpareFiles, IS_EXECUTABLE, type Log } from '../base/index.ts';
import type { Storage } from '../storage/index.ts';

/** What the thread says: what is wrong, a line each; or why it could not look. */
export type SoundnessAnswer = { readonly problems: readonly string[] } | { readonly failure: string };

export interface SoundnessPorts {
  readonly storage: Pick<Storage, 'path' | 'damage'>;
  readonly log: Log;
}

export interface SoundnessWatch {
  /** Looks now, and once a day from then on. */
  start(): void;
  /** Resolves when the first look is over, or after so long. */
  looked(atMostMs: number): Promise<void>;
  stop(): void;
}

const DAY_MS = 86_400_000;

const THREAD = IS_EXECUTABLE ? './worker/soundness.worker.ts' : './soundness.worker.ts';

/**
 * Has the file looked through in a thread of its own: a page that went bad would else be found when somebody reads it, after
 * every backup has a copy of it. Damage stops the writing (see `Storage.damage`).
 */
export function watchSoundness({ storage, log }: SoundnessPorts): SoundnessWatch {
  let thread: Worker | undefined;
  const first = Promise.withResolvers<void>();
  let timer: ReturnType<typeof setInterval> | undefined;

  function hear(answer: SoundnessAnswer): void {
    thread?.terminate();
    thread = undefined;
    if ('failure' in answer) log.warn('the file could not be looked through', { reason: answer.failure });
    else if (answer.problems.length > 0) storage.damage.note(answer.problems.join('; '));
    else log.debug('the file is sound');
    first.resolve();
  }

  function look(): void {
    // A look that takes more than a day is on a disk that has other troubles.
    if (thread !== undefined || storage.damage.found() !== undefined) return;
    if (!hasSpareFiles()) {
      log.warn('the file was not looked through: too many files are open');
      first.resolve();
      return;
    }
    thread = new Worker(new URL(THREAD, import.meta.url).href);
    thread.addEventListener('message', ({ data }: MessageEvent<SoundnessAnswer>) => hear(data));
    thread.addEventListener('error', ({ message }) => hear({ failure: message }));
    thread.postMessage(storage.path);
  }

  return {
    start() {
      look();
      timer = setInterval(look, DAY_MS);
    },
    async looked(atMostMs) {
      await Promise.race([first.promise, new Promise((resolve) => setTimeout(resolve, atMostMs))]);
    },
    stop() {
      clearInterval(timer);
      thread?.terminate();
      thread = undefined;
    },
  };
}
