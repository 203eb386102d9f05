import { type Issue, rested, validationFailed, withRest } from '../base/index.ts';
import type { Tx } from '../storage/index.ts';
import type { OrderEvent } from '../webhooks/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { checkIfMatch, type Order } from './order.ts';
import { trustedTime } from './order-retention.ts';
import { checkReference, getReferredOrder, type OrderReference } from './referred-order.ts';
import { answerOnce, type RepeatAnswer, type RepeatKey, readKeyedCall } from './repeated-call.ts';
import { saveOrder } from './save-order.ts';

interface DeleteOrder extends OrderReference {
  readonly ifMatch?: string | undefined;
}

/**
 * Deletes an order. The idempotency key of its creation stays in use. A repeated deletion sends no event.
 * @throws validation_failed, idempotency_key_conflict, order_not_found for an order that never existed,
 * order_reference_conflict, precondition_failed
 */
export async function deleteOrder(
  ctx: Ctx,
  { ifMatch, idempotencyKey, ...payload }: DeleteOrder & RepeatKey,
): Promise<RepeatAnswer<{ id: string }>> {
  const issues: Issue[] = [];
  const call = readKeyedCall('delete', idempotencyKey, payload, issues);
  checkReference(payload, issues);
  if (issues.length > 0) throw validationFailed(issues);
  const { seq } = ctx.workspace;
  await rested(seq);
  return await ctx.storage.write((tx) =>
    withRest(seq, () => answerOnce(tx, ctx, call, () => takeOut(tx, ctx, { ...payload, ifMatch }))),
  );
}

export function takeOut(tx: Tx, ctx: Ctx, input: DeleteOrder): { id: string } {
  const before = getReferredOrder(tx.db, ctx, input);
  if (before.deletedAt !== null) return { id: before.id };
  checkIfMatch(before, input.ifMatch);
  const event = (order: Order): OrderEvent => ({ type: 'order.deleted', order });
  // If the server's clock is behind, its time would be too early. Once the clock is corrected, the order would seem to
  // have been deleted long ago. It would be erased at once and could not be restored.
  const deletedAt = Math.max(trustedTime(tx), before.updatedAt);
  saveOrder(tx, ctx, before, { deletedAt }, { kind: 'deleted', event });
  return { id: before.id };
}
