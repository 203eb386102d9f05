import { sql } from 'drizzle-orm';
import { AppError } from '../base/index.ts';
import type { Storage } from '../storage/index.ts';
import { type Actor, dropStatus, getRemovable, type Workspace } from '../workspaces/index.ts';

const IN_USE = 'Orders are in this status, or deleted orders that were: it can be switched off, not deleted.';

/**
 * Deletes a status that no order is in, not even a deleted one, which may come back: in use it can be switched off. Whether the
 * status can be deleted at all is asked first, so that nobody is advised what would be refused as well.
 *
 * @throws status_in_use, not_found, validation_failed for status-new
 */
export function removeStatus(storage: Storage, workspace: Workspace, id: string, actor: Actor): Promise<void> {
  return storage.write((tx) => {
    const { active } = getRemovable(tx, workspace, id);
    const isUsed = (where: string): boolean =>
      tx.db.all(
        sql`SELECT 1 FROM orders INDEXED BY ${sql.raw(where)}
          WHERE workspace_seq = ${workspace.seq} AND status_id = ${id}
            AND deleted_at ${sql.raw(where === 'orders_by_status' ? 'IS NULL' : 'IS NOT NULL')} LIMIT 1`,
      ).length > 0;
    if (isUsed('orders_by_status') || isUsed('orders_by_deleted')) {
      throw new AppError('status_in_use', active ? IN_USE : `${IN_USE} It is switched off already.`);
    }
    dropStatus(tx, workspace, id, actor);
  });
}
