import { inTurns, nextTurn } from '../../base/index.ts';
import { clientOfOrder } from '../../clients/index.ts';
import { findInquiryOf } from '../../inquiries/index.ts';
import { findOrderAgain, getDeskOrder, isLargePage, listStatuses, shopTime } from '../../orders/index.ts';
import { answerAside, type MemberCtx, type Reading } from '../desk/index.ts';
import type { OrderAnswer } from './answers.ts';
import { type PageCtx, shapeOrder, shapeSchedule } from './shape.ts';

type Page = (typeof OrderAnswer)['static'];

/** Reads the page of an order with much content. Building the page takes 10 to 50 ms, so another thread does it. */
export const readLargePage: Reading<{ readonly id: string; readonly role: MemberCtx['role'] }, Page> = {
  name: 'order page',
  read: (ctx, { id, role }) => readPage({ ...ctx, role }, id),
};

export async function wholeOrder(ctx: MemberCtx, id: string): Promise<Page> {
  await nextTurn(ctx.workspace.seq);
  return isLargePage(ctx, id) ? answerAside(ctx, readLargePage, { id, role: ctx.role }) : readPage(ctx, id);
}

async function readPage(ctx: PageCtx, id: string): Promise<Page> {
  const { seq } = ctx.workspace;
  const statuses = listStatuses(ctx.storage.read, seq, ctx.language);
  const found = getDeskOrder(ctx, id);
  const { today } = shopTime(ctx.nowMs, ctx.workspace.timeZone);
  const { schedule, ...dates } = findOrderAgain(ctx, { order: found.order, today });
  const again = { ...dates, schedule: schedule && shapeSchedule(schedule) };
  if (ctx.role !== 'orders') {
    const beside = { inquiryId: findInquiryOf(ctx, found.order.seq), clientId: clientOfOrder(ctx, found.order) };
    return { order: await inTurns(seq, shapeOrder(found, ctx)), statuses, again, ...beside };
  }
  // The role `orders` may see neither inquiries nor the webhooks of an order.
  const timeline = found.timeline.map((entry) => ({ ...entry, events: [] }));
  const order = await inTurns(seq, shapeOrder({ ...found, timeline }, ctx));
  return { order, statuses, again, inquiryId: null, clientId: null };
}
