import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { auditImport, type ImportJob, type ImportKind, type TakenIn } from '../../imports/index.ts';
import { type Db, given, type InPieces, payments, prepared, type Storage, type Tx } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { IMPORT_SOURCE } from '../import-orders.ts';
import { findOrder, type Order } from '../order.ts';
import { hasRefundRoom, hasRoom } from '../payment.ts';
import { sameMethods } from '../payment-method.ts';
import { addPayment } from '../record-payment.ts';
import { giveBack } from '../save-payment.ts';
import type { MoneyOutcome, PaymentOptions, StagedMoney } from './plan.ts';
import { refundKey, whereIs } from './recorded.ts';
import { findPayment, undoOfPayments, writeBefore } from './undo.ts';

const { seq, externalId, paymentMethod, amount: paid, refundedAmount } = payments;
const isLive = inArray(payments.status, ['confirmed', 'refunded']);

const statements = prepared((db) => ({
  /**
   * The columns are limited to the needed ones. An order may have a thousand payments, with two megabytes of the
   * provider's data in total.
   */
  refundable: db
    .select({ seq, externalId, paymentMethod, left: sql<number>`${paid} - ${refundedAmount}` })
    .from(payments)
    .where(and(eq(payments.orderSeq, given('orderSeq')), isLive, gt(paid, refundedAmount)))
    .orderBy(desc(seq))
    .prepare(),
}));

/** `left` means that the row was left out, usually because its order was changed or deleted since the preview. */
type TakenAs = MoneyOutcome | 'left';
type RowResult = TakenIn & { readonly names: readonly TakenAs[] };

export const paymentImport = (storage: Storage): ImportKind => ({
  takeIn: (tx, job, body) => takeIn(tx, storage, job, JSON.parse(body)),
  finish(tx, job, { new: added = 0, refunds: refunded = 0 }) {
    const { tell }: PaymentOptions = JSON.parse(job.options);
    tx.notify('orders', job.workspace.seq);
    if (added + refunded > 0)
      auditImport(tx, job, 'payments.imported', { payments: added, refunds: refunded, told: tell });
  },
  undo: undoOfPayments(storage),
});

interface MoneyOfOrder {
  readonly ctx: Ctx;
  readonly order: Order;
  readonly row: StagedMoney;
  readonly tell: boolean;
}

function takeIn(tx: Tx, storage: Storage, job: ImportJob, row: StagedMoney): RowResult | InPieces<RowResult> {
  const { workspace, actor, requestId, seq: importSeq } = job;
  const { tell, over }: PaymentOptions = JSON.parse(job.options);
  const order = findOrder(tx.db, workspace.seq, row.orderId);
  if (order === undefined || order.deletedAt !== null) return { names: ['left'] };
  const books = { workspaceSeq: workspace.seq, timeZone: workspace.timeZone, importSeq };
  const where = whereIs(tx.db, books, order.seq, row);
  if (where === 'removed' || where === 'awaited') return { names: ['left'] };
  if (where === 'here' || where === 'differs') return { names: ['known'] };
  if (where === 'alike' && !over) return { names: ['over'] };
  const ctx: Ctx = { storage, workspace, source: IMPORT_SOURCE, actor, requestId };
  const money = { ctx, order, row, tell };
  if (row.amount < 0) return takeRefund(tx, job, money);
  if (!over && order.paidAmount + row.amount > order.price) return { names: ['over'] };
  return hasRoom(tx.db, order.seq, 1) ? takePayment(tx, money) : { names: ['left'] };
}

function takePayment(tx: Tx, { ctx, order, row, tell }: MoneyOfOrder): RowResult {
  const { id: externalId, amount, at: paidAt, method: paymentMethod } = row;
  const payment = { externalId, amount, paidAt, paymentMethod, providerData: null, extra: null };
  const { seq } = addPayment(tx, ctx, order, payment, tell);
  return { names: ['new'], made: [{ seq, version: 0, before: null }] };
}

/**
 * The maximum number of payments that one refund may be divided among. One transaction records all parts, so that none
 * is missing. A thousand parts would make other writers wait a second.
 */
const MOST_PARTS = 20;

interface Part {
  readonly seq: number;
  readonly amount: number;
}

/**
 * Divides a refund among payments: first the payment that the row names, then payments with the row's payment method,
 * then the newest other payments.
 */
function partsOf(db: Db, order: Order, { id, method, amount: wanted }: StagedMoney): Part[] {
  const payments = statements(db).refundable.all({ orderSeq: order.seq });
  const methods = payments.map(({ paymentMethod }) => paymentMethod ?? '');
  const same = method === null ? undefined : sameMethods(method, methods);
  const ranked = payments.map(({ seq, externalId, paymentMethod, left }) => {
    const isNamed = id !== null && externalId === id;
    const isSame = same?.has(paymentMethod ?? '') === true;
    return { seq, left, rank: isNamed ? 0 : isSame ? 1 : 2 };
  });
  let rest = -wanted;
  const parts: Part[] = [];
  for (const { seq, left } of ranked.sort((a, b) => a.rank - b.rank)) {
    const amount = Math.min(rest, left);
    if (amount > 0) parts.push({ seq, amount });
    rest -= amount;
  }
  return parts;
}

function* takeRefund(tx: Tx, job: ImportJob, { ctx, order, row, tell }: MoneyOfOrder): InPieces<RowResult> {
  // The paid amount may be too small, for example because an earlier row with the payment was left out.
  if (order.paidAmount < -row.amount) return { names: ['over'] };
  const parts = partsOf(tx.db, order, row);
  if (parts.length > MOST_PARTS || !hasRefundRoom(tx.db, order.seq, parts.length)) return { names: ['left'] };
  const externalId = refundKey(job.id, row.line, row.id);
  const made: { seq: number; version: number; before: string | null }[] = [];
  let after = order;
  for (const { seq, amount } of parts) {
    const payment = findPayment(tx.db, seq);
    if (payment === undefined) continue;
    const how = { amount, method: row.method, at: row.at, externalId, importSeq: job.seq, tell };
    after = giveBack(tx, ctx, { order: after, payment }, how);
    const version = payment.refundedAmount + amount;
    made.push({ seq, version, before: writeBefore(payment) });
    // Other requests are served after each part, because a hundred webhooks make a part take some milliseconds.
    yield;
  }
  return { names: ['refunds'], made };
}
