import type { Clock, Log } from '../base/index.ts';
import { DAY_MS } from '../base/index.ts';
import { keepMoneyDays } from '../orders/index.ts';
import { DISTRUSTED_MS, judge, type SweepCounts, sweep } from '../retention/index.ts';
import type { GoOn, Storage } from '../storage/index.ts';

interface TidyingPorts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
  readonly firstMs?: number;
}

/** Work in the background that begins some time after the start, and again once an hour. */
interface Tidying {
  start(): void;
  /** Resolves when the current step is finished. */
  stop(): Promise<void>;
}

/** The pause before the first deletion of old data. Meanwhile a person can correct a mistaken setting. */
const FIRST_MS = 10 * 60_000;
const FIRST_SUMS_MS = 20_000;
const EVERY_MS = 3_600_000;
/**
 * The pause between two steps of half a millisecond each. A run with this pause takes 1/200 of the writer's time. While
 * other work writes a lot, the run uses the longer `BUSY_PAUSE_MS` and takes 1/1000.
 */
const PAUSE_MS = 100;
const BUSY_PAUSE_MS = 500;
const BUSY_WRITES_A_SECOND = 100;
/**
 * The number of steps after which a run uses `HURRIED_PAUSE_MS`. It then deletes 2,500 rows a second, because a
 * workspace may write 1,000 a second.
 */
const STEPS_WITHOUT_HURRY = 1_000;
const HURRIED_PAUSE_MS = 20;

export function createTidying({ storage, clock, log, firstMs = FIRST_MS }: TidyingPorts): Tidying {
  let judgedSteadyMs = clock.monotonic();

  async function tidy(pace: GoOn): Promise<void> {
    const steadyMs = clock.monotonic();
    const judgedAt = await judge(storage, steadyMs - judgedSteadyMs);
    judgedSteadyMs = steadyMs;
    const nowMs = clock.now();
    if (nowMs - judgedAt > DISTRUSTED_MS) {
      const days = Math.round((nowMs - judgedAt) / DAY_MS);
      log.warn('the clock is far ahead of all earlier times: ages are judged by an earlier time', { days });
    }
    tell(log, await sweep(storage, { times: { judgedAt, nowMs }, goOn: pace }));
  }

  const failed = 'old data could not be deleted; the next try is in an hour';
  const hourly = createHourly({ storage, clock, log, firstMs, failed, run: tidy });
  return {
    start() {
      judgedSteadyMs = clock.monotonic();
      hourly.start();
    },
    stop: () => hourly.stop(),
  };
}

/** Adds up the payments of past days in the background. */
export function createMoneyKeeping({ storage, clock, log, firstMs = FIRST_SUMS_MS }: TidyingPorts): Tidying {
  const failed = 'payments of past days could not be added up; the next try is in an hour';
  const run = async (goOn: GoOn) => void (await keepMoneyDays(storage, { nowMs: clock.now(), goOn }));
  return createHourly({ storage, clock, log, firstMs, failed, run });
}

interface HourlyWork extends TidyingPorts {
  readonly firstMs: number;
  readonly failed: string;
  readonly run: (goOn: GoOn) => Promise<void>;
}

export function createHourly({ storage, clock, log, firstMs, failed, run }: HourlyWork): Tidying {
  const stopping = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<void> = Promise.resolve();

  function look(): void {
    underWay = run(createPace(storage, clock, stopping.signal))
      .catch((error) => log.warn(failed, { reason: String(error) }))
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(look, EVERY_MS);
      });
  }

  return {
    start() {
      timer = setTimeout(look, firstMs);
    },
    stop() {
      clearTimeout(timer);
      stopping.abort();
      return underWay;
    },
  };
}

function tell(log: Log, swept: SweepCounts): void {
  const gone = Object.entries(swept).filter(([, rows]) => rows > 0);
  if (gone.length > 0) log.info('old data was deleted', Object.fromEntries(gone));
}

/** @param steps the number of steps that the run has taken so far */
export const pauseOf = (steps: number, isBusy: boolean): number =>
  steps >= STEPS_WITHOUT_HURRY ? HURRIED_PAUSE_MS : isBusy ? BUSY_PAUSE_MS : PAUSE_MS;

/**
 * Returns a function that pauses between two steps of a run, longer while others write. After `stopped`, it resolves to
 * false.
 */
function createPace(storage: Storage, clock: Clock, stopped: AbortSignal): GoOn {
  let seen = { writes: storage.count(), atMs: clock.monotonic() };
  let steps = 0;
  return async () => {
    const now = { writes: storage.count(), atMs: clock.monotonic() };
    const seconds = Math.max(0.001, (now.atMs - seen.atMs) / 1_000);
    // One of these writes is the step's own, so it does not count.
    const isBusy = storage.waiting() > 0 || now.writes - seen.writes - 1 > BUSY_WRITES_A_SECOND * seconds;
    seen = now;
    await sleep(pauseOf(steps, isBusy), stopped);
    steps += 1;
    return !stopped.aborted;
  };
}

function sleep(ms: number, stopped: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (stopped.aborted) resolve();
  const timer = setTimeout(resolve, ms);
  stopped.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}
