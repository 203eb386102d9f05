import { t } from 'elysia';
import { dayInZone } from '../../base/index.ts';
import {
  changeStatus,
  createOrder,
  deleteOrder,
  getOrderAt,
  orderEtag,
  restoreOrder,
  updateOrder,
} from '../../orders/index.ts';
import { CLOSED, FileAnswer } from '../../web/index.ts';
import { answerAside, type Desk, Done, group, idOfForm, Nothing, tableResponse } from '../desk/index.ts';
import {
  BoardAnswer,
  ChoicesAnswer,
  CouriersAnswer,
  DayAnswer,
  FindAnswer,
  ListAnswer,
  MadeOrder,
  OrderAnswer,
  RestoredOrder,
  SumsAnswer,
} from './answers.ts';
import { answerFiltered, beginFiltered, filterIn } from './filter.ts';
import { formRoutes } from './form-routes.ts';
import { keepDigits } from './keep-digits.ts';
import { manyRoutes } from './many-routes.ts';
import {
  ExportQuery,
  FilterQuery,
  FilterText,
  FindQuery,
  ListQuery,
  NewOrder,
  NewStatus,
  OrderChange,
} from './model.ts';
import {
  CHOSEN,
  readBoard,
  readChoices,
  readCouriers,
  readDay,
  readFound,
  readList,
  readListSums,
  tableOfOrders,
} from './readings.ts';
import { scheduleRoutes } from './schedule-routes.ts';
import { dayStart } from './shape.ts';
import { wholeOrder } from './whole-order.ts';

const BASE = '/app/api/workspaces/:workspace/orders';
const SheetQuery = t.Object(
  {
    ids: t.Optional(t.String({ maxLength: CHOSEN * 37 })),
    day: t.Optional(t.String({ maxLength: 10 })),
    filter: FilterText,
  },
  CLOSED,
);
/** A version that no order has, because versions begin at 1. An edit of this version always fails. */
const NO_VERSION = 0;
const ifMatchOf = (version: number | undefined): string | undefined =>
  version === undefined ? undefined : orderEtag({ version });

/** Builds the routes of orders. Changes send the same events as changes through the public API. */
export const orderRoutes = (desk: Desk) =>
  group(desk, 'desk')
    .use(listRoutes(desk))
    .use(changeRoutes(desk))
    .use(manyRoutes(desk))
    .use(foundRoutes(desk))
    .use(scheduleRoutes(desk))
    .use(formRoutes(desk));

const listRoutes = (desk: Desk) =>
  group(desk, 'desk-lists')
    .get(BASE, ({ ctx, query: { filter, cursor } }) => answerFiltered(ctx, readList, { filter, cursor }), {
      ordersReader: true,
      query: ListQuery,
      response: ListAnswer,
    })
    .get(`${BASE}/sums`, ({ ctx, query: { filter } }) => answerFiltered(ctx, readListSums, { filter }), {
      viewer: { slot: 'reports' },
      query: FilterQuery,
      response: SumsAnswer,
    })
    .get(`${BASE}/board`, ({ ctx, query: { filter } }) => answerFiltered(ctx, readBoard, { filter }), {
      ordersReader: true,
      query: FilterQuery,
      response: BoardAnswer,
    })
    .get(`${BASE}/day`, ({ ctx, query: { filter } }) => answerFiltered(ctx, readDay, { filter }), {
      ordersReader: true,
      query: FilterQuery,
      response: DayAnswer,
    })
    .get(`${BASE}/choices`, ({ ctx }) => answerAside(ctx, readChoices, null), {
      ordersReader: true,
      response: ChoicesAnswer,
    })
    .get(
      `${BASE}/export`,
      async ({ ctx, query }) => {
        await beginFiltered(ctx, query.filter);
        filterIn(ctx, query.filter);
        const today = dayInZone(ctx.nowMs, ctx.workspace.timeZone) ?? 'orders';
        const input = { filter: query.filter, byItem: query.rows === 'items', format: query.format };
        const file = { name: `orders-${today}`, action: 'orders.exported', format: query.format } as const;
        return tableResponse(ctx, tableOfOrders, input, file);
      },
      { viewer: true, query: ExportQuery, response: FileAnswer },
    )
    .get(`${BASE}/:id`, ({ ctx, params }) => wholeOrder(ctx, params.id), {
      ordersReader: true,
      response: OrderAnswer,
    });

const foundRoutes = (desk: Desk) =>
  group(desk, 'desk-find')
    .get(`${BASE}/find`, ({ ctx, query }) => answerAside(ctx, readFound, { text: query.q }), {
      ordersReader: true,
      query: FindQuery,
      response: FindAnswer,
    })
    .get(`${BASE}/couriers`, ({ ctx, query }) => answerFiltered(ctx, readCouriers, query), {
      ordersReader: { slot: 'reports' },
      query: SheetQuery,
      response: CouriersAnswer,
    });

const changeRoutes = (desk: Desk) =>
  group(desk, 'desk-changes')
    .post(
      BASE,
      async ({ ctx, body }) => {
        const { date, ...content } = body;
        const input = { ...content, requestKey: `manual:${idOfForm(ctx)}`, date: dayStart(date) };
        const { order } = await createOrder(ctx, input);
        return { id: order.id, num: order.num };
      },
      { ordersKeeper: { large: true }, body: NewOrder, response: MadeOrder },
    )
    .post(
      `${BASE}/:id/update`,
      async ({ ctx, body, params }) => {
        const { date, ...sent } = body.data;
        const order = getOrderAt(ctx, { id: params.id, version: body.version });
        const rest = order === undefined ? sent : keepDigits(sent, order);
        const data = date === undefined ? rest : { ...rest, date: dayStart(date) };
        // If `order` is undefined, `keepDigits` did not run. The edit must then fail, because saving it could cut off
        // digits of long numbers.
        const ifMatch = ifMatchOf(order === undefined ? NO_VERSION : body.version);
        await updateOrder(ctx, { id: params.id, data, ifMatch });
      },
      { ordersKeeper: { large: true }, body: OrderChange, response: Done },
    )
    .post(
      `${BASE}/:id/status`,
      async ({ ctx, body, params }) => {
        await changeStatus(ctx, { id: params.id, ...body });
      },
      { ordersKeeper: true, body: NewStatus, response: Done },
    )
    .post(
      `${BASE}/:id/remove`,
      async ({ ctx, params }) => {
        await deleteOrder(ctx, { id: params.id });
      },
      { ordersKeeper: true, body: Nothing, response: Done },
    )
    .post(
      `${BASE}/:id/restore`,
      async ({ ctx, params }) => {
        const { withoutIds, withoutIdsInAll } = await restoreOrder(ctx, params.id);
        return { withoutIds: [...withoutIds], withoutIdsInAll };
      },
      { ordersKeeper: true, body: Nothing, response: RestoredOrder },
    );
