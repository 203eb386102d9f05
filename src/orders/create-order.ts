import { type Issue, validationFailed } from '../base/index.ts';
import type { Tx } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { type CreateOrderInput, checkDraft } from './draft.ts';
import { insertOrder } from './insert-order.ts';
import type { OrderSummary } from './order.ts';
import { checkRepeatKey, findRepeated, payloadFingerprint } from './repeat-key.ts';
import { findActiveStatus, hasWriteOffs, INITIAL_STATUS_ID, invalidStatus } from './statuses/index.ts';

export interface Created {
  readonly order: OrderSummary;
  /** True when the key was known with the same payload: nothing was done. */
  readonly replayed: boolean;
}

/**
 * Makes an order, once for each repeat key of the caller's source (contract, section 3): a repeat with the same payload finds
 * the order as it is now. Writes order, payments, history and events, or nothing.
 *
 * @throws validation_failed, order_key_conflict, order_deleted, invalid_status, payment_key_conflict
 */
export const createOrder = (ctx: Ctx, input: CreateOrderInput): Promise<Created> =>
  ctx.storage.write(orderCreation(ctx, input));

/** The change that makes the order, its input checked, for a write that does more beside it. @throws validation_failed */
export function orderCreation(ctx: Ctx, input: CreateOrderInput): (tx: Tx) => Created {
  const issues: Issue[] = [];
  const repeatKey = checkRepeatKey(input, issues);
  const draft = checkDraft(ctx, input, issues);
  if (issues.length > 0) throw validationFailed(issues);
  const fingerprint = payloadFingerprint(input);
  const writesOff = hasWriteOffs(ctx.storage, ctx.workspace.seq);
  return (tx) => {
    const known = findRepeated(tx.db, ctx, repeatKey, fingerprint);
    if (known !== undefined) return { order: known, replayed: true };
    if (
      draft.statusId !== INITIAL_STATUS_ID &&
      findActiveStatus(tx.db, ctx.workspace.seq, draft.statusId) === undefined
    ) {
      throw invalidStatus(draft.statusId);
    }
    return {
      order: insertOrder(tx, ctx, { repeatKey, fingerprint, draft }, { tell: true, writesOff }),
      replayed: false,
    };
  };
}
