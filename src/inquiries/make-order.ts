import { eq } from 'drizzle-orm';
import { AppError } from '../base/index.ts';
import { type CreatedOrder, type CreateOrderInput, orderCreation } from '../orders/index.ts';
import { type Db, inquiries, orders } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { getInquiry, saveInquiry } from './inquiry.ts';

export interface OrderOfInquiry {
  readonly id: string;
  readonly num: string;
  readonly deleted: boolean;
}

/**
 * Creates an inquiry's only order, and links both in one write. If that order was deleted, another may be created.
 * @throws not_found, inquiry_has_order, and whatever createOrder refuses
 */
export async function makeOrder(
  ctx: Ctx,
  { inquiryId, ...input }: CreateOrderInput & { readonly inquiryId: string },
): Promise<CreatedOrder> {
  const create = orderCreation(ctx, input);
  return ctx.storage.writeInPieces(function* (tx) {
    const inquiry = getInquiry(tx.db, ctx.workspace.seq, inquiryId);
    const known = findOrderOf(tx.db, inquiry.orderSeq);
    const refuse = (): void => {
      if (known !== undefined && !known.deleted) throw new AppError({ rule: 'inquiry_has_order' }, { num: known.num });
    };
    // `create` calls `refuse` before it writes, because a failure after a write makes the whole batch run again.
    const created = yield* create(tx, refuse);
    if (known?.id === created.order.id) return created;
    refuse();
    const made = tx.db.select({ seq: orders.seq }).from(orders).where(eq(orders.id, created.order.id)).get();
    const order = { id: created.order.id, num: created.order.num };
    const patch = { orderSeq: made?.seq ?? null };
    saveInquiry(tx, ctx, inquiry, patch, {
      kind: 'order_made',
      changes: { order: { from: known ?? null, to: order } },
    });
    return created;
  });
}

export function findOrderOf(db: Db, orderSeq: number | null): OrderOfInquiry | undefined {
  if (orderSeq === null) return undefined;
  const found = db
    .select({ id: orders.id, num: orders.num, deletedAt: orders.deletedAt })
    .from(orders)
    .where(eq(orders.seq, orderSeq))
    .get();
  return found && { id: found.id, num: found.num, deleted: found.deletedAt !== null };
}

export function findInquiryOf(ctx: Ctx, orderSeq: number): string | null {
  const ofOrder = eq(inquiries.orderSeq, orderSeq);
  const found = ctx.storage.read.select({ id: inquiries.id }).from(inquiries).where(ofOrder).get();
  return found?.id ?? null;
}
