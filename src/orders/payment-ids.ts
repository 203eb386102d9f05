/**
 * Tracks which payment has which id from a shop's books. Only one payment at a time has a given id (contract, section
 * 3). A deleted order's payments keep their ids until another payment takes them.
 */

import { and, desc, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { AppError } from '../base/index.ts';
import { type Db, given, givenRaw, orders, payments, prepared, type Tx } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import type { Order } from './order.ts';

export type Payment = typeof payments.$inferSelect;

interface PaymentId {
  readonly workspaceSeq: number;
  readonly source: string;
  readonly externalId: string;
}

/** The columns of a payment except the sender's own fields, which may take up a megabyte. */
const HELD = {
  seq: payments.seq,
  id: payments.id,
  workspaceSeq: payments.workspaceSeq,
  orderSeq: payments.orderSeq,
  source: payments.source,
  freedId: payments.freedId,
  fingerprint: payments.fingerprint,
  status: payments.status,
};
type HeldPayment = Pick<Payment, keyof typeof HELD>;

interface Holder {
  readonly payment: HeldPayment;
  readonly order: Pick<Order, 'seq' | 'id' | 'num' | 'deletedAt'>;
}

// The literal condition allows SQLite to use the partial index.
const ofId = and(
  eq(payments.workspaceSeq, given('workspaceSeq')),
  eq(payments.source, given('source')),
  sql`${payments.externalId} IS NOT NULL`,
  eq(payments.externalId, given('externalId')),
);

const statements = prepared((db) => ({
  byId: db.select(HELD).from(payments).where(ofId).prepare(),
  /** This query is separate, because SQLite would plan a join of payments and orders again for each set of values. */
  order: db
    .select({ seq: orders.seq, id: orders.id, num: orders.num, deletedAt: orders.deletedAt })
    .from(orders)
    .where(eq(orders.seq, given('seq')))
    .prepare(),
  free: db
    .update(payments)
    .set({ freedId: sql`${payments.externalId}`, externalId: null })
    .where(eq(payments.seq, given('seq')))
    .prepare(),
  take: db
    .update(payments)
    .set({ freedId: null, externalId: givenRaw('externalId') })
    .where(eq(payments.seq, given('seq')))
    .prepare(),
  /**
   * Selects the newest payment first. When a deleted order is restored, its payments get their ids back. If two
   * payments had the same id at different times, the newer payment gets this id.
   */
  freedOf: db
    .select(HELD)
    .from(payments)
    .where(and(eq(payments.orderSeq, given('orderSeq')), isNotNull(payments.freedId), ne(payments.status, 'deleted')))
    .orderBy(desc(payments.seq))
    .prepare(),
  /**
   * Selects deleted payments too, so that a repeated request does not add a deleted payment again. Has no ORDER BY,
   * because each new payment runs this query. Sorting took a third of the time for a payment.
   */
  former: db
    .select(HELD)
    .from(payments)
    .where(
      and(
        eq(payments.orderSeq, given('orderSeq')),
        eq(payments.source, given('source')),
        eq(payments.freedId, given('externalId')),
      ),
    )
    .prepare(),
}));

function withOrder(db: Db, payment: HeldPayment | undefined): Holder | undefined {
  const order = payment === undefined ? undefined : statements(db).order.get({ seq: payment.orderSeq });
  return payment === undefined || order === undefined ? undefined : { payment, order };
}

const findAnyHolder = (db: Db, { workspaceSeq, source, externalId }: PaymentId): Holder | undefined =>
  withOrder(db, statements(db).byId.get({ workspaceSeq, source, externalId }));

/** Finds the payment that has an id; undefined if the id is free. The id of a deleted order's payment is free. */
export function findHolder(db: Db, ctx: Ctx, externalId: string): Holder | undefined {
  const holder = findAnyHolder(db, { workspaceSeq: ctx.workspace.seq, source: ctx.source, externalId });
  return holder === undefined || holder.order.deletedAt !== null ? undefined : holder;
}

const newestOf = (held: readonly HeldPayment[]): HeldPayment | undefined => held.toSorted((a, b) => b.seq - a.seq)[0];

/**
 * Finds the payment of this order that had the id in the past. Another order's payment may have taken the id while this
 * order was deleted. Without this search, a repeated request could add the payment again.
 */
export const findFormer = (db: Db, { source }: Ctx, orderSeq: number, externalId: string): Holder | undefined =>
  withOrder(db, newestOf(statements(db).former.all({ orderSeq, source, externalId })));

/**
 * Frees an id that a deleted order's payment still has. Call it before writing a payment with the id. The caller must
 * have checked that no live order's payment has the id.
 */
export function takeId(tx: Tx, id: PaymentId): void {
  const holder = findAnyHolder(tx.db, id);
  if (holder !== undefined && holder.order.deletedAt !== null) statements(tx.db).free.run({ seq: holder.payment.seq });
}

/**
 * Returns the error for a payment id that is already taken.
 * @param holder the payment that has the id; absent if a new order contains the id twice
 */
export const paymentKeyConflict = (externalId: string, holder?: Holder): AppError =>
  holder === undefined
    ? new AppError({ rule: 'payment_twice' }, { paymentId: externalId })
    : new AppError({ rule: 'payment_key_conflict' }, { paymentId: externalId, orderId: holder.order.id });

/** A restored payment that lost its id to a payment of another order. `orderId` is that other order's id. */
export interface WithoutId {
  readonly paymentId: string;
  readonly externalId: string;
  readonly orderId: string;
  readonly orderNumber: string;
}

/**
 * Gives the payments of a restored order their ids back.
 * @returns the payments that stay without their ids, because other orders' payments have them now
 */
export function takeBackIds(tx: Tx, order: Order): WithoutId[] {
  const { freedOf, free, take } = statements(tx.db);
  const without: WithoutId[] = [];
  for (const { freedId, ...payment } of freedOf.all({ orderSeq: order.seq })) {
    if (freedId === null) continue;
    const holder = findAnyHolder(tx.db, { ...payment, externalId: freedId });
    const isFree = holder === undefined || (holder.order.deletedAt !== null && holder.order.seq !== order.seq);
    if (isFree) {
      if (holder !== undefined) free.run({ seq: holder.payment.seq });
      take.run({ seq: payment.seq, externalId: freedId });
    } else {
      const { id: orderId, num: orderNumber } = holder.order;
      without.push({ paymentId: payment.id, externalId: freedId, orderId, orderNumber });
    }
  }
  return without;
}

export function findHolders(db: Db, lost: readonly Payment[]): Map<string, Pick<Order, 'id' | 'num'>> {
  const holders = new Map<string, Pick<Order, 'id' | 'num'>>();
  for (const { freedId, ...payment } of lost) {
    const holder = freedId === null ? undefined : findAnyHolder(db, { ...payment, externalId: freedId });
    if (holder !== undefined) holders.set(payment.id, { id: holder.order.id, num: holder.order.num });
  }
  return holders;
}
