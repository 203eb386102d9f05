import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import {
  AppError,
  dayInZone,
  type Issue,
  type JsonObject,
  parseInstant,
  readAmount,
  scalarText,
  toIso,
  validationFailed,
} from '../base/index.ts';
import {
  type Db,
  given,
  givenEach,
  givenNumber,
  insertedSeq,
  LONGEST_MONEY_DAY_MS,
  moneyDays,
  orders,
  payments,
  prepared,
  type Tx,
} from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { checkKey, checkShortText, checkTexts } from './checks.ts';
import type { Order } from './order.ts';
import { toText } from './order.ts';
import { findFormer, findHolder, type Payment, paymentKeyConflict, takeId } from './payment-ids.ts';
import { type PaymentSums, paymentStatus } from './payment-status.ts';
import type { ReshapedField } from './sent-beyond.ts';
import { bytesOf } from './text-bytes.ts';

export interface PaymentInput {
  /** The payment's id in the shop's own books. Without an id, a repeat looks like a second payment. */
  readonly paymentId?: string | number | null | undefined;
  /** The amount in roubles. */
  readonly amount: number;
  readonly currency?: 'RUB' | null | undefined;
  readonly paidAt?: string | null | undefined;
  readonly paymentMethod?: string | number | null | undefined;
  readonly providerData?: JsonObject | null | undefined;
}

/** A payment whose fields were all checked. The amount is kopecks, the time milliseconds. */
export interface CheckedPayment {
  readonly externalId: string | null;
  readonly amount: number;
  readonly paidAt: number | null;
  readonly paymentMethod: string | null;
  readonly providerData: string | null;
  /**
   * Unknown fields as they were sent. Known fields are also kept here as sent if Docket returns them in another form,
   * such as "55" for 55.
   */
  readonly extra: string | null;
}

const PAYMENT_ID_CHARS = 500;
const CURRENCY = 'RUB';

/**
 * Checks a payment in the body of a request.
 * @param path the path of the payment itself, empty at the root of the body
 */
export function checkPayment(
  path: string,
  input: PaymentInput,
  extra: JsonObject | null,
  issues: Issue[],
): CheckedPayment {
  const at = (field: string): string => (path === '' ? field : `${path}.${field}`);
  const { paymentId: externalId, paymentMethod } = asCompared(input);
  if (externalId !== null) checkKey(at('paymentId'), externalId, issues, PAYMENT_ID_CHARS);
  const issuesBefore = issues.length;
  const amount = readAmount(at('amount'), input.amount, issues);
  if (amount === 0 && issues.length === issuesBefore) issues.push({ path: at('amount'), rule: 'above_zero' });
  const paidAt = readPaidAt(at('paidAt'), input.paidAt, issues);
  checkShortText(at('paymentMethod'), paymentMethod, issues);
  checkTexts(at('providerData'), input.providerData, issues);
  checkTexts(path, extra, issues);
  const returned = { paymentId: externalId, paymentMethod, paidAt: paidAt === undefined ? null : toIso(paidAt) };
  const kept = { ...extra, ...sentOtherwise(input, returned) };
  return {
    externalId,
    amount,
    paidAt: paidAt ?? null,
    paymentMethod,
    providerData: toText(input.providerData),
    extra: Object.keys(kept).length === 0 ? null : toText(kept),
  };
}

/** Returns the id and the method of a payment in a form that can be compared: 55 becomes the text "55". */
export const asCompared = ({ paymentId, paymentMethod }: Pick<PaymentInput, 'paymentId' | 'paymentMethod'>) => ({
  paymentId: scalarText(paymentId ?? null) ?? null,
  paymentMethod: scalarText(paymentMethod ?? null) ?? null,
});

type Otherwise = Partial<Record<ReshapedField, string | number>>;

function sentOtherwise(sent: PaymentInput, returned: Readonly<Record<ReshapedField, string | null>>): Otherwise {
  const fields: Otherwise = {};
  for (const field of ['paymentId', 'paymentMethod', 'paidAt'] as const) {
    const value = sent[field] ?? null;
    if (value !== null && value !== returned[field]) fields[field] = value;
  }
  return fields;
}

/**
 * Parses a time to milliseconds; undefined if it is absent or invalid. An invalid text adds an issue. A UTC year
 * outside 1 to 9999 is invalid too, because answers write every year with four digits.
 */
