import { type Issue, validationFailed } from '../base/index.ts';
import { INITIAL_STATUS_ID } from '../flows/index.ts';
import type { InPieces, Tx } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { type CreateOrderInput, checkDraft } from './draft.ts';
import { insertOrder } from './insert-order.ts';
import type { OrderSummary } from './order.ts';
import { withoutBlanks } from './plain-fields.ts';
import { checkRepeatKey, comparable, findRepeated, payloadFingerprint } from './repeat-key.ts';
import { holdingKey, type RepeatKey, readKeyedCall } from './repeated-call.ts';
import { getActiveStatus, hasWriteOffs } from './statuses.ts';

export interface CreatedOrder {
  readonly order: OrderSummary;
  /** True if an earlier create had the same repeat key and payload. Then nothing was created now. */
  readonly replayed: boolean;
}

/**
 * Creates an order, but only one for each repeat key of the caller's source (contract, section 3). A repeat with the
 * same payload returns the order as it is now. One write stores order, payments, history and events.
 * @throws validation_failed, idempotency_key_conflict, order_key_conflict, order_deleted, invalid_status,
 * payment_key_conflict
 */
export async function createOrder(
  ctx: Ctx,
  { idempotencyKey, ...sent }: CreateOrderInput & RepeatKey,
): Promise<CreatedOrder> {
  const input = withoutBlanks(sent);
  const issues: Issue[] = [];
  const call = readKeyedCall('create', idempotencyKey, comparable(input), issues);
  if (issues.length > 0) throw validationFailed(issues);
  const create = orderCreation(ctx, input);
  return ctx.storage.writeInPieces((tx) => holdingKey(tx, ctx, call, () => create(tx)));
}

/**
 * Checks the input, and returns a function that creates the order in the caller's transaction. A caller can thus change
 * something else in the same write. The caller may give `refuse`, which throws if no new order is allowed.
 */
export function orderCreation(
  ctx: Ctx,
  sent: CreateOrderInput,
): (tx: Tx, refuse?: () => void) => InPieces<CreatedOrder> {
  const issues: Issue[] = [];
  const input = withoutBlanks(sent);
  const repeatKey = checkRepeatKey(input, issues);
  const draft = checkDraft(ctx, input, issues);
  if (issues.length > 0) throw validationFailed(issues);
  const fingerprint = payloadFingerprint(input);
  const writesOff = hasWriteOffs(ctx.storage, ctx.workspace.seq);
  return function* (tx, refuse) {
    const known = findRepeated(tx.db, ctx, repeatKey, fingerprint);
    if (known !== undefined) return { order: known, replayed: true };
    refuse?.();
    if (draft.statusId !== INITIAL_STATUS_ID) getActiveStatus(tx.db, ctx.workspace.seq, draft.statusId);
    const order = yield* insertOrder(tx, ctx, { repeatKey, fingerprint, draft }, { tell: true, writesOff });
    return { order, replayed: false };
  };
}
