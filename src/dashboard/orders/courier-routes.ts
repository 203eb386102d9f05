import { Elysia, t } from 'elysia';
import { addDays } from '../../base/index.ts';
import { closedStatuses, type DeskFilter, fillDesk, findDeskOrders, shopTime } from '../../orders/index.ts';
import { CLOSED } from '../../web/index.ts';
import type { Desk } from '../desk/index.ts';
import { CouriersAnswer } from './answers.ts';
import { filterIn, lateIn } from './filter.ts';
import { beginFiltered } from './filtered.ts';
import { parcelsIn } from './parcel.ts';

/** The most orders of a sheet: `MAX_IDS` if they were chosen one by one, `DAY` for all of a day. */
const MAX_IDS = 200;
const DAY = 500;

const Query = t.Object(
  {
    ids: t.Optional(t.String({ maxLength: MAX_IDS * 37 })),
    day: t.Optional(t.String({ maxLength: 10 })),
    filter: t.Optional(t.String({ maxLength: 4_000 })),
  },
  CLOSED,
);

/** The orders on the couriers' sheet: chosen ones, or all of a day. */
export const courierRoutes = (desk: Desk) =>
  new Elysia({ name: 'couriers' }).use(desk).get(
    '/app/api/workspaces/:workspace/orders/couriers',
    async ({ ctx, query }) => {
      const [closed, shape] = [closedStatuses(ctx.storage.read, ctx.workspace.seq), parcelsIn(ctx)];
      if (query.day === undefined) {
        const ids = (query.ids ?? '').split(',').slice(0, MAX_IDS);
        const orders = await findDeskOrders(ctx, { ids, shape, asker: ctx.request });
        return { orders, closed, complete: true };
      }
      await beginFiltered(ctx, query.filter);
      const filter = filterIn(ctx, query.filter);
      const find = (of: DeskFilter) =>
        fillDesk(ctx, { filter: { ...filter, ...of }, limit: DAY, asker: ctx.request, shape });
      const of = await find({ dateFrom: query.day, dateTo: query.day });
      const { today } = shopTime(ctx.nowMs, ctx.workspace.timeZone);
      const before = addDays(today, -1);
      // As on the page of deliveries, today's sheet has what was left over from yesterday.
      const left =
        query.day === today
          ? await find({ ...lateIn(ctx), dateFrom: before, dateTo: before })
          : { orders: [], nextCursor: null };
      return {
        orders: [...left.orders, ...of.orders],
        closed,
        complete: of.nextCursor === null && left.nextCursor === null,
      };
    },
    { ordersReader: { slot: 'reports' }, query: Query, response: CouriersAnswer },
  );
