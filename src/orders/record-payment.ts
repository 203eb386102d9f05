import { type Issue, validationFailed } from '../base/index.ts';
import type { Tx } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { checkIfMatch, type Order } from './order.ts';
import {
  asCompared,
  type CheckedPayment,
  checkPayment,
  checkRoom,
  findRepeatedPayment,
  insertPayment,
  type PaymentInput,
  paidPatch,
} from './payment.ts';
import { checkReference, getLiveReferredOrder, type OrderReference } from './referred-order.ts';
import { answerOnce, type RepeatKey, readKeyedCall } from './repeated-call.ts';
import { saveOrder } from './save-order.ts';

interface RecordPayment extends PaymentInput, OrderReference {
  readonly paymentId: string | number;
  readonly ifMatch?: string | undefined;
}

interface RecordedPayment {
  readonly orderId: string;
  /** Docket's own id of the payment, not the id that the caller sent. */
  readonly paymentId: string;
  readonly version: number;
  readonly replayed: boolean;
}

/**
 * Records a confirmed payment, even if the order is then paid above its price. A repeated paymentId from the same
 * source adds no second payment.
 * @throws validation_failed, idempotency_key_conflict, order_not_found, order_reference_conflict, payment_key_conflict,
 * payment_deleted, precondition_failed
 */
export async function recordPayment(
  ctx: Ctx,
  { ifMatch, idempotencyKey, ...input }: RecordPayment & RepeatKey,
): Promise<RecordedPayment> {
  const issues: Issue[] = [];
  const call = readKeyedCall('payment', idempotencyKey, { ...input, ...asCompared(input) }, issues);
  checkReference(input, issues);
  const payment = checkPayment('', input, null, issues);
  if (issues.length > 0) throw validationFailed(issues);
  const { answer, replayed } = await ctx.storage.write((tx) =>
    answerOnce(tx, ctx, call, () => {
      const before = getLiveReferredOrder(tx.db, ctx, input);
      const known = findRepeatedPayment(tx, ctx, before.seq, payment);
      const { id: orderId, version } = before;
      if (known !== undefined) return { orderId, paymentId: known.id, version, wasKnown: true };
      checkIfMatch(before, ifMatch);
      checkRoom(tx, before.seq, payment);
      const { seq: _, ...added } = addPayment(tx, ctx, before, payment);
      return { ...added, wasKnown: false };
    }),
  );
  const { wasKnown, ...recorded } = answer;
  return { ...recorded, replayed: replayed || wasKnown };
}

interface AddedPayment {
  readonly orderId: string;
  readonly paymentId: string;
  readonly version: number;
  readonly seq: number;
}

/** Adds a payment to an order, and saves the order. @param tell true if webhooks are sent */
export function addPayment(tx: Tx, ctx: Ctx, before: Order, payment: CheckedPayment, tell = true): AddedPayment {
  const { id, seq, amount, currency } = insertPayment(tx, ctx, before.seq, payment);
  const { version } = saveOrder(tx, ctx, before, paidPatch(tx.db, before), {
    kind: 'payment_recorded',
    tell,
    changes: { payment: { from: null, to: { id, amount, currency } } },
    event: (order) => ({ type: 'order.payment.created', order, payment: { id, amountKopecks: amount, currency } }),
  });
  return { orderId: before.id, paymentId: id, version, seq };
}
