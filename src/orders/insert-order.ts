import { writeOffOnEntry } from '../stock/index.ts';
import { givenEach, type InPieces, insertedSeq, orders, prepared, searchText, type Tx } from '../storage/index.ts';
import { noteChange, type OrderEvent, publishAll } from '../webhooks/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import type { Draft } from './draft.ts';
import { writeHistory } from './history.ts';
import { enterKind } from './kinds.ts';
import { takeNumber } from './number-series.ts';
import { LISTED, type Order, type OrderSummary } from './order.ts';
import { sumUp } from './order-sums.ts';
import { type CheckedPayment, insertPayment } from './payment.ts';
import { findHolder, type Payment, paymentKeyConflict } from './payment-ids.ts';
import { paymentStatus } from './payment-status.ts';
import { insertRefunds } from './save-payment.ts';
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
  /** Refunds made before the order was entered. */
  readonly refunds?: readonly NewRefund[];
}

export interface NewRefund {
  /** The index of the refunded payment in the draft's payments. */
  readonly of: number;
  readonly at: number;
  /** The amount in kopecks, above 0. */
  readonly amount: number;
  readonly method: string | null;
}

interface Following {
  /** True to send webhooks for the order and its payments. */
  readonly tell: boolean;
  /**
   * True to take the order's goods from stock. They are taken only if `writesOffStock` is set for the order's status.
   */
  readonly writesOff: boolean;
}

/**
 * Inserts an order with its payments, refunds and history as one change. A hundred separate refunds would take half a
 * millisecond each.
 * @throws payment_key_conflict
 */
export function* insertOrder(
  tx: Tx,
  ctx: Ctx,
  { repeatKey, fingerprint, draft, refunds = [] }: NewOrder,
  { tell, writesOff }: Following,
): InPieces<OrderSummary & Pick<Order, 'seq'>> {
  refuseKnownPayments(tx, ctx, draft.payments);
  const [confirmed, refunded] = [sumOf(draft.payments), sumOf(refunds)];
  const num = draft.num ?? takeNumber(tx, ctx);
  const parts = {
    workspaceSeq: ctx.workspace.seq,
    source: ctx.source,
    statusId: draft.statusId,
    ...draft.columns,
    paymentStatus: paymentStatus(draft.columns.price, { confirmed, refunded }),
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
    paidAmount: confirmed - refunded,
    createdAt: tx.now,
    updatedAt: updateTime(tx, ctx.workspace.seq),
    searchText: searchText({ ...draft.foundBy, num }),
  };
  const seq = insertedSeq(statements(tx.db).insert.run(row));
  sumUp(tx, undefined, { ...row, deletedAt: null });
  const made = { ...row, seq };
  const payments = draft.payments.map((payment) => insertPayment(tx, ctx, seq, payment));
  const events = eventsOf(row, payments);
  const [eventSeq = null] = tell ? yield* publishAll(tx, ctx.workspace, made, events) : [];
  if (!tell) for (const { type } of events) noteChange(tx, ctx.workspace.seq, made, type);
  writeHistory(tx, ctx, { orderSeq: seq, version: row.version, kind: 'created', eventSeq });
  if (writesOff && writesOffStock(tx.db, ctx.workspace.seq, row.statusId)) writeOffOnEntry(tx, ctx, made);
  for (const [of, given] of Map.groupBy(refunds, ({ of }) => of)) {
    const payment = payments[of];
    if (payment !== undefined) insertRefunds(tx, payment, given);
  }
  return made;
}

const eventsOf = (order: OrderEvent['order'], payments: readonly Payment[]): readonly OrderEvent[] => [
  { type: 'order.created', order },
  ...payments.map(({ id, amount, currency }) => ({
    type: 'order.payment.created' as const,
    order,
    payment: { id, amountKopecks: amount, currency },
  })),
];

const sumOf = (all: readonly { readonly amount: number }[]): number => all.reduce((sum, { amount }) => sum + amount, 0);

/** Refuses the order if the id of one of its payments is already in use or occurs twice. Nothing is written yet. */
function refuseKnownPayments(tx: Tx, ctx: Ctx, payments: readonly CheckedPayment[]): void {
  const seen = new Set<string>();
  for (const { externalId } of payments) {
    if (externalId === null) continue;
    const holder = findHolder(tx.db, ctx, externalId);
    if (seen.has(externalId) || holder !== undefined) throw paymentKeyConflict(externalId, holder);
    seen.add(externalId);
  }
}
