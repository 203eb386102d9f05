import { Elysia, t } from 'elysia';
import { addDays, dayStarts, nextTurn, toRoubles } from '../../base/index.ts';
import { readInquiriesOverview } from '../../inquiries/index.ts';
import { countDesk, fillDesk, listStatuses, type OrdersOverview, readOverview, shopTime } from '../../orders/index.ts';
import { CLOSED } from '../../web/index.ts';
import { attemptHours } from '../../webhooks/index.ts';
import { type Desk, type MemberCtx, shown } from '../desk/index.ts';
import { filterIn } from '../orders/filter.ts';
import { rowsAt } from '../orders/shape.ts';
import { Hours, HoursAnswer } from '../webhooks/answers.ts';
import { found, BASE as WEBHOOKS } from '../webhooks/context.ts';
import { DayAhead, OverviewAnswer, PastDay } from './answers.ts';
import { listAttention } from './attention.ts';

const WEEK = 7;
/** Late orders that the page shows, and how far it counts them. */
const LATE_SHOWN = 5;
const LATE_COUNTED = 1_000;
const Period = t.Object({ days: t.Optional(t.Union([t.Literal('30'), t.Literal('90')])) }, CLOSED);

/** A shop at a glance: its figures, what needs somebody, today's orders. */
export const overviewRoutes = (desk: Desk) =>
  new Elysia({ name: 'overview' })
    .use(desk)
    .get(
      '/app/api/workspaces/:workspace/overview',
      async ({ ctx, query }) => {
        const { nowMs } = ctx;
        const { timeZone } = ctx.workspace;
        const { today, now } = shopTime(nowMs, timeZone);
        // The period before stands behind this one in the chart.
        const days = Number(query.days ?? 30) * 2;
        const starts = dayStarts(addDays(today, 1 - days), days, timeZone);
        const orders = await readOverview(ctx, { today, now, days, starts });
        await nextTurn(ctx.workspace.seq);
        const statuses = listStatuses(ctx.storage.read, ctx.workspace.seq, ctx.language);
        const inquiries = readInquiriesOverview(ctx, { longBefore: starts[days - WEEK] ?? 0, nowMs });
        return {
          today,
          now,
          weekAgo: addDays(today, -WEEK),
          ...shapeOrders(ctx, orders),
          filters: filtersOf(statuses, today),
          late: await readLate(ctx),
          inquiries: {
            ...inquiries,
            stages: inquiries.stages.map(({ medianAt, ...stage }) => ({
              ...stage,
              medianAgeMs: medianAt === null ? null : Math.max(0, nowMs - medianAt),
            })),
          },
          attention: listAttention(ctx, orders),
          statuses,
        };
      },
      { viewer: { slot: 'reports' }, query: Period, response: OverviewAnswer },
    )
    .get(
      `${WEBHOOKS}/:id/hours`,
      ({ ctx, params }) => {
        const { timeoutMs } = ctx.outbound;
        return shown(Hours, { ...found(attemptHours(ctx, params.id)), timeoutMs });
      },
      { viewer: { slot: 'reports' }, response: HoursAnswer },
    );

function shapeOrders(ctx: MemberCtx, { days, ahead, owed, day, scheduled, prepare }: OrdersOverview) {
  return {
    days: days.map((one) => shown(PastDay, one)),
    ahead: ahead.map((one) => shown(DayAhead, one)),
    owed: owed.map(toRoubles),
    hours: day.hours,
    coming: day.coming.map(rowsAt(ctx)),
    scheduled,
    prepare: prepare === undefined ? null : { ...prepare, orders: prepare.orders.map(rowsAt(ctx)) },
  };
}

/** What was cancelled counts in no figure, and so stands in no list that one leads to. */
function filtersOf(statuses: ReturnType<typeof listStatuses>, today: string) {
  const kept = statuses.filter(({ group }) => group !== 'cancelled').map(({ id }): [string, string] => ['status', id]);
  const filter = (...narrowed: [string, string][]): string => new URLSearchParams([...narrowed, ...kept]).toString();
  return {
    today: filter(['when', 'today']),
    owed: filter(['payment', 'unpaid'], ['payment', 'partial']),
    ahead: filter(['from', today], ['to', addDays(today, WEEK - 1)]),
  };
}

/** Late orders lie anywhere in the file. Where a part of it is damaged, the page must still open, to say so. */
async function readLate(ctx: MemberCtx) {
  try {
    return await findLate(ctx);
  } catch (error) {
    if (ctx.storage.damage.found() === undefined) throw error;
    return { count: 0, orders: [] };
  }
}

async function findLate(ctx: MemberCtx) {
  const asker = ctx.request;
  const filter = filterIn(ctx, 'when=late');
  const { orders, nextCursor } = await fillDesk(ctx, { filter, limit: LATE_SHOWN, asker, shape: rowsAt(ctx) });
  const count = nextCursor === null ? orders.length : await countDesk(ctx, { filter, most: LATE_COUNTED, asker });
  return { count, orders };
}
