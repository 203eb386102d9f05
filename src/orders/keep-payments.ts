/**
 * This file records and changes manual payments. A payment's confirmation is sent to webhooks as order.payment.created,
 * every other change as order.updated. The order's amounts change in the same transaction.
 */

import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { AppError, type Issue, isUuid, readAmount, toRoubles, validationFailed } from '../base/index.ts';
import { orderHistory, payments, refunds, type Tx } from '../storage/index.ts';
import { type Ctx, diff, isSame } from '../workspaces/index.ts';
import { checkShortText } from './checks.ts';
import { LATEST_CHANGES } from './history.ts';
import { checkIfMatch, getLiveOrder, type Order } from './order.ts';
import {
  checkPayment,
  checkRefundRoom,
  checkRoom,
  findRepeatedPayment,
  insertPayment,
  type PaymentInput,
  paidPatch,
  readPaidAt,
} from './payment.ts';
import type { Payment } from './payment-ids.ts';
import { saveOrder } from './save-order.ts';
import { giveBack, keep, type PaymentOfOrder, setPayment, statusAfter } from './save-payment.ts';
import { withoutSent } from './sent-beyond.ts';

/** `ifMatch` is the order's ETag as the caller last read it, so that a repeated click has no effect. */
export interface PaymentRef {
  readonly orderId: string;
  readonly paymentId: string;
  readonly ifMatch?: string | undefined;
}

interface KeptPayment {
  readonly orderId: string;
  readonly paymentId: string;
}

/**
 * Records an expected payment, which does not count until it is confirmed. Receivers get order.updated.
 * @throws validation_failed, order_not_found, payment_key_conflict, payment_deleted
 */
export async function addPendingPayment(
  ctx: Ctx,
  { orderId, ...input }: PaymentInput & { readonly paymentId: string } & { readonly orderId: string },
): Promise<KeptPayment> {
  const issues: Issue[] = [];
  const payment = checkPayment('', input, null, issues);
  if (issues.length > 0) throw validationFailed(issues);
  return ctx.storage.write((tx) => {
    const before = getLiveOrder(tx.db, ctx.workspace.seq, orderId);
    const known = findRepeatedPayment(tx, ctx, before.seq, payment, 'pending');
    if (known !== undefined) return { orderId, paymentId: known.id };
    checkRoom(tx, before.seq, payment);
    const { id, amount, currency } = insertPayment(tx, ctx, before.seq, payment, 'pending');
    const changes = { payment: { from: null, to: { id, amount, currency } } };
    saveOrder(tx, ctx, before, {}, { kind: 'payment_added', changes });
    return { orderId, paymentId: id };
  });
}

/**
 * Confirms that the money was received, so that the payment counts. Sends order.payment.created, but only once.
 * @throws order_not_found, not_found, precondition_failed
 */
export function confirmPayment(ctx: Ctx, ref: PaymentRef): Promise<KeptPayment> {
  return ctx.storage.write((tx) => {
    const { order, payment } = getPayment(tx, ctx, ref, (found) => found.status !== 'pending');
    if (payment.status !== 'pending') return ref;
    setPayment(tx, payment, { status: 'confirmed' });
    const { id, amount, currency } = payment;
    saveOrder(tx, ctx, order, paidPatch(tx.db, order), {
      kind: 'payment_confirmed',
      changes: { payment: { from: null, to: { id, amount, currency } } },
      event: (after) => ({
        type: 'order.payment.created',
        order: after,
        payment: { id, amountKopecks: amount, currency },
      }),
    });
    return ref;
  });
}

interface PaymentPatch {
  /** The amount in roubles, not below the amount already refunded. */
  readonly amount?: number | undefined;
  readonly paidAt?: string | undefined;
  readonly paymentMethod?: string | null | undefined;
}