export function readPaidAt(path: string, text: string | null | undefined, issues: Issue[]): number | undefined {
  if (text === null || text === undefined) return undefined;
  const epochMs = parseInstant(text)?.epochMs;
  if (epochMs !== undefined && dayInZone(epochMs, 'UTC') !== undefined) return epochMs;
  issues.push({ path, rule: 'payment_instant' });
  return undefined;
}

type NewPaymentStatus = 'confirmed' | 'pending';

/**
 * Returns a text that is the same for a payment and its repeat. It contains no providerData, which may differ in a
 * repeat (seed, payment). A pending payment never equals a confirmed one.
 */
function fingerprint(
  orderSeq: number,
  { amount, paidAt, paymentMethod }: CheckedPayment,
  status: NewPaymentStatus,
): string {
  return JSON.stringify([orderSeq, amount, CURRENCY, paidAt, paymentMethod, ...(status === 'pending' ? [status] : [])]);
}

const PAID_AT = givenNumber('paidAt');

export const moneyDayStatements = prepared((db) => ({
  drop: db
    .delete(moneyDays)
    .where(
      and(
        eq(moneyDays.workspaceSeq, givenNumber('workspaceSeq')),
        sql`${moneyDays.fromMs} BETWEEN ${PAID_AT} - ${LONGEST_MONEY_DAY_MS} AND ${PAID_AT}`,
        gt(moneyDays.beforeMs, PAID_AT),
      ),
    )
    .prepare(),
}));

const statements = prepared((db) => ({
  insert: db
    .insert(payments)
    .values({
      ...givenEach(
        'id',
        'workspaceSeq',
        'orderSeq',
        'source',
        'externalId',
        'fingerprint',
        'status',
        'amount',
        'refundedAmount',
        'currency',
        'paidAt',
        'paymentMethod',
        'providerData',
        'extra',
        'createdAt',
      ),
      orderDeleted: sql`(SELECT ${orders.deletedAt} IS NOT NULL FROM ${orders} WHERE ${orders.seq} = ${given('orderSeq')})`,
    })
    .prepare(),
  ofOrder: db
    .select()
    .from(payments)
    .where(and(eq(payments.orderSeq, givenNumber('orderSeq')), inArray(payments.status, ['confirmed', 'refunded'])))
    .orderBy(asc(payments.seq))
    .prepare(),
  /** Reads only lengths, which SQLite knows without reading the texts. */
  room: db
    .select({
      count: sql<number>`count(*)`,
      bytes: sql<number>`coalesce(sum(${bytesOf(payments.providerData, payments.extra)}), 0)`,
    })
    .from(payments)
    .where(eq(payments.orderSeq, given('orderSeq')))
    .prepare(),
  refunds: db
    .select({ count: sql<number>`count(*)` })
    .from(sql`payments AS p INDEXED BY payments_by_order CROSS JOIN refunds AS r INDEXED BY refunds_by_payment`)
    .where(sql`r.payment_seq = p.seq AND p.order_seq = ${given('orderSeq')}`)
    .prepare(),
  sums: db
    .select({
      confirmed: sql<number>`coalesce(sum(${payments.amount}), 0)`,
      refunded: sql<number>`coalesce(sum(${payments.refundedAmount}), 0)`,
    })
    .from(payments)
    .where(and(eq(payments.orderSeq, given('orderSeq')), inArray(payments.status, ['confirmed', 'refunded'])))
    .prepare(),
}));

export function listPayments(db: Db, orderSeq: number): Payment[] {
  return statements(db).ofOrder.all({ orderSeq });
}

function sumPayments(db: Db, orderSeq: number): PaymentSums {
  return statements(db).sums.get({ orderSeq }) ?? { confirmed: 0, refunded: 0 };
}

/** Computes an order's paid amount and payment status from all its payments, and never adjusts old values. */
export function paidPatch(db: Db, order: Pick<Order, 'seq' | 'price'>): Pick<Order, 'paidAmount' | 'paymentStatus'> {
  const sums = sumPayments(db, order.seq);
  return { paidAmount: sums.confirmed - sums.refunded, paymentStatus: paymentStatus(order.price, sums) };
}

