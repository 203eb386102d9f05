import { Elysia, t } from 'elysia';
import { addDays, dayStarts, nextTurn, toIso, toRoubles } from '../../base/index.ts';
import { readInquiriesOverview } from '../../inquiries/index.ts';
import {
  countDesk,
  fillDesk,
  listStatuses,
  type OrdersOverview,
  type OverviewDay,
  readOverview,
  shopTime,
} from '../../orders/index.ts';
import { attemptHours } from '../../webhooks/index.ts';
import { admissionPlugin } from '../admission.ts';
import { ctxOf, type DeskCtx, languageOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { filterIn } from '../orders/filter.ts';
import { rowsAt } from '../orders/shape.ts';
import { HoursAnswer } from '../webhooks/answers.ts';
import { found, BASE as WEBHOOKS } from '../webhooks/context.ts';
import { OverviewAnswer } from './answers.ts';
import { listAttention } from './attention.ts';

const WEEK = 7;
/** Late orders that the page shows, and how far it counts them. */
const LATE_SHOWN = 5;
const LATE_COUNTED = 1_000;
const Period = t.Object(
  { days: t.Optional(t.Union([t.Literal('30'), t.Literal('90')])) },
  { additionalProperties: false },
);

/** A shop at a glance: its figures, what needs somebody, today's orders. */
export function overviewRoutes(deps: DashboardDeps) {
  const { storage } = deps;
  return new Elysia({ name: 'overview' })
    .use(admissionPlugin(deps))
    .get(
      '/app/api/workspaces/:workspace/overview',
      async ({ query, request }) => {
        const ctx = ctxOf(deps, request);
        const { nowMs } = ctx;
        const { timeZone } = ctx.workspace;
        const { today, now } = shopTime(nowMs, timeZone);
        // The period before stands behind this one in the chart.
        const days = Number(query.days ?? 30) * 2;
        const starts = dayStarts(addDays(today, 1 - days), days, timeZone);
        const orders = await readOverview(ctx, { today, now, days, starts });
        await nextTurn(ctx.workspace.seq);
        const inquiries = readInquiriesOverview(ctx, { longBefore: starts[days - WEEK] ?? 0, nowMs });
        return answer(deps, request, {
          today,
          now,
          weekAgo: addDays(today, -WEEK),
          ...shapeOrders(ctx, orders),
          late: await readLate(ctx, request),
          inquiries: {
            ...inquiries,
            stages: inquiries.stages.map(({ medianAt, ...stage }) => ({
              ...stage,
              medianAgeMs: medianAt === null ? null : Math.max(0, nowMs - medianAt),
            })),
          },
          attention: listAttention(deps, request, orders),
          statuses: listStatuses(storage.read, ctx.workspace.seq, languageOf(request)),
        });
      },
      { admit: { who: 'viewer', slot: 'reports' }, query: Period, response: OverviewAnswer },
    )
    .get(
      `${WEBHOOKS}/:id/hours`,
      ({ params, request }) => {
        const { hours, onlyLast } = found(attemptHours(ctxOf(deps, request), params.id));
        const { timeoutMs } = deps.outbound;
        return answer(deps, request, {
          hours: hours.map((hour) => ({ ...hour, at: toIso(hour.at) })),
          onlyLast,
          timeoutMs,
        });
      },
      { admit: { who: 'viewer', slot: 'reports' }, response: HoursAnswer },
    );
}

const inRoubles = <T extends Omit<OverviewDay, 'made'>>(day: T) => ({
  ...day,
  revenue: toRoubles(day.revenue),
  paid: toRoubles(day.paid),
  owed: toRoubles(day.owed),
});

function shapeOrders(ctx: DeskCtx, { days, ahead, owed, day, scheduled }: OrdersOverview) {
  return {
    days: days.map(inRoubles),
    ahead: ahead.map(inRoubles),
    owed: owed.map(toRoubles),
    hours: day.hours,
    coming: day.coming.map(rowsAt(ctx)),
    scheduled,
  };
}

async function readLate(ctx: DeskCtx, asker: Request) {
  const filter = filterIn(ctx, 'when=late');
  const { orders, nextCursor } = await fillDesk(ctx, { filter, limit: LATE_SHOWN, asker });
  const count = nextCursor === null ? orders.length : await countDesk(ctx, { filter, most: LATE_COUNTED, asker });
  return { count, orders: orders.map(rowsAt(ctx)) };
}
