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

/** Records a batch of outcomes in one write, by the process's one writer. @throws unavailable, and nothing is stored */
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
