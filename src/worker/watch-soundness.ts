import { hasSpareFiles, IS_EXECUTABLE, type Log } from '../base/index.ts';
import type { Storage } from '../storage/index.ts';
import { within } from './within.ts';

/** What the thread says: that it has begun; then what is wrong, a line each, or why it could not look. */
export type SoundnessAnswer = 'begun' | { readonly problems: readonly string[] } | { readonly failure: string };

export interface SoundnessPorts {
  readonly storage: Pick<Storage, 'path' | 'damage'>;
  readonly log: Log;
}

export interface SoundnessWatch {
  /** Looks now, and once a day from then on. */
  start(): void;
  /** Resolves when the thread of the first look has begun, or after so long. */
  begun(atMostMs: number): Promise<void>;
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
  const [begun, first] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let timer: ReturnType<typeof setInterval> | undefined;

  function hear(answer: SoundnessAnswer): void {
    begun.resolve();
    if (answer === 'begun') return;
    thread?.terminate();
    thread = undefined;
    if ('failure' in answer) log.warn('the file could not be looked through', { reason: answer.failure });
    else if (answer.problems.length > 0) storage.damage.note(answer.problems.join('; '));
    else log.debug('the file is sound');
    first.resolve();
  }

  function look(): void {
    // A look that takes more than a day is on a disk that has other troubles.
    if (thread !== undefined) return;
    if (storage.damage.found() !== undefined) {
      begun.resolve();
      first.resolve();
      return;
    }
    if (!hasSpareFiles()) {
      hear({ failure: 'too many files are open' });
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
    begun: (atMostMs) => within(atMostMs, begun.promise),
    looked: (atMostMs) => within(atMostMs, first.promise),
    stop() {
      clearInterval(timer);
      thread?.terminate();
      thread = undefined;
    },
  };
}
