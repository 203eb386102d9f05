import { t } from 'elysia';
import { CLOSED } from '../../web/index.ts';
import { attemptHours } from '../../webhooks/index.ts';
import { type Desk, group, readAside, shown } from '../desk/index.ts';
import { HoursAnswer } from '../webhooks/answers.ts';
import { found, BASE as WEBHOOKS } from '../webhooks/context.ts';
import { OverviewAnswer } from './answers.ts';
import { listAttention } from './attention.ts';
import { readShop } from './readings.ts';

const Period = t.Object({ days: t.Optional(t.Union([t.Literal('30'), t.Literal('90')])) }, CLOSED);

export const overviewRoutes = (desk: Desk) =>
  group(desk, 'overview')
    .get(
      '/app/api/workspaces/:workspace/overview',
      async ({ ctx, query }) => {
        const { partial, ...shop } = await readAside(ctx, readShop, Number(query.days ?? 30));
        return { ...shop, attention: listAttention(ctx, partial) };
      },
      { viewer: { slot: 'reports' }, query: Period, response: OverviewAnswer },
    )
    .get(
      `${WEBHOOKS}/:id/hours`,
      async ({ ctx, params }) => {
        const { timeoutMs } = ctx.outbound;
        return shown(HoursAnswer.data, { ...found(await attemptHours(ctx, params.id)), timeoutMs });
      },
      { viewer: { slot: 'reports' }, response: HoursAnswer },
    );
