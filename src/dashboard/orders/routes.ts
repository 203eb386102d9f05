import { Elysia } from 'elysia';
import { addDays, dayInZone, dayStarts } from '../../base/index.ts';
import { findInquiryOf } from '../../inquiries/index.ts';
import {
  changeStatus,
  countByStatus,
  countDesk,
  countMade,
  createOrder,
  type DeskFilter,
  deleteOrder,
  fillDesk,
  getDeskOrder,
  getOrder,
  listDesk,
  listOrigins,
  listStatuses,
  orderEtag,
  restoreOrder,
  updateOrder,
} from '../../orders/index.ts';
import { admissionPlugin } from '../admission.ts';
import { ctxOf, languageOf } from '../context.ts';
import { csvResponse } from '../csv.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { Done, FileAnswer, Nothing } from '../wire.ts';
import { BoardAnswer, ChoicesAnswer, DayAnswer, ListAnswer, MadeOrder, OrderAnswer, RestoredOrder } from './answers.ts';
import { csvOf } from './csv.ts';
import { filterIn } from './filter.ts';
import { findRoute } from './find-route.ts';
import { formRoutes } from './form-routes.ts';
import { keepDigits } from './keep-digits.ts';
import { manyRoutes } from './many-routes.ts';
import { ExportQuery, FilterQuery, ListQuery, NewOrder, NewStatus, OrderChange } from './model.ts';
import { rowsAt, shapeOrder } from './shape.ts';

const BASE = '/app/api/workspaces/:workspace/orders';
const PAGE = 50;
/** The most orders of one status on the board, and of one day in the day's view. */
const COLUMN = 20;
const DAY = 500;
/** Counts beside a view stop here. */
const COUNTED = 1_000;

/** A calendar day as the verbs take it: with an offset, the day is the one written. */
const dayStart = (day: string): string => `${day}T00:00:00+00:00`;
const ifMatchOf = (version: number | undefined): string | undefined =>
  version === undefined ? undefined : orderEtag({ version });

/** The desk's orders: read by all, changed by managers and owners, with the same events as the public API. */
export function orderRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'desk' })
    .use(admissionPlugin(deps))
    .use(listRoutes(deps))
    .use(changeRoutes(deps))
    .use(manyRoutes(deps))
    .use(findRoute(deps))
    .use(formRoutes(deps));
}

