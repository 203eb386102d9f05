import { type MailedFacts, settleMails } from '../mail/index.ts';
import { OUTCOMES_LANE, type Storage } from '../storage/index.ts';
import {
  type AttemptOutcome,
  adjustDueTimes,
  isTold,
  mayTell,
  noteClockStep,
  type RetryPolicy,
  settleAttempts,
} from '../webhooks/index.ts';
import type { Report } from './settling.ts';

/**
 * The limit on outcomes in one write, so that the write takes some 3 ms. Changes made by workspaces have their turn
 * between two such writes.
 */
const PART = 64;
/**
 * The weight of an outcome in `PART` if owners may get mails about it. It is high because writing ten mails takes some
 * 2 ms. Any other outcome has weight 1.
 */
const TOLD = 16;

/**
 * Records the outcomes of a report. Repeating this after a failure records nothing twice.
 * @returns the number of writes
 * @throws unavailable; the caller must then pass the whole report again
 */
export async function settleReport(
  storage: Storage,
  policy: RetryPolicy,
  telling: MailedFacts,
  report: Report,
): Promise<number> {
  const writes = partsOf(policy, report).map(({ attempts, mails, clockSteps }) =>
    storage.write((tx) => {
      for (const step of clockSteps) {
        adjustDueTimes(tx, policy, step);
        if (isTold(step)) noteClockStep(tx, step);
      }
      settleAttempts(tx, policy, telling, attempts);
      settleMails(tx, mails);
    }, OUTCOMES_LANE),
  );
  const failed = (await Promise.allSettled(writes)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return writes.length;
}

/**
 * Splits a report into parts. A report with jumps of the clock (`clockSteps`) stays whole, because the jumps must be
 * recorded before any outcome.
 */
function partsOf(policy: RetryPolicy, report: Report): Report[] {
  if (report.clockSteps.length > 0) return [report];
  // Outcomes are sorted by endpoint, so that a write looks up each endpoint only once for all its outcomes.
  const attempts = report.attempts.toSorted((a, b) => a.endpointSeq - b.endpointSeq);
  const parts: AttemptOutcome[][] = [[]];
  let room = PART;
  for (const outcome of attempts) {
    const weight = outcome.reason !== null && mayTell(policy, outcome.attempt) ? TOLD : 1;
    if (weight > room) {
      parts.push([]);
      room = PART;
    }
    parts.at(-1)?.push(outcome);
    room -= weight;
  }
  return parts.map((part, at) => ({ attempts: part, mails: at === 0 ? report.mails : [], clockSteps: [] }));
}
