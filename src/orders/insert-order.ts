import { writeOffOnEntry } from '../stock/index.ts';
import { givenEach, insertedSeq, orders, prepared, searchText, type Tx } from '../storage/index.ts';
import { noteChange, publish } from '../webhooks/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import type { Draft } from './draft.ts';
import { writeHistory } from './history.ts';
import { enterKind } from './kinds.ts';
import { takeNumber } from './number-series.ts';
import { LISTED, type Order, type OrderSummary } from './order.ts';
import { sumUp } from './order-sums.ts';
import { type CheckedPayment, insertPayment } from './payment.ts';
import { findHolder, paymentKeyConflict } from './payment-ids.ts';
import { paymentStatus } from './payment-status.ts';
import { writesOffStock } from './statuses.ts';
import { updateTime } from './update-time.ts';

const statements = prepared((db) => ({
  insert: db
    .insert(orders)
    .values(
      givenEach(
        ...LISTED,
        'workspaceSeq',
        'fingerprint',
        'client',
        'recipient',
        'products',
        'delivery',
        'additional',
        'searchText',
        'kindSeq',
      ),
    )
    .prepare(),
}));

export interface NewOrder {
  readonly repeatKey: string;
  readonly fingerprint: Uint8Array;
  readonly draft: Draft;
}

/** The effects of a new order. */
interface Following {
  /** True if webhooks are sent for the order and its payments. */
  readonly tell: boolean;
  /** True if its status may take its goods from stock. */
  readonly writesOff: boolean;
}

/**
 * Writes an order with its payments, its history and, if `tell` is true, its events.
 *
 * @throws payment_key_conflict
 */
export function insertOrder(
  tx: Tx,
  ctx: Ctx,
  { repeatKey, fingerprint, draft }: NewOrder,
  { tell, writesOff }: Following,
): OrderSummary & Pick<Order, 'seq'> {
  refuseKnownPayments(tx, ctx, draft.payments);
  const paidAmount = draft.payments.reduce((sum, payment) => sum + payment.amount, 0);
  const num = draft.num ?? takeNumber(tx, ctx.workspace.seq);
  const parts = {
    workspaceSeq: ctx.workspace.seq,
    source: ctx.source,
    statusId: draft.statusId,
    ...draft.columns,
    paymentStatus: paymentStatus(draft.columns.price, { confirmed: paidAmount, refunded: 0 }),
    deletedAt: null,
  };
  const row = {
    ...parts,
    kindSeq: enterKind(tx, parts),
    id: tx.newId(ctx.workspace.seq),
    repeatKey,
    byNum: draft.num === repeatKey,
    fingerprint,
    version: 1,
    num,
    paidAmount,
    createdAt: tx.now,
    updatedAt: updateTime(tx, ctx.workspace.seq),
    searchText: searchText({ ...draft.foundBy, num }),
  };
  const seq = insertedSeq(statements(tx.db).insert.run(row));
  sumUp(tx, undefined, { ...row, deletedAt: null });
  const made = { ...row, seq };
  const eventSeq = tell ? publish(tx, ctx.workspace, made, { type: 'order.created', order: row }) : null;
  if (!tell) noteChange(tx, ctx.workspace.seq, made, 'order.created');
  writeHistory(tx, ctx, { orderSeq: seq, version: row.version, kind: 'created', eventSeq });
  if (writesOff && writesOffStock(tx.db, ctx.workspace.seq, row.statusId)) writeOffOnEntry(tx, ctx, made);
  for (const payment of draft.payments) {
    const { id, amount, currency } = insertPayment(tx, ctx, seq, payment);
    const confirmed = { id, amountKopecks: amount, currency };
    if (tell) publish(tx, ctx.workspace, made, { type: 'order.payment.created', order: row, payment: confirmed });
    else noteChange(tx, ctx.workspace.seq, made, 'order.payment.created');
  }
  return made;
}

/** Refuses the whole create before anything is written, if a payment is already known or appears twice in it. */
function refuseKnownPayments(tx: Tx, ctx: Ctx, payments: readonly CheckedPayment[]): void {
  const seen = new Set<string>();
  for (const { externalId } of payments) {
    if (externalId === null) continue;
    const holder = findHolder(tx.db, ctx, externalId);
    if (seen.has(externalId) || holder !== undefined) throw paymentKeyConflict(externalId, holder);
    seen.add(externalId);
  }
}