/**
 * Finds the stored payment that `payment` repeats. Returns undefined if no stored payment has its id.
 * @throws payment_key_conflict if the stored payment differs from `payment`; payment_deleted if it was deleted
 */
export function findRepeatedPayment(
  tx: Tx,
  ctx: Ctx,
  orderSeq: number,
  payment: CheckedPayment,
  status: NewPaymentStatus = 'confirmed',
): Pick<Payment, 'id'> | undefined {
  const { externalId } = payment;
  if (externalId === null) return undefined;
  const holder = findHolder(tx.db, ctx, externalId) ?? findFormer(tx.db, ctx, orderSeq, externalId);
  if (holder === undefined) return undefined;
  const { payment: known } = holder;
  if (known.fingerprint !== fingerprint(orderSeq, payment, status)) throw paymentKeyConflict(externalId, holder);
  if (known.status === 'deleted') {
    throw new AppError({ rule: 'payment_deleted' });
  }
  return known;
}

/** The limits on the number of an order's payments and on their bytes. Each read of the order returns all of them. */
const PAYMENTS = 1_000;
const SENT_BYTES = 2 * 1_048_576;

/**
 * Returns true if the order can take `more` payments. Only their number is checked, so the payments must not contain
 * `providerData` or `extra`.
 */
export const hasRoom = (db: Db, orderSeq: number, more: number): boolean =>
  (statements(db).room.get({ orderSeq })?.count ?? 0) + more <= PAYMENTS;

/**
 * Returns true if the order can take `more` refunds. Their number is limited, because each line of a bank statement is
 * compared with all refunds of its order.
 */
export const hasRefundRoom = (db: Db, orderSeq: number, more: number): boolean =>
  (statements(db).refunds.get({ orderSeq })?.count ?? 0) + more <= PAYMENTS;

/** Checks that an order can take another refund. Used for refunds by hand. @throws validation_failed */
export function checkRefundRoom(tx: Tx, orderSeq: number): void {
  if (!hasRefundRoom(tx.db, orderSeq, 1))
    throw validationFailed([{ path: 'amount', rule: 'refunds_at_most', most: PAYMENTS }]);
}

/**
 * Checks that an order can take another payment. Call it before adding one to an existing order.
 * @throws validation_failed
 */
export function checkRoom(
  tx: Tx,
  orderSeq: number,
  { providerData, extra }: Pick<CheckedPayment, 'providerData' | 'extra'>,
): void {
  const { count = 0, bytes = 0 } = statements(tx.db).room.get({ orderSeq }) ?? {};
  if (count >= PAYMENTS) throw validationFailed([{ path: 'paymentId', rule: 'payments_at_most', most: PAYMENTS }]);
  const added = Buffer.byteLength(providerData ?? '') + Buffer.byteLength(extra ?? '');
  if (added > 0 && bytes + added > SENT_BYTES) {
    throw validationFailed([{ path: 'providerData', rule: 'provider_data_left', most: SENT_BYTES }]);
  }
}

/** Inserts a payment. The caller must have checked that its id is new, and must update the order's sums. */
export function insertPayment(
  tx: Tx,
  ctx: Ctx,
  orderSeq: number,
  payment: CheckedPayment,
  status: NewPaymentStatus = 'confirmed',
): Payment {
  const row = {
    id: tx.newId(ctx.workspace.seq),
    workspaceSeq: ctx.workspace.seq,
    orderSeq,
    source: ctx.source,
    externalId: payment.externalId,
    fingerprint: fingerprint(orderSeq, payment, status),
    status,
    amount: payment.amount,
    refundedAmount: 0,
    currency: CURRENCY,
    paidAt: payment.paidAt ?? tx.now,
    paymentMethod: payment.paymentMethod,
    providerData: payment.providerData,
    extra: payment.extra,
    createdAt: tx.now,
  };
  const { workspaceSeq, source, externalId } = row;
  if (externalId !== null) takeId(tx, { workspaceSeq, source, externalId });
  // This statement removes the stored sums of the payment's day, because they lack the new payment. A trigger would
  // take 7 of the 300 µs of creating an order with a payment (migrations/0090).
  moneyDayStatements(tx.db).drop.run({ workspaceSeq, paidAt: row.paidAt });
  return { ...row, freedId: null, orderDeleted: false, seq: insertedSeq(statements(tx.db).insert.run(row)) };
}
