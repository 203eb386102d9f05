import { inArray, isNull, min } from 'drizzle-orm';
import { type Db, events, webhookEndpoints } from '../storage/index.ts';
import { waitingEndpoints } from './due.ts';
import { type EndpointState, stateOf } from './endpoints.ts';
import { sumWaiting } from './waiting.ts';

interface DeliveryFigures {
  /** The number of waiting deliveries, including those to endpoints that accept nothing now. */
  readonly pending: number;
  /**
   * The earliest due time of a waiting delivery, in milliseconds since the epoch; null if none waits. Deliveries to
   * endpoints that accept nothing now do not count.
   */
  readonly oldestDueAt: number | null;
  readonly endpoints: Readonly<Record<EndpointState, number>>;
}

export const readDeliveryFigures = (db: Db): DeliveryFigures => ({
  pending: sumWaiting(db),
  oldestDueAt: findOldestDue(db),
  endpoints: countEndpoints(db),
});

/** Finds the due time of the most overdue delivery. The first attempt is due as soon as the event occurs. */
function findOldestDue(db: Db): number | null {
  const waiting = waitingEndpoints(db);
  const firsts = waiting.flatMap(({ firstEventSeq }) => firstEventSeq ?? []);
  const found =
    firsts.length === 0
      ? undefined
      : db
          .select({ at: min(events.occurredAt) })
          .from(events)
          .where(inArray(events.seq, firsts))
          .get();
  const dues = [found?.at, ...waiting.map(({ nextRetryAt }) => nextRetryAt)].filter((at) => typeof at === 'number');
  return dues.length === 0 ? null : Math.min(...dues);
}

function countEndpoints(db: Db): Record<EndpointState, number> {
  const counts: Record<EndpointState, number> = { active: 0, failing: 0, suspended: 0, off: 0 };
  const rows = db.select().from(webhookEndpoints).where(isNull(webhookEndpoints.removedAt)).all();
  for (const row of rows) counts[stateOf(row)] += 1;
  return counts;
}
