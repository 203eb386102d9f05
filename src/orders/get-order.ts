import type { Ctx } from '../workspaces/index.ts';
import { getLiveOrder, type Order } from './order.ts';
import { listPayments, type Payment } from './payment.ts';

export interface FullOrder {
  readonly order: Order;
  /** Confirmed and refunded ones, oldest first. */
  readonly payments: readonly Payment[];
}

/** @throws order_not_found */
export function getOrder(ctx: Ctx, id: string): FullOrder {
  const order = getLiveOrder(ctx.storage.read, ctx.workspace.seq, id);
  // "unpaid" says that nothing was ever confirmed, so there is nothing to look for.
  return { order, payments: order.paymentStatus === 'unpaid' ? [] : listPayments(ctx.storage.read, order.seq) };
}
