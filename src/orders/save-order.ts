import { eq } from 'drizzle-orm';
import { orders, type Tx } from '../storage/index.ts';
import { type OrderEvent, publish } from '../webhooks/index.ts';
import type { Changes, Ctx } from '../workspaces/index.ts';
import { type HistoryKind, writeHistory } from './history.ts';
import type { Order } from './order.ts';

export interface OrderChange {
  readonly kind: HistoryKind;
  readonly changes?: Changes;
  /** What receivers are told, of the order as it stands after the change; left out when they are told nothing. */
  readonly event?: (order: Order) => OrderEvent;
}

/** Writes what changed of an order, its next version, its event and the row of history; returns the order as it stands then. */
export function saveOrder(tx: Tx, ctx: Ctx, before: Order, patch: Partial<Order>, change: OrderChange): Order {
  const version = before.version + 1;
  // Never backwards for one order, even when the clock jumped (contract, section 3).
  const updatedAt = Math.max(tx.now, before.updatedAt);
  tx.db
    .update(orders)
    .set({ ...patch, version, updatedAt })
    .where(eq(orders.seq, before.seq))
    .run();
  const order = { ...before, ...patch, version, updatedAt };
  const eventSeq = change.event === undefined ? null : publish(tx, ctx.workspace, order.seq, change.event(order));
  const { kind, changes } = change;
  writeHistory(tx, ctx, {
    orderSeq: order.seq,
    version,
    kind,
    eventSeq,
    ...(changes === undefined ? {} : { changes }),
  });
  if (eventSeq === null) tx.notify('orders', ctx.workspace.seq);
  return order;
}
