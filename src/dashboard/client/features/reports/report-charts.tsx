import { Chart } from '../../ui/chart/chart.tsx';
import { Plot } from '../../ui/chart/plot.tsx';
import { shortMoney } from '../../ui/chart/short-money.ts';
import { day, money } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import type { Report } from './address.ts';

type Point = Report['points'][number];

const nameOf = ({ from, to }: Point): string => (from === to ? day(from) : `${day(from)} – ${day(to)}`);

/**
 * Revenue by the dates of orders, in front of the previous period, and money by the times of payments. A single day has
 * no chart.
 */
export function ReportCharts({ report }: { readonly report: Report }) {
  if (report.points.length < 2) return null;
  return (
    <div class="report-charts">
      <RevenueChart report={report} />
      <MoneyChart report={report} />
    </div>
  );
}

function RevenueChart({ report: { points, orders, unit } }: { readonly report: Report }) {
  const w = words.value.reports;
  const summary = w.revenueSummary(money(orders.now.sum), money(orders.before?.sum ?? 0));
  return (
    <Chart
      title={unit === 'day' ? w.revenueByDay : w.revenueByMonth}
      summary={summary}
      legend={[
        ['main', w.revenue],
        ['ghost', w.periodBefore],
      ]}
      columns={[words.value.money.date, w.revenue, w.periodBefore]}
      rows={points.map((one) => [nameOf(one), money(one.revenue), money(one.revenueBefore)]).toReversed()}
    >
      <Plot
        labels={points.map(({ from }) => day(from))}
        titles={points.map((one) => `${nameOf(one)}: ${money(one.revenue)}`)}
        bars={[{ look: 'main', values: points.map(({ revenue }) => revenue) }]}
        ghost={points.map(({ revenueBefore }) => revenueBefore)}
        format={shortMoney}
        label={summary}
      />
    </Chart>
  );
}

function MoneyChart({ report: { points, received, refunded, unit } }: { readonly report: Report }) {
  const w = words.value.reports;
  const m = words.value.money;
  const summary = w.moneySummary(money(received.now.sum), money(refunded.now.sum));
  return (
    <Chart
      title={unit === 'day' ? w.moneyByDay : w.moneyByMonth}
      summary={summary}
      legend={[
        ['good', m.received],
        ['bad', m.refunded],
      ]}
      columns={[m.date, m.received, m.refunded]}
      rows={points.map((one) => [nameOf(one), money(one.received), money(one.refunded)]).toReversed()}
    >
      <Plot
        labels={points.map(({ from }) => day(from))}
        titles={points.map((one) => m.dayTitle(nameOf(one), money(one.received), money(one.refunded)))}
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
