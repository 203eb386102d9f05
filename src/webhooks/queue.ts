import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Db, webhookEndpoints } from '../storage/index.ts';
import { sumWaiting } from './waiting.ts';

interface Queue {
  readonly waiting: number;
  /**
   * The due time of the most overdue retry, in milliseconds since the epoch; null if none waits. First attempts do not
   * count.
   */
  readonly oldestDueAt: number | null;
}

/**
 * Reads how many deliveries wait, and since when the oldest retry is due.
 * @param workspaceSeq absent for the whole installation
 */
export function readQueue(db: Db, workspaceSeq?: number): Queue {
  const here = workspaceSeq === undefined ? undefined : eq(webhookEndpoints.workspaceSeq, workspaceSeq);
  // Reads the index once for each endpoint. The condition is written out, not bound: only then does SQLite use the
  // index of waiting deliveries.
  const first = sql<number | null>`min((SELECT min(due_at) FROM deliveries AS d
    WHERE d.endpoint_seq = ${webhookEndpoints.seq} AND d.state = 'pending' AND d.due_at > 0))`;
  const found = db
    .select({ oldestDueAt: first })
    .from(webhookEndpoints)
    .where(and(isNull(webhookEndpoints.removedAt), here))
    .get();
  return { waiting: sumWaiting(db, workspaceSeq), oldestDueAt: found?.oldestDueAt ?? null };
}
