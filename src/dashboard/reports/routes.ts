import { FileAnswer } from '../../web/index.ts';
import { answerAside, type Desk, group, tableResponse } from '../desk/index.ts';
import { FilterQuery, TableQuery } from '../orders/model.ts';
import { ItemsAnswer, ReportAnswer } from './answers.ts';
import { tableOfReport } from './csv.ts';
import { reportDaysIn } from './filter.ts';
import { readReport, readReportItems } from './readings.ts';

const BASE = '/app/api/workspaces/:workspace/reports';

export const reportRoutes = (desk: Desk) =>
  group(desk, 'reports')
    .get(BASE, ({ ctx, query: { filter } }) => answerAside(ctx, readReport, { filter }), {
      viewer: { slot: 'reports' },
      query: FilterQuery,
      response: ReportAnswer,
    })
    .get(`${BASE}/items`, ({ ctx, query: { filter } }) => answerAside(ctx, readReportItems, { filter }), {
      viewer: { slot: 'reports' },
      query: FilterQuery,
      response: ItemsAnswer,
    })
    .get(
      `${BASE}/export`,
      ({ ctx, query: { filter, format } }) => {
        const { from, to } = reportDaysIn(ctx, filter);
        const file = { name: `report-${from}-${to}`, action: 'report.exported', format } as const;
        return tableResponse(ctx, tableOfReport, { filter, format }, file);
      },
      { viewer: true, query: TableQuery, response: FileAnswer },
    );
