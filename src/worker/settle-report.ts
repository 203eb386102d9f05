import { settleMails } from '../mail/index.ts';
import type { Storage } from '../storage/index.ts';
import {
  adjustDueTimes,
  isTold,
  noteClockStep,
  type RetryPolicy,
  settleAttempts,
  type Telling,
} from '../webhooks/index.ts';
import type { Report } from './settling.ts';

/** Outcomes of a moment in one write, by the process's one writer. @throws unavailable, and nothing of it is kept */
export function settleReport(storage: Storage, policy: RetryPolicy, telling: Telling, report: Report): Promise<void> {
  return storage.write((tx) => {
    for (const step of report.clockSteps) {
      adjustDueTimes(tx, policy, step);
      if (isTold(step)) noteClockStep(tx, step);
    }
    settleAttempts(tx, policy, telling, report.attempts);
    settleMails(tx, report.mails);
  });
}
