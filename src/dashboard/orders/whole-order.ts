import { clientOfOrder } from '../../clients/index.ts';
import { findInquiryOf } from '../../inquiries/index.ts';
import { findOrderAgain, getDeskOrder, listStatuses, shopTime } from '../../orders/index.ts';
import type { MemberCtx } from '../desk/index.ts';
import { shapeSchedule } from './schedule-shape.ts';
import { shapeOrder } from './shape.ts';

/** The data of an order's page. */
export function wholeOrder(ctx: MemberCtx, id: string) {
  const statuses = listStatuses(ctx.storage.read, ctx.workspace.seq, ctx.language);
  const found = getDeskOrder(ctx, id);
  const { today } = shopTime(ctx.nowMs, ctx.workspace.timeZone);
  const { schedule, ...dates } = findOrderAgain(ctx, { order: found.order, today });
  const again = { ...dates, schedule: schedule && shapeSchedule(schedule) };
  if (ctx.role !== 'orders') {
    const beside = { inquiryId: findInquiryOf(ctx, found.order.seq), clientId: clientOfOrder(ctx, found.order) };
    return { order: shapeOrder(found, ctx), statuses, again, ...beside };
  }
  // This reader may see neither inquiries nor the webhooks of an order.
  const timeline = found.timeline.map((entry) => ({ ...entry, events: [] }));
  return { order: shapeOrder({ ...found, timeline }, ctx), statuses, again, inquiryId: null, clientId: null };
}