/** Receivers get order.updated. @throws validation_failed, order_not_found, not_found, precondition_failed */
export async function editPayment(
  ctx: Ctx,
  { amount: roubles, paidAt: paid, paymentMethod, ...ref }: PaymentRef & PaymentPatch,
): Promise<KeptPayment> {
  const issues: Issue[] = [];
  const amount = roubles === undefined ? undefined : readAmount('amount', roubles, issues);
  if (amount === 0 && issues.length === 0) issues.push({ path: 'amount', rule: 'above_zero' });
  const paidAt = readPaidAt('paidAt', paid, issues);
  checkShortText('paymentMethod', paymentMethod, issues);
  if (issues.length > 0) throw validationFailed(issues);
  return ctx.storage.write((tx) => {
    const { order, payment } = getPayment(tx, ctx, ref);
    const next = {
      amount: amount ?? payment.amount,
      paidAt: paidAt ?? payment.paidAt,
      paymentMethod: paymentMethod === undefined ? payment.paymentMethod : paymentMethod,
    };
    if (next.amount < payment.refundedAmount) {
      const least = toRoubles(payment.refundedAmount);
      throw validationFailed([{ path: 'amount', rule: 'below_refunded', least }]);
    }
    const changes = diff(payment, next);
    if (isSame(changes)) return ref;
    const kept = withoutSent(payment, Object.keys(changes));
    setPayment(tx, payment, { ...next, ...kept, status: statusAfter({ ...payment, ...next }) });
    keep(tx, ctx, { order, payment }, { kind: 'payment_edited', changes });
    return ref;
  });
}

interface Refund {
  readonly roubles: number;
  readonly paymentMethod?: string | null | undefined;
  readonly reason?: string | null | undefined;
}

/**
 * Refunds a payment in part or in full. All refunds together never exceed the payment. Receivers get order.updated.
 * @param roubles the amount to refund now
 * @param paymentMethod the method of the refund; like `reason`, at most 500 characters. The order's history shows
 * method and reason, the list of payments only the method
 * @throws validation_failed, payment_state, order_not_found, not_found, precondition_failed
 */
export async function refundPayment(
  ctx: Ctx,
  { roubles, paymentMethod, reason, ...ref }: PaymentRef & Refund,
): Promise<KeptPayment> {
  const issues: Issue[] = [];
  const refunded = readAmount('amount', roubles, issues);
  if (refunded === 0 && issues.length === 0) issues.push({ path: 'amount', rule: 'above_zero' });
  checkShortText('paymentMethod', paymentMethod, issues);
  checkShortText('reason', reason, issues);
  if (issues.length > 0) throw validationFailed(issues);
  return ctx.storage.write((tx) => {
    const { order, payment } = getPayment(tx, ctx, ref);
    if (payment.status === 'pending') {
      throw new AppError({ rule: 'payment_unconfirmed' });
    }
    const left = payment.amount - payment.refundedAmount;
    if (refunded > left) {
      throw validationFailed([{ path: 'amount', rule: 'refund_left', most: toRoubles(left) }]);
    }
    checkRefundRoom(tx, order.seq);
    giveBack(tx, ctx, { order, payment }, { amount: refunded, method: paymentMethod, reason, at: tx.now });
    return ref;
  });
}

/**
 * Undoes a mistaken refund or a mistaken confirmation of a payment. With `roubles`, deletes the payment's last refund,
 * which must be of exactly this amount. Without `roubles`, replaces the confirmed payment with a new pending payment. A
 * later confirmation then has a different id. Receivers get order.updated.
 * @param roubles the amount of the refund
 * @throws order_not_found, not_found, precondition_failed, validation_failed
 */
export async function undoPayment(
  ctx: Ctx,
  { roubles, ...ref }: PaymentRef & { readonly roubles?: number | undefined },
): Promise<KeptPayment> {
  const issues: Issue[] = [];
  const back = roubles === undefined ? undefined : readAmount('amount', roubles, issues);
  if (back === 0 && issues.length === 0) issues.push({ path: 'amount', rule: 'above_zero' });
  if (issues.length > 0) throw validationFailed(issues);
  return ctx.storage.write((tx) => {
    const found = getPayment(tx, ctx, ref);
    return back === undefined ? unconfirm(tx, ctx, found) : unrefund(tx, ctx, found, back);
  });
}

