import { eq } from 'drizzle-orm';
import { payments, refunds, type Tx } from '../storage/index.ts';
import { type Changes, type Ctx, diff } from '../workspaces/index.ts';
import type { OrderChangeKind } from './history.ts';
import type { Order } from './order.ts';
import { paidPatch } from './payment.ts';
import type { Payment } from './payment-ids.ts';
import { saveOrder } from './save-order.ts';

/** The writes that all changes of a payment have in common. */

export interface PaymentOfOrder {
  readonly order: Order;
  readonly payment: Payment;
}

export function setPayment(tx: Tx, payment: Payment, patch: Partial<Payment>): void {
  tx.db.update(payments).set(patch).where(eq(payments.seq, payment.seq)).run();
}

/** A payment is refunded once its whole amount was given back. */
export function statusAfter({ status, amount, refundedAmount }: Payment): Payment['status'] {
  if (status !== 'confirmed' && status !== 'refunded') return status;
  return refundedAmount === amount ? 'refunded' : 'confirmed';
}

/**
 * Saves the order after a change of one of its payments, with its sums computed again. @param tell true if webhooks are
 * sent
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
  /** Kopecks; no more than is left of the payment. */
  readonly amount: number;
  readonly method?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly at: number;
  /** The id of the refund's row in an imported file; `importSeq` is that import. */
  readonly externalId?: string;
  readonly importSeq?: number;
  /** True if webhooks are sent. */
  readonly tell?: boolean;
}

const told = (name: string, text: string | null | undefined): Changes =>
  text === null || text === undefined || text === '' ? {} : { [name]: { from: null, to: text } };

/** Gives back a part of a payment, or all of it. @returns the order after the refund */
export function giveBack(
  tx: Tx,
  ctx: Ctx,
  { order, payment }: PaymentOfOrder,
  { amount, method, reason, at, externalId = undefined, importSeq = undefined, tell = true }: GivenBack,
): Order {
  const refundedAmount = payment.refundedAmount + amount;
  setPayment(tx, payment, { refundedAmount, status: statusAfter({ ...payment, refundedAmount }) });
  const { seq: paymentSeq, workspaceSeq } = payment;
  tx.db
    .insert(refunds)
    .values({
      workspaceSeq,
      paymentSeq,
      amount,
      method: method === '' ? null : (method ?? null),
      at,
      externalId,
      importSeq,
    })
    .run();
  return keep(
    tx,
    ctx,
    { order, payment },
    {
      kind: 'payment_refunded',
      tell,
      changes: {
        ...diff(payment, { refundedAmount }),
        ...told('refundMethod', method),
        ...told('refundReason', reason?.trim()),
      },
    },
  );
}
