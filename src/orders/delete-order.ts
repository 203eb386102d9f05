import { orderNotFound } from '../base/index.ts';
import type { Tx } from '../storage/index.ts';
import type { OrderEvent } from '../webhooks/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { checkIfMatch, findOrder, type Order } from './order.ts';
import { trustedTime } from './order-retention.ts';
import { saveOrder } from './save-order.ts';

interface DeleteOrder {
  readonly id: string;
  readonly ifMatch?: string | undefined;
}

/**
 * Takes an order out of every read and list; its repeat key stays taken. A repeat is safe and sends nothing.
 *
 * @throws order_not_found for an id that never was, precondition_failed
 */
export const deleteOrder = (ctx: Ctx, input: DeleteOrder): Promise<{ id: string }> =>
  ctx.storage.write((tx) => takeOut(tx, ctx, input));

/** The same within a transaction. */
export function takeOut(tx: Tx, ctx: Ctx, input: DeleteOrder): { id: string } {
  const before = findOrder(tx.db, ctx.workspace.seq, input.id);
  if (before === undefined) throw orderNotFound();
  if (before.deletedAt !== null) return { id: before.id };
  checkIfMatch(before, input.ifMatch);
  const event = (order: Order): OrderEvent => ({ type: 'order.deleted', order });
  // Otherwise it could not be restored when a clock that is behind is set right. It would be erased at once.
  const deletedAt = Math.max(trustedTime(tx), before.updatedAt);
  saveOrder(tx, ctx, before, { deletedAt }, { kind: 'deleted', event });
  return { id: before.id };
}
