import { type Clock, giveWay } from '../base/index.ts';
import type { MailOutcome } from '../mail/index.ts';
import type { AttemptOutcome, ClockStep } from '../webhooks/index.ts';
import { watchClock } from './clock-watch.ts';

/** Outcomes to record together. If the clock is set back, the times of earlier outcomes are set back equally. */
export interface Report {
  readonly attempts: readonly AttemptOutcome[];
  readonly mails: readonly MailOutcome[];
  readonly clockSteps: readonly ClockStep[];
}

interface Settling {
  attempt(outcome: AttemptOutcome): void;
  mail(outcome: MailOutcome): void;
  /** Reports that the clock may have been set back since the due times were written. */
  doubtClock(): void;
  lookAtClock(): void;
  count(): number;
  idle(): Promise<void>;
  /**
   * Limits the tries to write a report. The webhook attempts of an unwritten report are sent again after the next
   * start.
   */
  hurry(): void;
}

interface SettlingPorts {
  readonly clock: Clock;
  /** Resolves when the report is on the disk. Rejects if it could not be written; nothing is stored in that case. */
  readonly settle: (report: Report) => Promise<void>;
  readonly settled: (report: Report) => void;
  readonly failed: (error: unknown) => void;
}

const RETRY_MS = 500;
const LAST_TRIES = 3;
/**
 * The number of failures from one logged failure to the next. Tries are half a second apart, so about one failure a
 * minute is logged.
 */
const TOLD_EVERY = 120;
/**
 * The minimum number of outcomes in a large report. The next report then waits for as long as the large one took, at
 * most `PAUSE_AT_MOST_MS`. In that time, changes by workspaces do not wait for outcomes. After a smaller report, new
 * outcomes are written at once. The sooner they are written, the fewer attempts are repeated after a crash.
 */
const THICK = 48;
const PAUSE_AT_MOST_MS = 50;

const earlier = <O extends { readonly at: number }>(outcome: O, byMs: number): O => ({
  ...outcome,
  at: outcome.at - byMs,
});

function gather(clock: Clock) {
  const stepOf = watchClock(clock);
  let attempts: AttemptOutcome[] = [];
  let mails: MailOutcome[] = [];
  let clockSteps: ClockStep[] = [];

  /**
   * Records that the clock was set forward or back. If it was set back, the waiting outcomes get correspondingly
   * earlier times.
   * @returns the milliseconds by which the clock was set back since the last check, or 0
   */
  function lookAtClock(): number {
    const stepMs = stepOf();
    if (stepMs > 0) clockSteps.push({ kind: 'forward', byMs: stepMs });
    if (stepMs >= 0) return 0;
    const byMs = -stepMs;
    attempts = attempts.map((outcome) => earlier(outcome, byMs));
    mails = mails.map((outcome) => earlier(outcome, byMs));
    clockSteps.push({ kind: 'back', byMs });
    return byMs;
  }

  /**
   * Corrects an outcome if the clock was set back just after the outcome got its time. An attempt cannot have ended
   * later than now.
   */
  function inTimeOfNow<O extends { readonly at: number }>(outcome: O): O {
    const byMs = lookAtClock();
    return outcome.at > clock.now() ? earlier(outcome, byMs) : outcome;
  }

  return {
    attempt(outcome: AttemptOutcome): void {
      const one = inTimeOfNow(outcome);
      attempts.push(one);
    },
    mail(outcome: MailOutcome): void {
      const one = inTimeOfNow(outcome);
      mails.push(one);
    },
    doubtClock: () => void clockSteps.push({ kind: 'unknown' }),
    lookAtClock,
    count: () => attempts.length + mails.length + clockSteps.length,
    take(): Report {
      const report = { attempts, mails, clockSteps };
      [attempts, mails, clockSteps] = [[], [], []];
      return report;
    },
  };
}

/** Gathers outcomes of attempts and mails for the next report. Only one report is written at a time. */
export function createSettling(ports: SettlingPorts): Settling {
  const gathered = gather(ports.clock);
  let underWay = 0;
  let hurried = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    // This wait gathers all outcomes of the current turn of the event loop for one report.
    await giveWay();
    while (gathered.count() > 0) {
      const begunMs = ports.clock.monotonic();
      underWay = gathered.count();
      const thick = underWay >= THICK;
      const report = gathered.take();
      if (!(await writeDown(ports, report, () => hurried))) return;
      underWay = 0;
      ports.settled(report);
      const pauseMs = Math.min(ports.clock.monotonic() - begunMs, PAUSE_AT_MOST_MS);
      if (thick) await new Promise<void>((resolve) => setTimeout(resolve, pauseMs));
    }
    running = undefined;
  }

  function add(): void {
    running ??= run();
  }

  return {
    attempt(outcome) {
      gathered.attempt(outcome);
      add();
    },
    mail(outcome) {
      gathered.mail(outcome);
      add();
    },
    doubtClock() {
      gathered.doubtClock();
      add();
    },
    lookAtClock() {
      gathered.lookAtClock();
      if (gathered.count() > 0) add();
    },
    hurry() {
      hurried = true;
    },
    count: () => gathered.count() + underWay,
    idle: () => running ?? Promise.resolve(),
  };
}

/**
 * Writes a report. While the disk is full, it tries again, and no part of the report is lost.
 * @returns false if there is no time left to wait for the disk
 */
async function writeDown(ports: SettlingPorts, report: Report, isHurried: () => boolean): Promise<boolean> {
  for (let failures = 0; ; failures += 1) {
    try {
      await ports.settle(report);
      return true;
    } catch (error) {
      // Only some failures are logged, because log lines could fill the rest of a nearly full disk.
      if (failures % TOLD_EVERY === 0) ports.failed(error);
      if (isHurried() && failures >= LAST_TRIES) return false;
      await new Promise<void>((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
