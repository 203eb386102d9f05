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
  return { order, payments: listPayments(ctx.storage.read, order.seq) };
}
