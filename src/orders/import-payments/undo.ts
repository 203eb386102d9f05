import { and, eq, sql } from 'drizzle-orm';
import { auditImport, type ImportKind, type MadeRows } from '../../imports/index.ts';
import { type Db, given, importMade, orders, payments, prepared, refunds, type Storage } from '../../storage/index.ts';
import { type Ctx, diff } from '../../workspaces/index.ts';
import { findOrderBySeq } from '../order.ts';
import type { Payment } from '../payment-ids.ts';
import { keep, setPayment, statusAfter } from '../save-payment.ts';

const { amount, paidAt, paymentMethod, fingerprint, refundedAmount } = payments;

/**
 * True if the amount, time or method was edited since the import. A created payment is compared with its fingerprint, a
 * refunded one with its former state. A payment of an erased order has no fingerprint and counts as edited.
 */
const isEdited = sql`CASE WHEN ${fingerprint} = '' THEN TRUE WHEN ${importMade.before} IS NULL THEN
  ${fingerprint} ->> '$[1]' <> ${amount} OR ${fingerprint} ->> '$[3]' <> ${paidAt} OR ${fingerprint} ->> '$[4]' IS NOT ${paymentMethod}
  ELSE ${importMade.before} ->> '$.amount' <> ${amount} OR ${importMade.before} ->> '$.paidAt' <> ${paidAt}
    OR ${importMade.before} ->> '$.paymentMethod' IS NOT ${paymentMethod} END`;
const orderOf = (column: typeof orders.id | typeof orders.num | typeof orders.deletedAt) =>
  sql`(SELECT ${column} FROM ${orders} WHERE ${orders.seq} = ${payments.orderSeq})`;

/**
 * The rows that an import of payments has created or changed. The undo keeps a row that changed after the import.
 * `importMade.version` is the refunded sum after the import, so a different sum means a later refund. A row also counts
 * as changed if its order was deleted.
 */
export const IMPORTED_PAYMENTS: MadeRows = {
  table: sql`${payments}`,
  seq: sql`${payments.seq}`,
  id: orderOf(orders.id),
  name: orderOf(orders.num),
  isGone: sql`${payments.status} = 'deleted'`,
  isChanged: sql`(${refundedAmount} <> ${importMade.version} OR ${isEdited} OR ${orderOf(orders.deletedAt)} IS NOT NULL)`,
};

/**
 * Writes the state that a payment had before the import. A newer version of Docket may read this text. So fields may be
 * added, but existing fields must never be changed.
 */
export const writeBefore = ({ amount, paidAt, paymentMethod }: Payment): string =>
  JSON.stringify({ amount, paidAt, paymentMethod });

const statements = prepared((db) => ({
  payment: db
    .select()
    .from(payments)
    .where(eq(payments.seq, given('seq')))
    .prepare(),
}));

export const findPayment = (db: Db, seq: number): Payment | undefined => statements(db).payment.get({ seq });

/**
 * Returns the functions that undo an import of payments. They delete the payments that the import created, and remove
 * its refunds. The ids from the file become free, so the same file can be imported again.
 */
export const undoOfPayments = (storage: Storage): ImportKind['undo'] => ({
  rows: IMPORTED_PAYMENTS,
  takeBack(tx, { seq: importSeq, workspace, actor, requestId }, { seq, before }) {
    const payment = findPayment(tx.db, seq);
    const order = payment && findOrderBySeq(tx.db, payment.orderSeq);
    if (payment === undefined || order === undefined) return;
    const ctx: Ctx = { storage, workspace, source: payment.source, actor, requestId };
    const isOwn = and(eq(refunds.paymentSeq, seq), eq(refunds.importSeq, importSeq));
    const own = tx.db.select({ amount: refunds.amount }).from(refunds).where(isOwn).all();
    tx.db.delete(refunds).where(isOwn).run();
    const left = payment.refundedAmount - own.reduce((sum, one) => sum + one.amount, 0);
    const restored = { refundedAmount: left, status: statusAfter({ ...payment, refundedAmount: left }) };
    if (before !== null) {
      setPayment(tx, payment, restored);
      keep(tx, ctx, { order, payment }, { kind: 'payment_edited', changes: diff(payment, { refundedAmount: left }) });
      return;
    }
    const freed = { externalId: null, freedId: payment.externalId };
    setPayment(tx, payment, { ...restored, ...freed, status: 'deleted' });
    keep(tx, ctx, { order, payment }, { kind: 'payment_deleted', changes: diff(payment, { status: 'deleted' }) });
  },
  finish(tx, job, { deleted = 0, reverted = 0, kept = 0 }) {
    auditImport(tx, job, 'payments.import_undone', { payments: deleted, refunds: reverted, kept });
    tx.notify('orders', job.workspace.seq);
  },
});
