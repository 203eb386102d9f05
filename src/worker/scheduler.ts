import type { Clock, Log, Mailer, Outbound } from '../base/index.ts';
import type { News, Reader } from '../storage/index.ts';
import type { RetryPolicy } from '../webhooks/index.ts';
import { accessHeldAt } from '../workspaces/index.ts';
import { Deliveries } from './deliveries.ts';
import { LOOK_MS } from './look.ts';
import { type Loop, startLoop } from './loop.ts';
import { Mails } from './mails.ts';
import { createSettling, type Report } from './settling.ts';
import { within } from './within.ts';

interface SchedulerPorts {
  readonly clock: Clock;
  readonly reader: Reader;
  readonly outbound: Outbound;
  /** Returns the mailer; undefined if no mail server is set. It is called for each mail. */
  readonly mailer: () => Mailer | undefined;
  readonly log: Log;
  readonly policy: RetryPolicy;
  /** Passes a report to the one writer, which records it. Resolves when the report is on the disk. */
  readonly settle: (report: Report) => Promise<void>;
  /** Runs after each pass, as a sign of life. */
  readonly passed?: () => void;
  /** True to send only what a person requested. A command sets this to send an event while no server runs. */
  readonly requestsAlone?: boolean;
}

/**
 * Sends webhooks and mails by polling the database. It does not depend on a thread, so that a test can drive it with
 * its own clock.
 */
export interface Scheduler {
  tell(news: News): void;
  /** Sets whether the API is busy. While it is, webhooks use less of the machine. */
  setBusy(busy: boolean): void;
  pass(): void;
  /** Resolves when no attempt is running and all outcomes are on the disk. */
  idle(): Promise<void>;
  /**
   * Starts no further work. Waits up to `graceMs` for the running work to end. Then waits up to `graceMs` again until
   * all outcomes are recorded.
   */
  stop(graceMs: number): Promise<void>;
}

export function createScheduler(ports: SchedulerPorts): Scheduler {
  const { log } = ports;
  let loop: Loop | undefined;
  const wake = (): void => loop?.wake();
  const settling = createSettling({
    clock: ports.clock,
    settle: ports.settle,
    failed: (error) => log.error('outcomes of attempts could not be recorded; trying again', {}, error),
    settled(report) {
      deliveries.settled(report.attempts);
      mails.settled(report.mails);
      if (report.clockSteps.length > 0) deliveries.reconsider();
      wake();
    },
  });
  const deliveries = new Deliveries({ ...ports, settling, wake, requestsAlone: ports.requestsAlone ?? false });
  const mails = new Mails({ ...ports, settling });
  if (ports.requestsAlone !== true) settling.doubtClock();

  // Once true, `isOpen` stays true: only a restore blocks access, and nobody can restore while the server runs.
  let isOpen = false;

  function pass(): number {
    settling.lookAtClock();
    isOpen ||= ports.requestsAlone === true || accessHeldAt(ports.reader.db) === undefined;
    if (!isOpen) {
      ports.passed?.();
      return LOOK_MS;
    }
    const pauseMs = Math.min(deliveries.pass(), ports.requestsAlone === true ? Number.POSITIVE_INFINITY : mails.pass());
    ports.passed?.();
    return pauseMs;
  }

  async function idle(): Promise<void> {
    await Promise.all([deliveries.idle(), mails.idle()]);
    await settling.idle();
  }

  loop = startLoop(pass, (error) => log.error('a pass of the scheduler failed; the next one follows', {}, error));
  return {
    tell(news) {
      const fresh = news.get('deliveries');
      if (fresh !== undefined) deliveries.expect(fresh);
      if (news.has('endpoints') || news.has('workspaces')) deliveries.reconsider();
      if (news.has('mail')) mails.expect();
      wake();
    },
    setBusy: (busy) => deliveries.setBusy(busy),
    pass: () => void pass(),
    idle,
    async stop(graceMs) {
      loop?.stop();
      deliveries.halt();
      settling.hurry();
      await within(graceMs, idle());
      await within(graceMs, settling.idle());
    },
  };
}
