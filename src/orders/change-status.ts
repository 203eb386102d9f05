import { AppError, type Issue, validationFailed } from '../base/index.ts';
import { writeOffOnEntry } from '../stock/index.ts';
import type { Tx } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { checkIfMatch, type OrderSummary, summaryOf } from './order.ts';
import { checkReference, getLiveReferredOrder, type OrderReference } from './referred-order.ts';
import { answerOnce, type RepeatAnswer, type RepeatKey, readKeyedCall } from './repeated-call.ts';
import { saveOrder } from './save-order.ts';
import { getActiveStatus } from './statuses.ts';

interface ChangeStatus extends OrderReference {
  readonly statusId: string;
  readonly expectedStatusId?: string | null | undefined;
  readonly ifMatch?: string | undefined;
}

/**
 * Any status may follow any other. Setting the current status again succeeds, but changes and sends nothing.
 * @throws validation_failed, idempotency_key_conflict, order_not_found, order_reference_conflict, precondition_failed,
 * order_status_conflict, invalid_status
 */
export async function changeStatus(
  ctx: Ctx,
  { ifMatch, idempotencyKey, ...payload }: ChangeStatus & RepeatKey,
): Promise<RepeatAnswer<OrderSummary>> {
  const issues: Issue[] = [];
  const call = readKeyedCall('status', idempotencyKey, payload, issues);
  checkReference(payload, issues);
  if (issues.length > 0) throw validationFailed(issues);
  return ctx.storage.write((tx) =>
    answerOnce(tx, ctx, call, () => summaryOf(putIntoStatus(tx, ctx, { ...payload, ifMatch }))),
  );
}

export function putIntoStatus(tx: Tx, ctx: Ctx, input: ChangeStatus): OrderSummary {
  const expected = input.expectedStatusId ?? undefined;
  const before = getLiveReferredOrder(tx.db, ctx, input);
  checkIfMatch(before, input.ifMatch);
  if (expected !== undefined && expected !== before.statusId) {
    throw new AppError({ rule: 'order_status_conflict' }, { currentStatusId: before.statusId });
  }
  if (input.statusId === before.statusId) return before;
  const status = getActiveStatus(tx.db, ctx.workspace.seq, input.statusId);
  const order = saveOrder(
    tx,
    ctx,
    before,
    { statusId: status.id },
    {
      kind: 'status_changed',
      changes: { statusId: { from: before.statusId, to: status.id } },
      event: (order) => ({ type: 'order.status.changed', order, status }),
    },
  );
  if (status.writesOffStock) writeOffOnEntry(tx, ctx, order);
  return order;
}
