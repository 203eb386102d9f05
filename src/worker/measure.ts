import type { Metrics } from '../base/index.ts';
import type { MailOutcome } from '../mail/index.ts';
import { type AttemptOutcome, isTold, type ReportedStep } from '../webhooks/index.ts';
import type { Report } from './settling.ts';

export interface ReportWatch {
  kept(report: Pick<Report, 'attempts' | 'mails' | 'clockSteps'>): void;
}

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];
/** The upper bounds of the buckets in seconds. The last is the longest pause of the schedule. */
const DELAYS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 36_000];
const NONE: readonly string[] = [];

/**
 * Creates the metrics of reports. Endpoints are not labels, because their number has no limit and their URLs are
 * private.
 */
export function measureReports(metrics: Metrics, also?: (attempts: Report['attempts']) => void): ReportWatch {
  const attempts = metrics.counter({
    name: 'docket_delivery_attempts_total',
    help: 'Webhook attempts that are over, by outcome (delivered, or why not) and by kind (scheduled, resend, test).',
    labels: ['outcome', 'kind'],
  });
  const duration = metrics.histogram({
    name: 'docket_delivery_duration_seconds',
    help: 'Time that receivers of webhooks took to answer.',
    labels: [],
    buckets: SECONDS,
  });
  const delay = metrics.histogram({
    name: 'docket_delivery_delay_seconds',
    help: 'From the moment a scheduled attempt was due (the event itself, for a first one) until it began.',
    labels: [],
    buckets: DELAYS,
  });
  const mails = metrics.counter({
    name: 'docket_mail_attempts_total',
    help: 'Tries to send a mail that are over, by outcome; logged: no mail server is set.',
    labels: ['outcome'],
  });
  const steps = metrics.counter({
    name: 'docket_clock_steps_total',
    help: 'How often the clock was set by five seconds or more while the server ran, by direction (forward, back).',
    labels: ['direction'],
  });
  const ofAttempt = ({ reason, kind, durationMs, delayMs }: AttemptOutcome): void => {
    attempts.add([reason ?? 'delivered', kind]);
    duration.observe(NONE, durationMs / 1_000);
    if (delayMs !== undefined) delay.observe(NONE, delayMs / 1_000);
  };
  attempts.add(['delivered', 'scheduled'], 0);
  for (const outcome of ['sent', 'logged', 'failed'] satisfies MailOutcome['result'][]) mails.add([outcome], 0);
  for (const direction of ['forward', 'back'] satisfies ReportedStep['kind'][]) steps.add([direction], 0);
  return {
    kept(report) {
      for (const { kind } of report.clockSteps.filter(isTold)) steps.add([kind]);
      for (const outcome of report.attempts) ofAttempt(outcome);
      for (const { result } of report.mails) mails.add([result]);
      also?.(report.attempts);
    },
  };
}
