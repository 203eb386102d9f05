import { and, between, desc, eq, isNull } from 'drizzle-orm';
import { type FailureReason, inTurns, nextTurn, type Steps, toFailureReason } from '../base/index.ts';
import { type Db, type Storage, webhookAttempts } from '../storage/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { type EndpointRow, type EndpointState, readEndpoints, stateOf } from './endpoints.ts';
import { readWaiting } from './waiting.ts';

/** One attempt, shown as a bar in the strip of recent attempts. */
interface Beat {
  readonly at: number;
  readonly succeeded: boolean;
  readonly httpCode: number | null;
  /** The response time in milliseconds. */
  readonly responseTime: number;
}

interface EndpointHealth {
  readonly id: string;
  readonly state: EndpointState;
  /** The last 50 attempts, oldest first. The success rate and the response times are computed from these. */
  readonly beats: readonly Beat[];
  /** The number of all attempts of the endpoint, not only the last 50. */
  readonly attempts: number;
  /** The share of successes, from 0 to 1; null before the first attempt. */
  readonly successRate: number | null;
  /** The median of the response times; null if no attempt reached the server. `p95Ms` is the 95th percentile. */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
  readonly lastSuccessAt: number | null;
  readonly lastFailure: {
    readonly at: number;
    readonly reason: FailureReason | null;
    readonly httpCode: number | null;
  } | null;
  /** The number of scheduled attempts that failed since the last success or the last resumption, whichever is later. */
  readonly failuresInARow: number;
  /** True if the real number may be higher than `failuresInARow`, because only the last 50 attempts were counted. */
  readonly orMore: boolean;
  readonly waiting: number;
}

type OwnHealth = Omit<EndpointHealth, 'id' | 'state' | 'waiting'>;

const SHOWN = 50;
/**
 * The maximum number of past attempts that `lastSuccess` reads. An endpoint of a busy shop makes this many attempts in
 * a few days.
 */
const LOOKED_AT = 5_000;
/**
 * The number of attempts that one step searches. An attempt may store up to 1,024 bytes of the endpoint's answer. If
 * all attempts store that much, the step takes half a millisecond.
 */
export const ATTEMPTS_A_STEP = 250;

export async function endpointsHealth(storage: Storage, workspace: Workspace): Promise<EndpointHealth[]> {
  await nextTurn(workspace.seq);
  return inTurns(workspace.seq, healthOfAll(storage.read, workspace));
}

function* healthOfAll(db: Db, workspace: Workspace): Steps<EndpointHealth[]> {
  const waiting = readWaiting(db, workspace.seq);
  const found: EndpointHealth[] = [];
  for (const row of readEndpoints(db, workspace)) {
    yield;
    const own = { id: row.id, state: stateOf(row), waiting: waiting.get(row.seq) ?? 0 };
    found.push({ ...own, ...(yield* healthOf(db, row)) });
  }
  return found;
}

function* healthOf(db: Db, { seq: endpointSeq, resumedAfter }: EndpointRow): Steps<OwnHealth> {
  const rows = db
    .select({
      number: webhookAttempts.number,
      kind: webhookAttempts.kind,
      at: webhookAttempts.at,
      reason: webhookAttempts.reason,
      httpCode: webhookAttempts.httpCode,
      responseTime: webhookAttempts.responseTime,
    })
    .from(webhookAttempts)
    .where(eq(webhookAttempts.endpointSeq, endpointSeq))
    .orderBy(desc(webhookAttempts.number))
    .limit(SHOWN)
    .all();
  const attempts = rows[0]?.number ?? 0;
  const latest = rows.findIndex(({ reason }) => reason === null);
  const sinceSuccess = latest < 0 ? rows : rows.slice(0, latest);
  const counted = sinceSuccess.filter(({ number }) => number > resumedAfter);
  const failure = rows.find(({ reason }) => reason !== null);
  const times = timesOf(rows);
  return {
    beats: rows
      .toReversed()
      .map(({ at, reason, httpCode, responseTime }) => ({ at, httpCode, responseTime, succeeded: reason === null })),
    attempts,
    successRate: rows.length === 0 ? null : rows.filter(({ reason }) => reason === null).length / rows.length,
    medianMs: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    lastSuccessAt: rows[latest]?.at ?? (yield* lastSuccess(db, endpointSeq, attempts)),
    lastFailure:
      failure === undefined
        ? null
        : { at: failure.at, httpCode: failure.httpCode, reason: toFailureReason(failure.reason) },
    failuresInARow: counted.filter(({ kind }) => kind === 'scheduled').length,
    orMore: counted.length === rows.length && attempts - rows.length > resumedAfter,
  };
}

type TimedAttempt = Pick<typeof webhookAttempts.$inferSelect, 'reason' | 'httpCode' | 'responseTime'>;

/**
 * Returns response times in milliseconds, the shortest first. Leaves out attempts that never reached the server, for
 * example after a refused connection.
 */
export const timesOf = (attempts: readonly TimedAttempt[]): number[] =>
  attempts
    .filter(({ reason, httpCode }) => httpCode !== null || reason === 'timeout')
    .map(({ responseTime }) => responseTime)
    .sort((a, b) => a - b);

/** Returns the nearest-rank percentile of ascending values, for a share from 0 to 1; null without values. */
export function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

function* lastSuccess(db: Db, endpointSeq: number, attempts: number): Steps<number | null> {
  const { at, number, reason } = webhookAttempts;
  const own = eq(webhookAttempts.endpointSeq, endpointSeq);
  for (let last = attempts; last > Math.max(0, attempts - LOOKED_AT); last -= ATTEMPTS_A_STEP) {
    const numbers = between(number, last - ATTEMPTS_A_STEP + 1, last);
    const succeeded = and(own, numbers, isNull(reason));
    const found = db.select({ at }).from(webhookAttempts).where(succeeded).orderBy(desc(number)).limit(1).get();
    if (found !== undefined) return found.at;
    yield;
  }
  return null;
}
