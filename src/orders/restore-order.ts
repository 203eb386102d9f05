import { AppError, DAY_MS, rested, withRest } from '../base/index.ts';
import { writeOffOnEntry } from '../stock/index.ts';
import type { Tx } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { isErased } from './erase-order.ts';
import { findOrder, type Order, orderNotFound } from './order.ts';
import { takeBackIds, type WithoutId } from './payment-ids.ts';
import { ownKey } from './repeat-key.ts';
import { saveOrder } from './save-order.ts';
import { writesOffStock } from './statuses.ts';

/** The number of days in which a deleted order can be restored (original specification of the dashboard, section 7). */
const RESTORE_DAYS = 30;

export const restorableUntil = (deletedAt: number): number => deletedAt + RESTORE_DAYS * DAY_MS;

interface RestoredOrder {
  readonly order: Order;
  /** At most `NAMED` payments. */
  readonly withoutIds: readonly WithoutId[];
  readonly withoutIdsInAll: number;
}

/** The maximum number of payments listed in the answer and in the history. An order may have a thousand. */
const NAMED = 20;

/**
 * Restores a deleted order. A payment is restored without its id if another order has that id now.
 * @throws order_not_found; too_late if the deletion is more than 30 days past, or the order was erased
 */
export async function restoreOrder(ctx: Ctx, id: string): Promise<RestoredOrder> {
  const { seq } = ctx.workspace;
  await rested(seq);
  return await ctx.storage.write((tx) => withRest(seq, () => bringBack(tx, ctx, id)));
}

export function bringBack(tx: Tx, ctx: Ctx, id: string): RestoredOrder {
  const before = findOrder(tx.db, ctx.workspace.seq, id);
  if (before === undefined) throw orderNotFound();
  if (before.deletedAt === null) return { order: before, withoutIds: [], withoutIdsInAll: 0 };
  if (tx.now > restorableUntil(before.deletedAt) || isErased(before)) {
    throw new AppError({ rule: 'restore_days', days: RESTORE_DAYS });
  }
  const without = takeBackIds(tx, before);
  const withoutIds = without.slice(0, NAMED);
  const lost = withoutIds.map(({ externalId }) => externalId).join(', ');
  const from = without.length > NAMED ? `${lost}, … (${without.length})` : lost;
  const changes = without.length === 0 ? {} : { changes: { paymentIds: { from, to: null } } };
  const order = saveOrder(
    tx,
    ctx,
    before,
    { deletedAt: null, ...ownKey(tx.db, before) },
    { kind: 'restored', ...changes },
  );
  // After the order was deleted, an owner may have set this status to take goods from stock. `writeOffOnEntry` takes an
  // order's goods only once.
  if (writesOffStock(tx.db, ctx.workspace.seq, order.statusId)) writeOffOnEntry(tx, ctx, order);
  return { order, withoutIds, withoutIdsInAll: without.length };
}
