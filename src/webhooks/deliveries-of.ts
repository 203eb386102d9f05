import { and, eq, inArray } from 'drizzle-orm';
import { type FailureReason, toFailureReason } from '../base/index.ts';
import { deliveries, webhookEndpoints } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { countEndpoints, ofWorkspace } from './endpoints.ts';

export interface EndpointDelivery {
  readonly endpointId: string;
  readonly url: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  /** The number of attempts made on schedule so far. Attempts that a person requested are not counted. */
  readonly attempts: number;
  /** The time of the next attempt, in milliseconds since the epoch. Null if none is planned, 0 if it is due at once. */
  readonly dueAt: number | null;
  /** True if the endpoint accepts no deliveries now: a person has switched it off, or Docket suspended it. */
  readonly isHeld: boolean;
  readonly reason: FailureReason | null;
  readonly httpCode: number | null;
}

/**
 * The maximum number of deliveries that an order's page reads. Reading that many takes some 30 ms. With five endpoints,
 * these deliveries cover the order's last 200 events.
 */
export const DELIVERIES_AT_ONCE = 1_000;

/**
 * Returns the deliveries by event seq. An event without deliveries is absent. If there are too many deliveries, the
 * oldest events are absent too.
 * @param eventSeqs oldest first
 */
export function deliveriesOf(ctx: ReadCtx, eventSeqs: readonly number[]): ReadonlyMap<number, EndpointDelivery[]> {
  const found = new Map<number, EndpointDelivery[]>();
  const endpoints = countEndpoints(ctx);
  if (eventSeqs.length === 0 || endpoints === 0) return found;
  const newest = eventSeqs.slice(-Math.max(1, Math.floor(DELIVERIES_AT_ONCE / endpoints)));
  const rows = ctx.storage.read
    .select({
      eventSeq: deliveries.eventSeq,
      endpointId: webhookEndpoints.id,
      url: webhookEndpoints.url,
      enabled: webhookEndpoints.enabled,
      suspendedAt: webhookEndpoints.suspendedAt,
      state: deliveries.state,
      attempts: deliveries.attempts,
      dueAt: deliveries.dueAt,
      reason: deliveries.lastReason,
      httpCode: deliveries.lastHttpCode,
    })
    .from(webhookEndpoints)
    .innerJoin(deliveries, eq(deliveries.endpointSeq, webhookEndpoints.seq))
    .where(and(ofWorkspace(ctx.workspace), inArray(deliveries.eventSeq, newest)))
    .all();
  for (const { eventSeq, enabled, suspendedAt, ...row } of rows) {
    const isHeld = !enabled || suspendedAt !== null;
    const delivered = {
      ...row,
      isHeld,
      reason: toFailureReason(row.reason),
      dueAt: row.state === 'pending' ? row.dueAt : null,
    };
    const others = found.get(eventSeq);
    if (others === undefined) found.set(eventSeq, [delivered]);
    else others.push(delivered);
  }
  return found;
}
