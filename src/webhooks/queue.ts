import { and, count, eq, gt, isNull, min, type SQL } from 'drizzle-orm';
import { type Db, deliveries, webhookEndpoints } from '../storage/index.ts';

/** What waits to be sent. */
export interface Queue {
  readonly waiting: number;
  /** When the longest waiting retry is or was due, milliseconds since the epoch; null: none waits. First attempts are due at once. */
  readonly oldestDueAt: number | null;
}

/** @param workspaceSeq left out: of the whole installation */
export function readQueue(db: Db, workspaceSeq?: number): Queue {
  const here = workspaceSeq === undefined ? undefined : eq(webhookEndpoints.workspaceSeq, workspaceSeq);
  const waiting = and(eq(deliveries.state, 'pending'), isNull(webhookEndpoints.removedAt), here);
  const find = (where: SQL | undefined) =>
    db
      .select({ waiting: count(), oldestDueAt: min(deliveries.dueAt) })
      .from(webhookEndpoints)
      .innerJoin(deliveries, eq(deliveries.endpointSeq, webhookEndpoints.seq))
      .where(where)
      .get();
  return {
    waiting: find(waiting)?.waiting ?? 0,
    oldestDueAt: find(and(waiting, gt(deliveries.dueAt, 0)))?.oldestDueAt ?? null,
  };
}
