import { sql } from 'drizzle-orm';
import { givenNumber, prepared, type Tx } from '../storage/index.ts';

const own = sql`workspace_seq = ${givenNumber('workspaceSeq')}`;

const statements = prepared((db) => ({
  /**
   * The time of the latest change or deletion of any order. A program may already have read all changes up to this
   * time. So a new change must not get an earlier time, because the program would miss it.
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
 * Returns the `updatedAt` of a change made now. If the clock is behind the last change, it returns that change's time
 * plus a millisecond (contract, section 3). So a program that polls with `updatedFrom` misses no change.
 */
export function updateTime(tx: Tx, workspaceSeq: number): number {
  const newest = statements(tx.db).newest.get({ workspaceSeq })?.at ?? 0;
  return tx.now >= newest ? tx.now : newest + 1;
}
