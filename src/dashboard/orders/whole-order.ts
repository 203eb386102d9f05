import { clientOfOrder } from '../../clients/index.ts';
import { findInquiryOf } from '../../inquiries/index.ts';
import { getDeskOrder, listStatuses } from '../../orders/index.ts';
import type { MemberCtx } from '../desk/index.ts';
import { shapeOrder } from './shape.ts';

/** The data of an order's page. */
export function wholeOrder(ctx: MemberCtx, id: string) {
  const statuses = listStatuses(ctx.storage.read, ctx.workspace.seq, ctx.language);
  const found = getDeskOrder(ctx, id);
  if (ctx.role !== 'orders') {
    const clientId = clientOfOrder(ctx, found.order);
    return { order: shapeOrder(found, ctx), statuses, inquiryId: findInquiryOf(ctx, found.order.seq), clientId };
  }
  // Inquiries and who is told of an order are not theirs to see.
  const timeline = found.timeline.map((entry) => ({ ...entry, events: [] }));
  return { order: shapeOrder({ ...found, timeline }, ctx), statuses, inquiryId: null, clientId: null };
}
