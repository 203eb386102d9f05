import { eq } from 'drizzle-orm';
import { givenEach, payments, prepared, refunds, type Tx } from '../storage/index.ts';
import { type Changes, type Ctx, diff } from '../workspaces/index.ts';
import type { OrderChangeKind } from './history.ts';
import type { Order } from './order.ts';
import { paidPatch } from './payment.ts';
import type { Payment } from './payment-ids.ts';
import { saveOrder } from './save-order.ts';

export interface PaymentOfOrder {
  readonly order: Order;
  readonly payment: Payment;
}

export function setPayment(tx: Tx, payment: Payment, patch: Partial<Payment>): void {
  tx.db.update(payments).set(patch).where(eq(payments.seq, payment.seq)).run();
}

export function statusAfter({ status, amount, refundedAmount }: Payment): Payment['status'] {
  if (status !== 'confirmed' && status !== 'refunded') return status;
  return refundedAmount === amount ? 'refunded' : 'confirmed';
}

/**
 * Saves the order after a change of one of its payments, and recomputes its sums. @param tell true if webhooks are sent
 */
export function keep(
  tx: Tx,
  ctx: Ctx,
  { order, payment }: PaymentOfOrder,
  {
    kind,
    changes,
    tell = true,
  }: { readonly kind: OrderChangeKind; readonly changes: Changes; readonly tell?: boolean },
): Order {
  const subject = { payment: { from: payment.id, to: payment.id }, ...changes };
  return saveOrder(tx, ctx, order, paidPatch(tx.db, order), { kind, changes: subject, tell });
}

interface GivenBack {
  /** The amount to refund, in kopecks. It is at most the part of the payment that was not refunded before. */
  readonly amount: number;
  readonly method?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly at: number;
  /** The id of the refund's row in the imported file; `importSeq` identifies the import. */
  readonly externalId?: string;
  readonly importSeq?: number;
}

const told = (name: string, text: string | null | undefined): Changes =>
  text === null || text === undefined || text === '' ? {} : { [name]: { from: null, to: text } };

const statements = prepared((db) => ({
  insert: db
    .insert(refunds)
    .values(givenEach('workspaceSeq', 'paymentSeq', 'amount', 'method', 'at', 'externalId', 'importSeq'))
    .prepare(),
}));

/** Inserts refunds of a payment. The caller must update the order. @returns the payment after the refunds */
export function insertRefunds(tx: Tx, payment: Payment, given: readonly Omit<GivenBack, 'reason'>[]): Payment {
  const refundedAmount = given.reduce((sum, { amount }) => sum + amount, payment.refundedAmount);
  const changed = { refundedAmount, status: statusAfter({ ...payment, refundedAmount }) };
  setPayment(tx, payment, changed);
  const { seq: paymentSeq, workspaceSeq } = payment;
  for (const { amount, method, at, externalId = null, importSeq = null } of given)
    statements(tx.db).insert.run({
      workspaceSeq,
      paymentSeq,
      amount,
      method: method === '' ? null : (method ?? null),
      at,
      externalId,
      importSeq,
    });
  return { ...payment, ...changed };
}

/** Refunds a payment, in part or in full, and returns the changed order. Webhooks are sent only if `tell` is true. */
export function giveBack(
  tx: Tx,
  ctx: Ctx,
  { order, payment }: PaymentOfOrder,
  { tell = true, ...refund }: GivenBack & { readonly tell?: boolean },
): Order {
  const { refundedAmount } = insertRefunds(tx, payment, [refund]);
  return keep(
    tx,
    ctx,
    { order, payment },
    {
      kind: 'payment_refunded',
      tell,
      changes: {
        ...diff(payment, { refundedAmount }),
        ...told('refundMethod', refund.method),
        ...told('refundReason', refund.reason?.trim()),
      },
    },
  );
}
