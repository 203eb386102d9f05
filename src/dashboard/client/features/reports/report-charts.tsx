import { Chart } from '../../ui/chart/chart.tsx';
import { Plot } from '../../ui/chart/plot.tsx';
import { shortMoney } from '../../ui/chart/short-money.ts';
import { daySpan, monthName } from '../../ui/day-span.ts';
import { day, money } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import { hasBefore, type Report } from './address.ts';
import { listsOf } from './lists.ts';

type Point = Report['points'][number];

const nameOf = ({ from, to }: Point): string => daySpan(from, to);
const labelsOf = ({ points, unit }: Report): readonly string[] =>
  points.map(({ from }) => (unit === 'day' ? day(from) : monthName(from)));

/** Shows a chart of revenue by the dates of orders, and a chart of money by the times of payments. */
export function ReportCharts({ report }: { readonly report: Report }) {
  if (report.points.length < 2) return null;
  return (
    <div class="report-charts">
      <RevenueChart report={report} />
      <MoneyChart report={report} />
    </div>
  );
}

function RevenueChart({ report }: { readonly report: Report }) {
  const w = words.value.reports;
  const { points, unit, kept } = report;
  const isCompared = hasBefore(report);
  const best = points.reduce((most, one) => (one.revenue > most.revenue ? one : most));
  const summary = best.revenue === 0 ? money(0) : w.most(nameOf(best), money(best.revenue));
  const before = w.periodBefore;
  return (
    <Chart
      title={unit === 'day' ? w.revenueByDay : w.revenueByMonth}
      summary={summary}
      legend={
        isCompared
          ? [
              ['main', w.revenue],
              ['ghost', before],
            ]
          : [['main', w.revenue]]
      }
      columns={[words.value.orders.date, w.revenue, before]}
      rows={points.map((one) => [nameOf(one), money(one.revenue), money(one.revenueBefore)]).toReversed()}
    >
      <Plot
        labels={labelsOf(report)}
        titles={points.map((one) =>
          [nameOf(one), money(one.revenue), ...(isCompared ? [`${before}: ${money(one.revenueBefore)}`] : [])].join(
            '\n',
          ),
        )}
        links={points.map(({ from, to }) => listsOf({ from, to, kept }).orders)}
        bars={[{ look: 'main', values: points.map(({ revenue }) => revenue) }]}
        ghost={isCompared ? points.map(({ revenueBefore }) => revenueBefore) : []}
        format={shortMoney}
        label={summary}
      />
    </Chart>
  );
}

function MoneyChart({ report }: { readonly report: Report }) {
  const w = words.value.reports;
  const m = words.value.money;
  const { points, received, refunded, unit, kept } = report;
  const summary = w.moneySummary(money(received.now.sum), money(refunded.now.sum));
  return (
    <Chart
      title={unit === 'day' ? w.moneyByDay : w.moneyByMonth}
      summary={summary}
      legend={[
        ['good', m.received],
        ['bad', m.refunded],
      ]}
      columns={[words.value.orders.date, m.received, m.refunded]}
      rows={points.map((one) => [nameOf(one), money(one.received), money(one.refunded)]).toReversed()}
    >
      <Plot
        labels={labelsOf(report)}
        titles={points.map((one) =>
          [nameOf(one), `${m.received}: ${money(one.received)}`, `${m.refunded}: ${money(one.refunded)}`].join('\n'),
        )}
        links={points.map(({ from, to }) => listsOf({ from, to, kept }).payments)}
        bars={[
          { look: 'good', values: points.map((one) => one.received) },
          { look: 'bad', values: points.map((one) => one.refunded) },
        ]}
        format={shortMoney}
        label={summary}
      />
    </Chart>
  );
}
