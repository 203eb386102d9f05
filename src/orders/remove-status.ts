import { sql } from 'drizzle-orm';
import { AppError } from '../base/index.ts';
import type { Storage } from '../storage/index.ts';
import { type Actor, dropStatus, type Workspace } from '../workspaces/index.ts';

/**
 * Deletes a status that no order is in, not even a deleted one, which may come back: in use it is switched off instead.
 *
 * @throws status_in_use, not_found, validation_failed for status-new
 */
export function removeStatus(storage: Storage, workspace: Workspace, id: string, actor: Actor): Promise<void> {
  return storage.write((tx) => {
    const isUsed = (where: string): boolean =>
      tx.db.all(
        sql`SELECT 1 FROM orders INDEXED BY ${sql.raw(where)}
          WHERE workspace_seq = ${workspace.seq} AND status_id = ${id}
            AND deleted_at ${sql.raw(where === 'orders_by_status' ? 'IS NULL' : 'IS NOT NULL')} LIMIT 1`,
      ).length > 0;
    if (isUsed('orders_by_status') || isUsed('orders_by_deleted')) {
      throw new AppError('status_in_use', 'Orders are in this status: switch it off instead.');
    }
    dropStatus(tx, workspace, id, actor);
  });
}
