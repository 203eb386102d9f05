import { sql } from 'drizzle-orm';
import { givenNumber, prepared, type Tx } from '../storage/index.ts';

const own = sql`workspace_seq = ${givenNumber('workspaceSeq')}`;

const statements = prepared((db) => ({
  /**
   * The time of the latest change of any order; for a deleted order, the time of its deletion. A program may have read
   * a deleted order's last change. A new change with an earlier time would escape that program.
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
 * Returns the `updatedAt` of a change made now: while the clock is behind, a millisecond after the last change
 * (contract, section 3). So polls with `updatedFrom` miss no change, and do not return all those changes again.
 */
export function updateTime(tx: Tx, workspaceSeq: number): number {
  const newest = statements(tx.db).newest.get({ workspaceSeq })?.at ?? 0;
  return tx.now >= newest ? tx.now : newest + 1;
}
