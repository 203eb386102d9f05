import { Elysia, t } from 'elysia';
import { addDays, dayInZone, dayStarts, nextTurn, timeInZone, toIso, toRoubles } from '../../base/index.ts';
import { readInquiriesOverview } from '../../inquiries/index.ts';
import { listStatuses, type OrdersOverview, type OverviewDay, readOverview } from '../../orders/index.ts';
import { attemptHours } from '../../webhooks/index.ts';
import { admissionPlugin } from '../admission.ts';
import { ctxOf, languageOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { shapeRow } from '../orders/shape.ts';
import { HoursAnswer } from '../webhooks/answers.ts';
import { found, BASE as WEBHOOKS } from '../webhooks/context.ts';
import { OverviewAnswer } from './answers.ts';
import { listAttention } from './attention.ts';

const WEEK = 7;
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
        const today = dayInZone(nowMs, timeZone) ?? '';
        const now = timeInZone(nowMs, timeZone);
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
          ...shapeOrders(orders),
          inquiries: {
            ...inquiries,
            stages: inquiries.stages.map(({ medianAt, ...stage }) => ({
              ...stage,
              medianAgeMs: medianAt === null ? null : Math.max(0, nowMs - medianAt),
            })),
          },
          attention: listAttention(deps, request, orders, today),
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

function shapeOrders({ days, ahead, owed, day, scheduled }: OrdersOverview) {
  return {
    days: days.map(inRoubles),
    ahead: ahead.map(inRoubles),
    owed: owed.map(toRoubles),
    hours: day.hours,
    coming: day.coming.map(shapeRow),
    scheduled,
  };
}
