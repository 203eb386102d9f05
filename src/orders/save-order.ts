import { eq } from 'drizzle-orm';
import { orders, type Tx } from '../storage/index.ts';
import type { Changes, Ctx } from '../workspaces/index.ts';
import { type HistoryKind, writeHistory } from './history.ts';
import type { Order } from './order.ts';

/** Writes what changed of an order, its next version and the row of history; returns the order as it stands then. */
export function saveOrder(
  tx: Tx,
  ctx: Ctx,
  before: Order,
  patch: Partial<Order>,
  entry: { readonly kind: HistoryKind; readonly changes?: Changes },
): Order {
  const version = before.version + 1;
  // Never backwards for one order, even when the clock jumped (contract, section 3).
  const updatedAt = Math.max(tx.now, before.updatedAt);
  tx.db
    .update(orders)
    .set({ ...patch, version, updatedAt })
    .where(eq(orders.seq, before.seq))
    .run();
  writeHistory(tx, ctx, { orderSeq: before.seq, version, ...entry });
  return { ...before, ...patch, version, updatedAt };
}