function unrefund(tx: Tx, ctx: Ctx, { order, payment }: PaymentOfOrder, back: number): KeptPayment {
  const ofPayment = eq(refunds.paymentSeq, payment.seq);
  const last = tx.db.select().from(refunds).where(ofPayment).orderBy(desc(refunds.seq)).limit(1).get();
  if (last?.amount !== back) throw new AppError({ rule: 'no_payment' });
  tx.db.delete(refunds).where(eq(refunds.seq, last.seq)).run();
  const refundedAmount = payment.refundedAmount - back;
  setPayment(tx, payment, { refundedAmount, status: statusAfter({ ...payment, refundedAmount }) });
  keep(tx, ctx, { order, payment }, { kind: 'payment_edited', changes: diff(payment, { refundedAmount }) });
  return { orderId: order.id, paymentId: payment.id };
}

function unconfirm(tx: Tx, ctx: Ctx, { order, payment }: PaymentOfOrder): KeptPayment {
  const wasExpected = payment.status === 'confirmed' && wasConfirmed(tx, order, payment);
  if (!wasExpected || payment.refundedAmount > 0) throw new AppError({ rule: 'no_payment' });
  // The texts need no room, because they move from the old payment to the new one. This check must precede the first
  // write, because a refusal after a write would make the whole batch run again.
  checkRoom(tx, order.seq, { providerData: null, extra: null });
  setPayment(tx, payment, { status: 'deleted', providerData: null, extra: null });
  const sender = { ...ctx, source: payment.source };
  const { id } = insertPayment(tx, sender, order.seq, { ...payment, externalId: null }, 'pending');
  const changes = { payment: { from: payment.id, to: id }, status: { from: 'confirmed', to: 'pending' } };
  keep(tx, ctx, { order, payment }, { kind: 'payment_edited', changes });
  return { orderId: order.id, paymentId: id };
}

/**
 * Returns true if a person confirmed the payment in one of the order's latest changes. A payment that a program sent as
 * already confirmed has no such change.
 */
function wasConfirmed(tx: Tx, order: Order, { id }: Payment): boolean {
  const ofIt = sql`${orderHistory.changes} ->> '$.payment.to.id' = ${id}`;
  const { orderSeq, version, kind } = orderHistory;
  const isLate = gt(version, order.version - LATEST_CHANGES);
  const where = and(eq(orderSeq, order.seq), isLate, eq(kind, 'payment_confirmed'), ofIt);
  return tx.db.select({ kind }).from(orderHistory).where(where).limit(1).get() !== undefined;
}

/**
 * Deletes a payment that was recorded by mistake. Its id stays taken, so a repeat fails with payment_deleted.
 * @throws order_not_found, not_found, precondition_failed
 */
export function deletePayment(ctx: Ctx, ref: PaymentRef): Promise<KeptPayment> {
  return ctx.storage.write((tx) => {
    const { order, payment } = getPayment(tx, ctx, ref, (found) => found.status === 'deleted');
    if (payment.status === 'deleted') return ref;
    setPayment(tx, payment, { status: 'deleted' });
    keep(tx, ctx, { order, payment }, { kind: 'payment_deleted', changes: diff(payment, { status: 'deleted' }) });
    return ref;
  });
}

/**
 * Finds a payment that may be changed, and checks the order's version.
 * @param isDone returns true if the requested change was already made; a repeat then succeeds, whatever version its
 * caller saw
 */
function getPayment(tx: Tx, ctx: Ctx, ref: PaymentRef, isDone?: (payment: Payment) => boolean): PaymentOfOrder {
  const order = getLiveOrder(tx.db, ctx.workspace.seq, ref.orderId);
  const payment = isUuid(ref.paymentId)
    ? tx.db
        .select()
        .from(payments)
        .where(and(eq(payments.orderSeq, order.seq), eq(payments.id, ref.paymentId)))
        .get()
    : undefined;
  const gone = payment === undefined || (payment.status === 'deleted' && isDone?.(payment) !== true);
  if (gone) throw new AppError({ rule: 'no_payment' });
  if (isDone?.(payment) !== true) checkIfMatch(order, ref.ifMatch);
  return { order, payment };
}
