import { giveWay } from '../base/index.ts';
import type { MailOutcome } from '../mail/index.ts';
import type { AttemptOutcome, ClockStep } from '../webhooks/index.ts';

/** All that the scheduler has to have written down; goes to the one writer in one piece. */
export interface Report {
  readonly attempts: readonly AttemptOutcome[];
  readonly mails: readonly MailOutcome[];
  readonly clockSteps: readonly ClockStep[];
}

interface Settling {
  attempt(outcome: AttemptOutcome): void;
  mail(outcome: MailOutcome): void;
  clockStep(step: ClockStep): void;
  /** Outcomes that are not on the disk yet. */
  count(): number;
  /** Resolves when nothing is left to be written. */
  idle(): Promise<void>;
  /** From now on what cannot be written is tried a few times only, and then left due: it is sent again after the next start. */
  hurry(): void;
}

interface SettlingPorts {
  /** Resolves when the report is on the disk; rejects when it could not be written, and nothing of it was. */
  readonly settle: (report: Report) => Promise<void>;
  /** Hears of what is on the disk. */
  readonly settled: (report: Report) => void;
  readonly failed: (error: unknown) => void;
}

const RETRY_MS = 500;
const LAST_TRIES = 3;
/** A minute's worth of failures. */
const TOLD_EVERY = 120;
/**
 * Outcomes in one report from which on the next ones wait a little, until they are more: each write costs a sync of the
 * disk. Below it they are written down at once, for what a crash finds unwritten is sent a second time.
 */
const THICK = 48;
const ENOUGH = 256;
const GATHER_MS = 8;

/** Gathers outcomes: one report is under way at a time, and takes with it all that came during the one before. */
export function createSettling(ports: SettlingPorts): Settling {
  let attempts: AttemptOutcome[] = [];
  let mails: MailOutcome[] = [];
  let clockSteps: ClockStep[] = [];
  let underWay = 0;
  let hurried = false;
  let running: Promise<void> | undefined;

  const waiting = (): number => attempts.length + mails.length + clockSteps.length;

  async function run(): Promise<void> {
    let thick = false;
    // Outcomes of one turn of the event loop go together.
    await giveWay();
    while (waiting() > 0) {
      if (thick && waiting() < ENOUGH) await new Promise<void>((resolve) => setTimeout(resolve, GATHER_MS));
      thick = waiting() >= THICK;
      const report: Report = { attempts, mails, clockSteps };
      underWay = waiting();
      attempts = [];
      mails = [];
      clockSteps = [];
      if (!(await writeDown(ports, report, () => hurried))) return;
      underWay = 0;
      ports.settled(report);
    }
    running = undefined;
  }

  function add(): void {
    running ??= run();
  }

  return {
    attempt(outcome) {
      attempts.push(outcome);
      add();
    },
    mail(outcome) {
      mails.push(outcome);
      add();
    },
    clockStep(step) {
      clockSteps.push(step);
      add();
    },
    hurry() {
      hurried = true;
    },
    count: () => waiting() + underWay,
    idle: () => running ?? Promise.resolve(),
  };
}

/**
 * What was done must be written down however long the disk is full; until then nothing of it is lost here.
 *
 * @returns false when there is no time left to wait for the disk
 */
async function writeDown(ports: SettlingPorts, report: Report, isHurried: () => boolean): Promise<boolean> {
  for (let failures = 0; ; failures += 1) {
    try {
      await ports.settle(report);
      return true;
    } catch (error) {
      // A disk that is full overnight must not fill what is left of it with the log.
      if (failures % TOLD_EVERY === 0) ports.failed(error);
      if (isHurried() && failures >= LAST_TRIES) return false;
      await new Promise<void>((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
