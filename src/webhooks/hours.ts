import { desc, eq } from 'drizzle-orm';
import { HOUR_MS } from '../base/index.ts';
import { webhookAttempts } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { percentile, timesOf } from './endpoint-health.ts';
import { findEndpoint } from './endpoints.ts';

/** The attempts of one endpoint within one hour, summed up. */
interface AttemptHour {
  /** The beginning of the hour, milliseconds since the epoch. */
  readonly at: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Milliseconds; null if no attempt reached the server. */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
}

interface AttemptHours {
  /** Oldest first; the present hour is last. */
  readonly hours: readonly AttemptHour[];
  /** The number of counted attempts if older ones of the same hours were left out; else null. */
  readonly onlyLast: number | null;
}

const HOURS = 48;
/**
 * The most attempts that are counted: some hours of a busy shop, months of a small one. Reading them takes a
 * millisecond or two.
 */
const MOST = 5_000;

/** The last 48 hours of an endpoint, from the stored attempts; undefined if the workspace has no such endpoint. */
export function attemptHours(
  { storage, workspace, nowMs }: ReadCtx & { readonly nowMs: number },
  id: string,
): AttemptHours | undefined {
  const db = storage.read;
  const endpoint = findEndpoint(db, workspace, id);
  if (endpoint === undefined) return undefined;
  const last = Math.floor(nowMs / HOUR_MS);
  const from = (last - HOURS + 1) * HOUR_MS;
  const rows = db
    .select({
      number: webhookAttempts.number,
      at: webhookAttempts.at,
      reason: webhookAttempts.reason,
      httpCode: webhookAttempts.httpCode,
      responseTime: webhookAttempts.responseTime,
    })
    .from(webhookAttempts)
    .where(eq(webhookAttempts.endpointSeq, endpoint.seq))
    .orderBy(desc(webhookAttempts.number))
    .limit(MOST)
    .all();
  const oldest = rows.at(-1);
  const isCut = oldest !== undefined && oldest.number > 1 && oldest.at > from;
  const byHour = Map.groupBy(rows, ({ at }) => Math.floor(at / HOUR_MS));
  const hours = Array.from({ length: HOURS }, (_, index) => {
    const hour = last - HOURS + 1 + index;
    const own = byHour.get(hour) ?? [];
    const times = timesOf(own);
    const failed = own.filter(({ reason }) => reason !== null).length;
    return {
      at: hour * HOUR_MS,
      succeeded: own.length - failed,
      failed,
      medianMs: percentile(times, 0.5),
      p95Ms: percentile(times, 0.95),
    };
  });
  return { hours, onlyLast: isCut ? rows.length : null };
}
