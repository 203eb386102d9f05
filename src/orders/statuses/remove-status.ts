import { AppError } from '../../base/index.ts';
import { optionsUnderWay } from '../../imports/index.ts';
import type { WorkspaceCtx } from '../../workspaces/index.ts';
import { isStatusUsed } from '../kinds.ts';
import { readOptions } from '../staged-order.ts';
import { dropStatus, getRemovable } from './change-set.ts';

/**
 * Deletes a status that no order is in, not even a deleted one, which may come back, or one of a file that is being imported: in use it
 * can be switched off. Whether the
 * status can be deleted at all is asked first, so that nobody is advised what would be refused as well.
 *
 * @throws status_in_use, not_found, validation_failed for status-new
 */
export function removeStatus({ storage, workspace, actor }: WorkspaceCtx, id: string): Promise<void> {
  return storage.write((tx) => {
    const { active } = getRemovable(tx, workspace, id);
    const isAwaited = optionsUnderWay(tx.db, workspace.seq, 'orders').some((options) =>
      readOptions(options).statusIds.includes(id),
    );
    if (isAwaited || isStatusUsed(tx.db, workspace.seq, id)) {
      throw new AppError({ rule: active ? 'status_used' : 'status_used_off' });
    }
    dropStatus(tx, workspace, id, actor);
  });
}
