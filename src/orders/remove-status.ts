import { AppError } from '../base/index.ts';
import { dropStep, type FlowCtx, getRemovable, ORDER_FLOW } from '../flows/index.ts';
import { optionsUnderWay } from '../imports/index.ts';
import type { WorkspaceCtx } from '../workspaces/index.ts';
import { dropEmptyKinds, isStatusUsed } from './kinds.ts';
import { readOptions } from './staged-order.ts';

/**
 * Deletes a status. Refuses if an order has the status, even a deleted order, or if a running import uses it.
 * @throws status_in_use, not_found, validation_failed for status-new
 */
export async function removeStatus(
  ctx: WorkspaceCtx,
  { id, language }: Pick<FlowCtx, 'language'> & { readonly id: string },
): Promise<void> {
  const { storage, workspace } = ctx;
  const of = { flow: ORDER_FLOW, language };
  return storage.write((tx) => {
    const status = getRemovable(tx, ctx, of, id);
    const isAwaited = optionsUnderWay(tx.db, workspace.seq, 'orders').some((options) =>
      readOptions(options).statusIds.includes(id),
    );
    if (isAwaited || isStatusUsed(tx.db, workspace.seq, id)) {
      throw new AppError({ rule: status.active ? 'status_used' : 'status_used_off' });
    }
    dropStep(tx, ctx, of, status);
    dropEmptyKinds(tx, workspace.seq);
  });
}
