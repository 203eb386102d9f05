import { dayInZone } from '../../base/index.ts';
import { FileAnswer } from '../../web/index.ts';
import { type Desk, group, tableResponse } from '../desk/index.ts';
import { answerFiltered, beginFiltered } from '../orders/filter.ts';
import { FilterQuery, ListQuery, TableQuery } from '../orders/model.ts';
import { PaymentsAnswer, SumsAnswer } from './answers.ts';
import { tableOfPayments } from './csv.ts';
import { moneyFilterIn } from './filter.ts';
import { readPaymentSums, readPayments } from './readings.ts';

const BASE = '/app/api/workspaces/:workspace/payments';

export const paymentListRoutes = (desk: Desk) =>
  group(desk, 'payment-list')
    .get(BASE, ({ ctx, query: { filter, cursor } }) => answerFiltered(ctx, readPayments, { filter, cursor }), {
      viewer: true,
      query: ListQuery,
      response: PaymentsAnswer,
    })
    .get(`${BASE}/sums`, ({ ctx, query: { filter } }) => answerFiltered(ctx, readPaymentSums, { filter }), {
      viewer: { slot: 'reports' },
      query: FilterQuery,
      response: SumsAnswer,
    })
    .get(
      `${BASE}/export`,
      async ({ ctx, query: { filter, format } }) => {
        await beginFiltered(ctx, filter);
        moneyFilterIn(ctx, filter);
        const today = dayInZone(ctx.nowMs, ctx.workspace.timeZone) ?? 'all';
        const file = { name: `payments-${today}`, action: 'payments.exported', format } as const;
        return tableResponse(ctx, tableOfPayments, { filter, format }, file);
      },
      { viewer: true, query: TableQuery, response: FileAnswer },
    );
