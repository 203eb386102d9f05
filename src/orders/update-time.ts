import { sql } from 'drizzle-orm';
import { givenNumber, prepared, type Tx } from '../storage/index.ts';

const own = sql`workspace_seq = ${givenNumber('workspaceSeq')}`;

const statements = prepared((db) => ({
  /**
   * The time of the latest change of any order, including deleted orders. A polling program may have read the last
   * change of an order that was deleted afterward. A new change with an earlier time would escape that program. For a
   * deleted order, the query uses the time of the deletion. That time is never earlier than the order's last change.
   */
  newest: db
    .select({ at: sql<number>`at` })
    .from(
      sql`(SELECT max(
        coalesce((SELECT updated_at FROM orders INDEXED BY orders_by_updated
          WHERE ${own} AND deleted_at IS NULL ORDER BY updated_at DESC LIMIT 1), 0),
        coalesce((SELECT deleted_at FROM orders INDEXED BY orders_by_deleted
          WHERE ${own} AND deleted_at IS NOT NULL ORDER BY deleted_at DESC LIMIT 1), 0)) AS at)`,
    )
    .prepare(),
}));

/**
 * Returns the `updatedAt` of a change made now. It is never before the workspace's last change, even if the clock was set
 * back (contract, section 3). So a client that polls with `updatedFrom` misses no change. While
 * the clock is behind, each change has its own millisecond. With one millisecond for all, each poll would return all of
 * them again, because `updatedFrom` is inclusive. The newest time is read from the ends of two indexes.
 */
export function updateTime(tx: Tx, workspaceSeq: number): number {
  const newest = statements(tx.db).newest.get({ workspaceSeq })?.at ?? 0;
  return tx.now >= newest ? tx.now : newest + 1;
}