function listRoutes(deps: DashboardDeps) {
  const filterOf = (request: Request, text: string | undefined) => {
    const ctx = ctxOf(deps, request);
    return { ctx, filter: filterIn(ctx, text) };
  };
  return new Elysia({ name: 'desk-lists' })
    .use(admissionPlugin(deps))
    .get(
      BASE,
      async ({ query, request }) => {
        const { ctx, filter } = filterOf(request, query.filter);
        const { orders, nextCursor } = await fillDesk(ctx, {
          filter,
          limit: PAGE,
          cursor: query.cursor,
          asker: request,
        });
        const sort = filter.deleted === true ? null : (filter.sort ?? null);
        return answer(deps, request, { orders: orders.map(rowsAt(ctx)), nextCursor, sort });
      },
      { admit: { who: 'viewer' }, query: ListQuery, response: ListAnswer },
    )
    .get(
      `${BASE}/board`,
      async ({ query, request }) => {
        const { ctx, filter } = filterOf(request, query.filter);
        const chosen = filter.statusIds ?? [];
        const counts = countByStatus(ctx);
        const columns = [];
        for (const { id, name, active } of listStatuses(ctx.storage.read, ctx.workspace.seq, languageOf(request))) {
          // A status that was switched off keeps its orders, and they are to be seen.
          if (chosen.length === 0 ? !active && !counts.has(id) : !chosen.includes(id)) continue;
          const own = { ...filter, statusIds: [id] };
          const orders = (await fillDesk(ctx, { filter: own, limit: COLUMN, asker: request })).orders.map(rowsAt(ctx));
          const count =
            orders.length < COLUMN
              ? orders.length
              : await countDesk(ctx, { filter: own, most: COUNTED, asker: request });
          columns.push({ id, name, active, orders, count });
        }
        return answer(deps, request, { columns });
      },
      { admit: { who: 'viewer' }, query: FilterQuery, response: BoardAnswer },
    )
    .get(
      `${BASE}/day`,
      async ({ query, request }) => {
        const { ctx, filter } = filterOf(request, query.filter);
        const day = filter.dateFrom ?? dayInZone(ctx.nowMs, ctx.workspace.timeZone) ?? '';
        const { orders, nextCursor } = await fillDesk(ctx, {
          filter: { ...filter, dateFrom: day, dateTo: day },
          limit: DAY,
          asker: request,
        });
        const around = { before: addDays(day, -1), after: addDays(day, 1) };
        return answer(deps, request, {
          day,
          ...around,
          orders: orders.map(rowsAt(ctx)),
          complete: nextCursor === null,
        });
      },
      { admit: { who: 'viewer' }, query: FilterQuery, response: DayAnswer },
    )
    .get(
      `${BASE}/choices`,
      async ({ request }) => {
        const ctx = ctxOf(deps, request);
        const counts = countByStatus(ctx);
        const statuses = listStatuses(ctx.storage.read, ctx.workspace.seq, languageOf(request));
        const count = (filter: DeskFilter) => countDesk(ctx, { filter, most: COUNTED, asker: request });
        const today = dayInZone(ctx.nowMs, ctx.workspace.timeZone) ?? '';
        const [start = 0, end = 0] = dayStarts(today, 2, ctx.workspace.timeZone);
        return answer(deps, request, {
          statuses: statuses.map((one) => ({
            ...one,
            orders: counts.get(one.id) ?? 0,
          })),
          ...listOrigins(ctx),
          counts: {
            today: await count({ dateFrom: today, dateTo: today }),
            late: await count(filterIn(ctx, 'when=late')),
            made: countMade(ctx, { from: start, to: end }),
            unpaid: await count({ paymentStatuses: ['unpaid', 'partial'] }),
          },
          today,
        });
      },
      { admit: { who: 'viewer' }, response: ChoicesAnswer },
    )
    .get(
      `${BASE}/export`,
      ({ query, request }) => {
        const { ctx, filter } = filterOf(request, query.filter);
        const statuses = listStatuses(ctx.storage.read, ctx.workspace.seq, languageOf(request));
        // Before the first byte, so that a filter that is wrong is still answered as such.
        listDesk(ctx, { filter, limit: 1 });
        const wording = { language: languageOf(request), statuses, byItem: query.rows === 'items' };
        const lines = csvOf(ctx, filter, wording);
        const today = dayInZone(ctx.nowMs, ctx.workspace.timeZone) ?? 'orders';
        return csvResponse(deps, request, { lines, name: `orders-${today}`, action: 'orders.exported' });
      },
      { admit: { who: 'viewer' }, query: ExportQuery, response: FileAnswer },
    )
    .get(
      `${BASE}/:id`,
      ({ params, request }) => {
        const ctx = ctxOf(deps, request);
        const statuses = listStatuses(ctx.storage.read, ctx.workspace.seq, languageOf(request));
        const found = getDeskOrder(ctx, params.id);
        const order = shapeOrder(found, ctx, request);
        return answer(deps, request, { order, statuses, inquiryId: findInquiryOf(ctx, found.order.seq) });
      },
      { admit: { who: 'viewer' }, response: OrderAnswer },
    );
}

function changeRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'desk-changes' })
    .use(admissionPlugin(deps))
    .post(
      BASE,
      async ({ body, request }) => {
        const { formId, date, ...content } = body;
        const input = { ...content, requestKey: `manual:${formId}`, date: dayStart(date) };
        const { order } = await createOrder(ctxOf(deps, request), input);
        return answer(deps, request, { id: order.id, num: order.num });
      },
      { admit: { who: 'manager', large: true }, body: NewOrder, response: MadeOrder },
    )
    .post(
      `${BASE}/:id/update`,
      async ({ body, params, request }) => {
        const ctx = ctxOf(deps, request);
        const { date, ...sent } = body.data;
        const rest = keepDigits(sent, getOrder(ctx, params.id).order);
        const data = date === undefined ? rest : { ...rest, date: dayStart(date) };
        const ifMatch = ifMatchOf(body.version);
        await updateOrder(ctx, { id: params.id, data, ifMatch });
        return answer(deps, request, {});
      },
      { admit: { who: 'manager', large: true }, body: OrderChange, response: Done },
    )
    .post(
      `${BASE}/:id/status`,
      async ({ body, params, request }) => {
        await changeStatus(ctxOf(deps, request), { id: params.id, ...body });
        return answer(deps, request, {});
      },
      { admit: { who: 'manager' }, body: NewStatus, response: Done },
    )
    .post(
      `${BASE}/:id/remove`,
      async ({ params, request }) => {
        await deleteOrder(ctxOf(deps, request), { id: params.id });
        return answer(deps, request, {});
      },
      { admit: { who: 'manager' }, body: Nothing, response: Done },
    )
    .post(
      `${BASE}/:id/restore`,
      async ({ params, request }) => {
        const { withoutIds, withoutIdsInAll } = await restoreOrder(ctxOf(deps, request), params.id);
        return answer(deps, request, { withoutIds: [...withoutIds], withoutIdsInAll });
      },
      { admit: { who: 'manager' }, body: Nothing, response: RestoredOrder },
    );
}
