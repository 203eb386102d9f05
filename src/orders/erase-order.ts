import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { changedRows, orderHistory, orders, payments, refunds, type Tx } from '../storage/index.ts';
import { publish } from '../webhooks/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import { moveKind } from './kinds.ts';
import type { Order } from './order.ts';
import { sumUp } from './order-sums.ts';
import { NO_PLAIN_FIELDS } from './plain-fields.ts';
import { dropSchedule } from './schedules/index.ts';
import { noteSearchChange } from './search-changes.ts';

/** The items of an erased order. Every other order has at least one item. */
const NO_PRODUCTS = '[]';

const WITHOUT_TEXTS = { client: null, recipient: null, delivery: null, additional: null } as const;

/** Checks whether an order is erased completely. Until then, `version` counts the history rows left to erase. */
export const isErased = (order: Pick<Order, 'products' | 'version'>): boolean =>
  order.products === NO_PRODUCTS && order.version === 0;

interface EraseProgress {
  readonly rows: number;
  /** True if nothing is left to erase. Otherwise another call must continue. */
  readonly done: boolean;
}

/**
 * Erases an order for good: first the order, then its payments except for the amounts, then its history. Its number and
 * repeat key stay taken, so a repeated request does not create the order again.
 * @param atMost the maximum number of rows to erase now
 * @param deletedAt the deletion time of an order that was not deleted. It must be over 30 days ago, otherwise a user
 * could restore the half-erased order
 */
export function eraseOrder(
  tx: Tx,
  workspace: Workspace,
  order: Order,
  { atMost, deletedAt }: { readonly atMost: number; readonly deletedAt: number },
): EraseProgress {
  const emptied = order.products === NO_PRODUCTS ? 0 : emptyOrder(tx, order, order.deletedAt ?? deletedAt);
  if (order.deletedAt === null) {
    // No read or list shows the order any more. To receivers, the deletion is a change with its own version. The
    // history gets no row for it.
    const gone = { ...order, version: order.version + 1 };
    publish(tx, workspace, gone, { type: 'order.deleted', order: gone });
  }
  const paid = atMost > emptied ? erasePayments(tx, order.seq, atMost - emptied) : 0;
  const rows = emptied + paid;
  if (rows >= atMost) return { rows, done: false };
  const gone = eraseHistory(tx, order.seq, atMost - rows);
  const version = order.version - gone;
  tx.db.update(orders).set({ version }).where(eq(orders.seq, order.seq)).run();
  return { rows: rows + gone, done: version === 0 };
}

function emptyOrder(tx: Tx, order: Order, deletedAt: number): number {
  const empty = {
    ...WITHOUT_TEXTS,
    products: NO_PRODUCTS,
    ...NO_PLAIN_FIELDS,
    searchText: '',
    deletedAt,
  };
  changeUntold(tx, order, { ...empty, kindSeq: moveKind(tx, order, { ...order, ...empty }) });
  dropSchedule(tx, order.seq);
  return 1;
}

/**
 * Changes an order, but sends no event and adds no row to its history. Removes the order's former text from the search
 * index.
 */
export function changeUntold(tx: Tx, order: Order, patch: Partial<Order>): void {
  tx.db.update(orders).set(patch).where(eq(orders.seq, order.seq)).run();
  sumUp(tx, order, { ...order, ...patch });
  noteSearchChange(tx, order, { ...order, ...patch }, true);
}

const eraseHistory = (tx: Tx, orderSeq: number, atMost: number): number =>
  changedRows(
    tx.db
      .delete(orderHistory)
      .where(
        and(
          eq(orderHistory.orderSeq, orderSeq),
          sql`version IN (SELECT version FROM order_history WHERE order_seq = ${orderSeq} LIMIT ${atMost})`,
        ),
      )
      .run(),
  );

/**
 * Erases the texts and ids of an order's payments. Former ids (`freedId`) are erased too. Another order's payment may
 * have such an id now, and keeps it.
 */
function erasePayments(tx: Tx, orderSeq: number, atMost: number): number {
  const saysMore = or(
    sql`${payments.providerData} IS NOT NULL`,
    sql`${payments.extra} IS NOT NULL`,
    sql`${payments.paymentMethod} IS NOT NULL`,
    sql`${payments.externalId} IS NOT NULL`,
    sql`${payments.freedId} IS NOT NULL`,
    sql`${payments.fingerprint} <> ''`,
  );
  const some = tx.db
    .select({ seq: payments.seq })
    .from(payments)
    .where(and(eq(payments.orderSeq, orderSeq), saysMore))
    .limit(atMost)
    .all()
    .map(({ seq }) => seq);
  tx.db.update(refunds).set({ method: null }).where(inArray(refunds.paymentSeq, some)).run();
  return changedRows(
    tx.db
      .update(payments)
      .set({ providerData: null, extra: null, paymentMethod: null, externalId: null, freedId: null, fingerprint: '' })
      .where(inArray(payments.seq, some))
      .run(),
  );
}
