import { statSync } from 'node:fs';
import { DAY_MS, hasSpareFiles, type Log } from '../base/index.ts';
import { logBytesOf, type Storage, type TableSize } from '../storage/index.ts';
import { beginWorker } from './threads.ts';
import { isSound, type Verdict, verdictOn } from './verdict.ts';
import { within } from './within.ts';

/**
 * The messages of the thread. First it reports that it has begun, and then the verdict. For a sound file it adds the
 * sizes of the tables, or the reason why they are missing.
 */
export type SoundnessAnswer = 'begun' | Verdict | Sizes;
type Sizes = { readonly sizes: readonly TableSize[] } | { readonly unmeasured: string };

interface SoundnessPorts {
  readonly storage: Pick<Storage, 'path' | 'damage'>;
  readonly log: Log;
  readonly measured?: (sizes: readonly TableSize[]) => void;
  readonly mayBegin?: () => boolean;
  readonly smallBytes?: number;
  /** Calls back after this many milliseconds, unless the returned function is called first. A test replaces it. */
  readonly later?: (ms: number, then: () => void) => () => void;
}

interface SoundnessWatch {
  /**
   * Checks the file now, without a thread if it is small, and then once a day. If a check could not be made, the next
   * one follows sooner.
   */
  start(): void;
  begun(atMostMs: number): Promise<void>;
  /** Resolves when the first check is finished, or after this many milliseconds. */
  looked(atMostMs: number): Promise<void>;
  stop(): void;
}

const FIRST_RETRY_MS = 60_000;
/**
 * The largest file that is first checked without a thread, in bytes. A file of this size has some 4,000 orders.
 * Checking it takes 10 ms, but starting a thread takes 25 ms of processor time.
 */
const SMALL_BYTES = 8 * 1_024 ** 2;
/** The pause between a small file's first check and its second one, which runs in a thread and measures tables. */
const SMALL_AGAIN_MS = 5_000;

function callLater(ms: number, then: () => void): () => void {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
}

/**
 * Checks the whole file for damage at the start and daily. Otherwise damage to a page would be found only when a caller
 * reads it. By then every backup could contain the damage too. Damage stops the writing (see `Storage.damage`).
 */
export function watchSoundness(ports: SoundnessPorts): SoundnessWatch {
  const { storage, mayBegin = hasSpareFiles, smallBytes = SMALL_BYTES, later = callLater } = ports;
  let thread: Worker | undefined;
  const [begun, first] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let [failures, stopped] = [0, false];
  let cancel = (): void => undefined;

  /**
   * Schedules the next check. A check that could not be made is tried again after a minute, then two, then four. The
   * obstacle may soon disappear.
   */
  function lookLater(nextMs: number): void {
    const waitMs = failures === 0 ? nextMs : Math.min(DAY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
    cancel();
    if (!stopped) cancel = later(waitMs, look);
  }

  function end(): void {
    thread?.terminate();
    thread = undefined;
  }

  function hear(answer: SoundnessAnswer, nextMs = DAY_MS): void {
    begun.resolve();
    if (answer === 'begun') return;
    if ('sizes' in answer || 'unmeasured' in answer) {
      passOn(ports, answer, end);
      return;
    }
    failures = 'failure' in answer ? failures + 1 : 0;
    tell(ports, answer);
    // If the file is sound, the thread continues and measures the tables.
    if (!isSound(answer)) end();
    first.resolve();
    lookLater(nextMs);
  }

  /** Begins the checks. Nobody is served yet, so a short check may block the event loop. */
  function begin(): void {
    if (bytesOf(storage.path) > smallBytes || storage.damage.found() !== undefined) look();
    else hear(verdictOn(storage.path), SMALL_AGAIN_MS);
  }

  function look(): void {
    if (storage.damage.found() !== undefined) {
      begun.resolve();
      first.resolve();
      return;
    }
    if (mayBegin()) thread = beginLook(storage.path, (answer) => hear(answer));
    else hear({ failure: 'too many files are open' });
  }

  return {
    start: begin,
    begun: (atMostMs) => within(atMostMs, begun.promise),
    looked: (atMostMs) => within(atMostMs, first.promise),
    stop() {
      stopped = true;
      cancel();
      end();
    },
  };
}

const bytesOf = (path: string): number => statSync(path).size + logBytesOf(path);

function tell({ storage, log }: SoundnessPorts, verdict: Verdict): void {
  if (isSound(verdict)) log.debug('the file is sound');
  else if ('problems' in verdict) storage.damage.note(verdict.problems.join('; '));
  else log.warn('the file could not be checked for damage', { reason: verdict.failure });
}

function beginLook(path: string, hear: (answer: SoundnessAnswer) => void): Worker {
  const thread = beginWorker('soundness');
  thread.addEventListener('message', ({ data }: MessageEvent<SoundnessAnswer>) => hear(data));
  thread.addEventListener('error', ({ message }) => hear({ failure: message }));
  thread.postMessage(path);
  return thread;
}

function passOn({ log, measured }: SoundnessPorts, answer: Sizes, end: () => void): void {
  end();
  if ('sizes' in answer) measured?.(answer.sizes);
  else log.warn('the sizes of the tables could not be measured', { reason: answer.unmeasured });
}
