import { t } from 'elysia';
import {
  confirmDate,
  endSchedule,
  keepSchedule,
  pauseSchedule,
  shopTime,
  skipDate,
  unskipDate,
} from '../../orders/index.ts';
import { CLOSED, FileAnswer } from '../../web/index.ts';
import {
  answerAside,
  type Desk,
  Done,
  FileQuery,
  group,
  idOfForm,
  Nothing,
  oneOf,
  tableResponse,
} from '../desk/index.ts';
import { MadeOrder, PricesAnswer, SchedulesAnswer } from './answers.ts';
import { Day, NewOrder } from './model.ts';
import { tableOfSchedules } from './schedule-csv.ts';
import { readPrices, readSchedules } from './schedule-readings.ts';
import { dayStart } from './shape.ts';

const BASE = '/app/api/workspaces/:workspace/orders';

const PageQuery = t.Object({ cursor: t.Optional(t.String({ maxLength: 300 })) }, CLOSED);
const Schedule = t.Object(
  {
    every: oneOf(['week', 'two_weeks', 'month', 'year']),
    next: Day,
    last: t.Union([Day, t.Null()]),
    daysBefore: t.Number(),
  },
  CLOSED,
);
const Pause = t.Object({ isPaused: t.Boolean() }, CLOSED);
const Due = t.Object({ due: Day }, CLOSED);
const Confirmed = t.Object({ due: Day, order: NewOrder }, CLOSED);

export const scheduleRoutes = (desk: Desk) =>
  group(desk, 'schedules').use(readingRoutes(desk)).use(changingRoutes(desk));

const readingRoutes = (desk: Desk) =>
  group(desk, 'schedules-reading')
    .get(`${BASE}/schedules`, ({ ctx, query: { cursor } }) => answerAside(ctx, readSchedules, { cursor }), {
      ordersReader: true,
      query: PageQuery,
      response: SchedulesAnswer,
    })
    .get(
      `${BASE}/schedules/export`,
      ({ ctx, query: { format } }) => {
        const { today } = shopTime(ctx.nowMs, ctx.workspace.timeZone);
        const file = { name: `repeating-orders-${today}`, action: 'orders.exported', format } as const;
        return tableResponse(ctx, tableOfSchedules, { today, format }, file);
      },
      { viewer: true, query: FileQuery, response: FileAnswer },
    )
    .get(`${BASE}/:id/prices`, ({ ctx, params: { id } }) => answerAside(ctx, readPrices, { id }), {
      ordersKeeper: true,
      response: PricesAnswer,
    });

const changingRoutes = (desk: Desk) =>
  group(desk, 'schedules-changing')
    .post(`${BASE}/:id/schedule`, ({ ctx, params, body }) => keepSchedule(ctx, { ...body, orderId: params.id }), {
      ordersKeeper: true,
      body: Schedule,
      response: Done,
    })
    .post(
      `${BASE}/:id/schedule/pause`,
      ({ ctx, params, body }) => pauseSchedule(ctx, { ...body, orderId: params.id }),
      { ordersKeeper: true, body: Pause, response: Done },
    )
    .post(`${BASE}/:id/schedule/end`, ({ ctx, params }) => endSchedule(ctx, { orderId: params.id }), {
      ordersKeeper: true,
      body: Nothing,
      response: Done,
    })
    .post(
      `${BASE}/:id/schedule/confirm`,
      async ({ ctx, params, body: { due, order: sent } }) => {
        const requestKey = `manual:${idOfForm(ctx)}`;
        const input = { ...sent, requestKey, date: dayStart(sent.date) };
        const { order } = await confirmDate(ctx, { ...input, orderId: params.id, due });
        return { id: order.id, num: order.num };
      },
      { ordersKeeper: { large: true }, body: Confirmed, response: MadeOrder },
    )
    .post(`${BASE}/:id/schedule/skip`, ({ ctx, params, body }) => skipDate(ctx, { ...body, orderId: params.id }), {
      ordersKeeper: true,
      body: Due,
      response: Done,
    })
    .post(`${BASE}/:id/schedule/unskip`, ({ ctx, params, body }) => unskipDate(ctx, { ...body, orderId: params.id }), {
      ordersKeeper: true,
      body: Due,
      response: Done,
    });
