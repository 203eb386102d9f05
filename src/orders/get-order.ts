import type { Ctx } from '../workspaces/index.ts';
import { getLiveOrder, type Order } from './order.ts';
import { listPayments } from './payment.ts';
import type { Payment } from './payment-ids.ts';

export interface FullOrder {
  readonly order: Order;
  /** Confirmed payments, oldest first, including partly refunded ones. They add up to paidAmount. */
  readonly payments: readonly Payment[];
  /** Payments that were refunded in full, oldest first. */
  readonly refundedPayments: readonly Payment[];
}

/** @throws order_not_found */
export const getOrder = (ctx: Ctx, id: string): FullOrder =>
  withPayments(ctx, getLiveOrder(ctx.storage.read, ctx.workspace.seq, id));

export function withPayments({ storage }: Ctx, order: Order): FullOrder {
  // `unpaid` means that no payment was ever confirmed, so there are none to read.
  const paid = order.paymentStatus === 'unpaid' ? [] : listPayments(storage.read, order.seq);
  const isRefunded = ({ status }: Payment): boolean => status === 'refunded';
  return { order, payments: paid.filter((one) => !isRefunded(one)), refundedPayments: paid.filter(isRefunded) };
}
