import { AppError, type Issue, orderNotFound, validationFailed } from '../base/index.ts';
import type { Db } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { checkKey } from './checks.ts';
import { findOrder, type Order } from './order.ts';
import { checkPayment, findRepeatedPayment, insertPayment, type PaymentInput, paidPatch } from './payment.ts';
import { findOrderByKey } from './repeat-key.ts';
import { saveOrder } from './save-order.ts';

interface RecordPayment extends PaymentInput {
  readonly id?: string | null | undefined;
  /** The original num or requestKey, within the caller's source. */
  readonly orderKey?: string | null | undefined;
  readonly paymentId: string;
}

interface RecordedPayment {
  readonly orderId: string;
  /** Ours, not the sent one. */
  readonly paymentId: string;
  readonly replayed: boolean;
}

/**
 * Records a confirmed payment, once for each paymentId of the caller's source; the order's status stays as it is
 * (seed, orders/payment). A payment above the price is a fact too and is taken.
 *
 * @throws validation_failed, order_not_found, order_reference_conflict, payment_key_conflict, payment_deleted
 */
export function recordPayment(ctx: Ctx, input: RecordPayment): Promise<RecordedPayment> {
  const issues: Issue[] = [];
  if (typeof input.orderKey === 'string') checkKey('orderKey', input.orderKey, issues);
  if (typeof input.id !== 'string' && typeof input.orderKey !== 'string') {
    issues.push({ path: 'id', rule: 'reference_missing' });
  }
  const payment = checkPayment('', input, null, issues);
  if (issues.length > 0) throw validationFailed(issues);
  return ctx.storage.write((tx) => {
    const before = getReferredOrder(tx.db, ctx, input);
    const known = findRepeatedPayment(tx, ctx, before.seq, payment);
    if (known !== undefined) return { orderId: before.id, paymentId: known.id, replayed: true };
    const { id, amount, currency } = insertPayment(tx, ctx, before.seq, payment);
    saveOrder(tx, ctx, before, paidPatch(tx.db, before), {
      kind: 'payment_recorded',
      changes: { payment: { from: null, to: { id, amount, currency } } },
      event: (order) => ({ type: 'order.payment.created', order, payment: { id, amountKopecks: amount, currency } }),
    });
    return { orderId: before.id, paymentId: id, replayed: false };
  });
}

function getReferredOrder(db: Db, ctx: Ctx, input: RecordPayment): Order {
  const { seq } = ctx.workspace;
  const found: Order[] = [];
  if (typeof input.id === 'string') found.push(getLive(findOrder(db, seq, input.id)));
  if (typeof input.orderKey === 'string') found.push(getLive(findOrderByKey(db, seq, ctx.source, input.orderKey)));
  const [order, other = order] = found;
  if (order === undefined) throw orderNotFound();
  if (other?.seq !== order.seq) {
    throw new AppError({ rule: 'order_reference_conflict' });
  }
  return order;
}

function getLive(order: Order | undefined): Order {
  if (order === undefined || order.deletedAt !== null) throw orderNotFound();
  return order;
}
