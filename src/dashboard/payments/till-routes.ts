import { closeDay } from '../../orders/index.ts';
import { FileAnswer } from '../../web/index.ts';
import { answerAside, type Desk, group, Made, makeOnce, readToTheEnd, tableResponse } from '../desk/index.ts';
import { TableQuery } from '../orders/model.ts';
import { ClosedDaysAnswer, ClosedDaysQuery, NewClose, TillAnswer, TillQuery } from './till-answers.ts';
import { readClosedDays, readTillDay, readTillSums, tableOfCloses, todayOf } from './till-readings.ts';

const BASE = '/app/api/workspaces/:workspace/payments/till';

export const tillRoutes = (desk: Desk) =>
  group(desk, 'till')
    .get(BASE, ({ ctx, query: { day } }) => answerAside(ctx, readTillDay, { day }), {
      viewer: { slot: 'reports' },
      query: TillQuery,
      response: TillAnswer,
    })
    .get(`${BASE}/days`, ({ ctx, query: { cursor } }) => answerAside(ctx, readClosedDays, { cursor }), {
      viewer: { slot: 'reports' },
      query: ClosedDaysQuery,
      response: ClosedDaysAnswer,
    })
    .get(
      `${BASE}/export`,
      ({ ctx, query: { format } }) => {
        const file = { name: `till-${todayOf(ctx)}`, action: 'till.exported', format } as const;
        return tableResponse(ctx, tableOfCloses, { format }, file);
      },
      { viewer: true, query: TableQuery, response: FileAnswer },
    )
    .post(
      BASE,
      ({ ctx, body }) =>
        makeOnce(ctx, body, async (once) => ({
          id: await closeDay(once, {
            ...body,
            nowMs: ctx.nowMs,
            sum: (asked) => readToTheEnd(once, readTillSums, asked),
          }),
        })),
      { manager: { slot: 'reports' }, body: NewClose, response: Made },
    );
