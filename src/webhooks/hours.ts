import { and, desc, eq, lt } from 'drizzle-orm';
import { HOUR_MS, inTurns, type Steps } from '../base/index.ts';
import { type Db, webhookAttempts } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { ATTEMPTS_A_STEP, percentile, timesOf } from './endpoint-health.ts';
import { findEndpoint } from './endpoints.ts';

interface AttemptHour {
  /** The start of the hour, in milliseconds since the epoch. */
  readonly at: number;
  readonly succeeded: number;
  readonly failed: number;
  /** The median response time in milliseconds; null if no attempt reached the server. */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
}

interface AttemptHours {
  /** The hours, oldest first. The current hour is last. */
  readonly hours: readonly AttemptHour[];
  /** The number of attempts counted, if older attempts were left out; null if all were counted. */
  readonly onlyLast: number | null;
}

const HOURS = 48;
/**
 * The maximum number of attempts that are counted. A busy shop makes this many in some hours, a small shop in some
 * months.
 */
const MOST = 5_000;

/**
 * Summarizes an endpoint's attempts of the last 48 hours, hour by hour. Returns undefined if the workspace has no such
 * endpoint. Other requests are served between the steps of the calculation.
 */
export async function attemptHours(
  { storage, workspace, nowMs }: ReadCtx & { readonly nowMs: number },
  id: string,
): Promise<AttemptHours | undefined> {
  const endpoint = findEndpoint(storage.read, workspace, id);
  return endpoint && inTurns(workspace.seq, hoursOf(storage.read, endpoint.seq, nowMs));
}

function* hoursOf(db: Db, endpointSeq: number, nowMs: number): Steps<AttemptHours> {
  const last = Math.floor(nowMs / HOUR_MS);
  const from = (last - HOURS + 1) * HOUR_MS;
  const rows = yield* readLatest(db, endpointSeq);
  const oldest = rows.at(-1);
  const isCut = oldest !== undefined && oldest.number > 1 && oldest.at > from;
  const byHour = Map.groupBy(rows, ({ at }) => Math.floor(at / HOUR_MS));
  const hours: AttemptHour[] = [];
  for (let hour = last - HOURS + 1; hour <= last; hour += 1) {
    yield;
    const own = byHour.get(hour) ?? [];
    const times = timesOf(own);
    const failed = own.filter(({ reason }) => reason !== null).length;
    hours.push({
      at: hour * HOUR_MS,
      succeeded: own.length - failed,
      failed,
      medianMs: percentile(times, 0.5),
      p95Ms: percentile(times, 0.95),
    });
  }
  return { hours, onlyLast: isCut ? rows.length : null };
}

const { number, at, reason, httpCode, responseTime } = webhookAttempts;

const readBefore = (db: Db, endpointSeq: number, before: number) =>
  db
    .select({ number, at, reason, httpCode, responseTime })
    .from(webhookAttempts)
    .where(and(eq(webhookAttempts.endpointSeq, endpointSeq), lt(number, before)))
    .orderBy(desc(number))
    .limit(ATTEMPTS_A_STEP)
    .all();

function* readLatest(db: Db, endpointSeq: number): Steps<ReturnType<typeof readBefore>> {
  const found: ReturnType<typeof readBefore> = [];
  for (let before = Number.MAX_SAFE_INTEGER; found.length < MOST; before = found.at(-1)?.number ?? 0) {
    const some = readBefore(db, endpointSeq, before);
    found.push(...some);
    if (some.length < ATTEMPTS_A_STEP) break;
    yield;
  }
  return found;
}
