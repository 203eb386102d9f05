import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Log } from '../log.ts';
import type { Clock } from '../time/index.ts';

const LOOK_MS = 1_000;
/**
 * The length of one pause, in which the process is blocked. Without pauses, Bun 1.4.5 uses half a core while no file
 * can be opened. A connected caller waits for one pause at most.
 */
const STILL_MS = 90;
const BETWEEN_MS = 1;
/**
 * The shortage is over if every check in this time could open a file. One successful check is not enough, because
 * waiting callers may use up the files again at once.
 */
const CALM_MS = 60_000;

interface Shortage {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
  /** True while callers are being answered; the process must not be blocked then. */
  readonly busy: () => boolean;
  readonly mayOpen?: () => boolean;
  readonly standStill?: (ms: number) => void;
  readonly later?: (run: () => void, ms: number) => () => void;
}

/**
 * Checks regularly whether files can be opened. While no file can be opened, logs one warning and keeps pausing the
 * process. Without the pauses, Bun would use half a core (see `STILL_MS`).
 * @returns a function that ends the checks
 */
export function watchFiles(watch: Shortage): () => void {
  const { clock, log, busy, mayOpen = mayOpenFile, standStill = Bun.sleepSync, later = callLater } = watch;
  let lookAtMs = clock.monotonic();
  let isShort = false;
  /** The time of the last check that could not open a file. Undefined if the last `CALM_MS` had no such check. */
  let lackedAtMs: number | undefined;

  function look(nowMs: number): void {
    lookAtMs = nowMs + LOOK_MS;
    isShort = !mayOpen();
    if (isShort) {
      if (lackedAtMs === undefined) {
        log.warn('no file is left to open, so new callers wait: raise the limit (ulimit -n, LimitNOFILE) to 4096');
      }
      lackedAtMs = nowMs;
    } else if (lackedAtMs !== undefined && nowMs - lackedAtMs >= CALM_MS) {
      lackedAtMs = undefined;
      log.info('there are files to open again');
    }
  }

  function step(): void {
    const nowMs = clock.monotonic();
    if (nowMs >= lookAtMs) look(nowMs);
    if (isShort && !busy()) standStill(STILL_MS);
    end = later(step, isShort ? BETWEEN_MS : LOOK_MS);
  }

  let end = later(step, LOOK_MS);
  return () => end();
}

function mayOpenFile(): boolean {
  try {
    closeSync(openSync(devNull, 'r'));
    return true;
  } catch {
    return false;
  }
}

function callLater(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  timer.unref();
  return () => clearTimeout(timer);
}
