import type { deliveries } from '../storage/index.ts';
import type { AttemptRecord } from './history.ts';
import { maxAttempts, type RetryPolicy } from './retry-policy.ts';

export interface ScheduledAttempt {
  readonly attempt: number;
  readonly state: 'succeeded' | 'failed' | 'next' | 'coming' | 'unneeded';
  /**
   * The time when the attempt ended or is planned to begin, in milliseconds since the epoch. Null if the time is
   * unknown, or if the attempt is due at once or no longer needed.
   */
  readonly at: number | null;
  readonly httpCode: number | null;
}

type Climb = Pick<typeof deliveries.$inferSelect, 'state' | 'attempts' | 'dueAt'>;
type Try = Pick<AttemptRecord, 'kind' | 'attempt' | 'status' | 'httpCode' | 'at'>;

/**
 * Lists the scheduled attempts of an event: those made, and those still planned if none succeeds.
 * @param tries newest first. A resend restarts the numbers; only the newest attempt with each number counts
 */
export function ladderOf(policy: RetryPolicy, climb: Climb, tries: readonly Try[], nowMs: number): ScheduledAttempt[] {
  const length = Math.max(maxAttempts(policy), climb.attempts);
  let plannedMs = Math.max(climb.dueAt, nowMs);
  return Array.from({ length }, (_, index): ScheduledAttempt => {
    const attempt = index + 1;
    if (attempt <= climb.attempts) return made(climb, attempt, tries);
    if (climb.state !== 'pending') return { attempt, state: 'unneeded', at: null, httpCode: null };
    if (attempt === climb.attempts + 1) {
      return { attempt, state: 'next', at: climb.dueAt === 0 ? null : climb.dueAt, httpCode: null };
    }
    plannedMs += policy.scheduleMs[attempt - 2] ?? 0;
    return { attempt, state: 'coming', at: plannedMs, httpCode: null };
  });
}

function made(climb: Climb, attempt: number, tries: readonly Try[]): ScheduledAttempt {
  const found = tries.find((one) => one.kind === 'scheduled' && one.attempt === attempt);
  // The record of this attempt is missing. Only the last attempt of a delivered event can have succeeded, because a
  // success ends the attempts.
  if (found === undefined) {
    const arrived = climb.state === 'delivered' && attempt === climb.attempts;
    return { attempt, state: arrived ? 'succeeded' : 'failed', at: null, httpCode: null };
  }
  const { status: state, at, httpCode } = found;
  return { attempt, state, at, httpCode };
}
