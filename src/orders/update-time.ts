import { sql } from 'drizzle-orm';
import { givenNumber, prepared, type Tx } from '../storage/index.ts';

const own = sql`workspace_seq = ${givenNumber('workspaceSeq')}`;

const statements = prepared((db) => ({
  /**
   * A deleted order counts, because its change may be the last one that a polling program has read. Its deletion is no
   * earlier than its last change.
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
 * Returns the `updatedAt` of a change made now. It is never before that of an earlier change in the workspace, whatever
 * the clock did (contract, section 3). So `updatedFrom` misses no change. While the clock is behind, each change has
 * its own millisecond. With one millisecond for all, a program that polls with `updatedFrom` (inclusive) would get all
 * of them each time. The newest time is read from the ends of two indexes.
 */
export function updateTime(tx: Tx, workspaceSeq: number): number {
  const newest = statements(tx.db).newest.get({ workspaceSeq })?.at ?? 0;
  return tx.now >= newest ? tx.now : newest + 1;
}
