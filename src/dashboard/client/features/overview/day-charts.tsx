import type { ComponentChildren } from 'preact';
import { sum } from '../../data/sum.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { Plot } from '../../ui/chart/plot.tsx';
import { shortMoney } from '../../ui/chart/short-money.ts';
import { count, day, money, plural } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import type { Days, OverviewData } from './data.ts';

const shortCount = (value: number): string => (Number.isInteger(value) ? count(value) : '');
/**
 * Splits the loaded days into the period shown and the one before it. A newly chosen period may not have arrived yet.
 */
function periodsOf({ days }: OverviewData) {
  const half = days.length / 2;
  return { half, before: days.slice(0, half), now: days.slice(half) };
}

export interface PerDayProps {
  readonly data: OverviewData;
  readonly days: Days;
  readonly choose: (days: Days) => void;
}

/** Orders made each day, in front of the orders of the previous period. */
export function OrdersChart({ data, days, choose }: PerDayProps) {
  const w = words.value.overview;
  const { half, before, now } = periodsOf(data);
  const made = (list: typeof now) => plural(sum(list.map((one) => one.made)), w.orders);
  return (
    <PerDay
      data={data}
      title={w.perDay}
      names={[w.ordersName, w.ordersBefore]}
      summary={w.perDaySummary(made(now), made(before), plural(half, w.days))}
      of={(one) => one.made}
      show={count}
      scale={shortCount}
      choice={
        <fieldset class="segments period">
          <legend class="unseen">{w.period}</legend>
          {(['30', '90'] as const).map((one) => (
            <button key={one} type="button" class="quiet" aria-pressed={one === days} onClick={() => choose(one)}>
              {plural(Number(one), w.days)}
            </button>
          ))}
        </fieldset>
      }
    />
  );
}

/** Revenue by the orders' dates, in front of the revenue of the previous period. */
export function RevenueChart({ data }: { readonly data: OverviewData }) {
  const w = words.value.overview;
  const { half, before, now } = periodsOf(data);
  const revenue = (list: typeof now) => money(sum(list.map((one) => one.revenue)));
  return (
    <PerDay
      data={data}
      title={w.revenuePerDay}
      names={[w.revenueName, w.revenueBefore]}
      summary={w.revenueSummary(revenue(now), revenue(before), plural(half, w.days))}
      of={(one) => one.revenue}
      show={money}
      scale={shortMoney}
    />
  );
}

interface OneDay {
  readonly made: number;
  readonly revenue: number;
}

interface PerDayChartProps {
  readonly data: OverviewData;
  readonly title: string;
  readonly summary: string;
  /** The legend: the name of the columns, and the name of those behind them. */
  readonly names: readonly [string, string];
  readonly of: (day: OneDay) => number;
  readonly show: (value: number) => string;
  readonly scale: (value: number) => string;
  readonly choice?: ComponentChildren;
}

function PerDay({ data, title, summary, names, of, show, scale, choice }: PerDayChartProps) {
  const w = words.value.overview;
  const { before, now } = periodsOf(data);
  const [name, nameBefore] = names;
  return (
    <Chart
      title={title}
      summary={summary}
      legend={[
        ['main', name],
        ['ghost', nameBefore],
      ]}
      columns={[w.date, name, nameBefore]}
      rows={now.map((one, at) => [day(one.day), show(of(one)), show(of(before[at] ?? NO_DAY))]).toReversed()}
      choice={choice}
    >
      <Plot
        labels={now.map((one) => day(one.day))}
        titles={now.map((one) => `${day(one.day)}: ${show(of(one))}`)}
        bars={[{ look: 'main', values: now.map(of) }]}
        ghost={before.map(of)}
        format={scale}
        label={summary}
      />
    </Chart>
  );
}

const NO_DAY: OneDay = { made: 0, revenue: 0 };

/** The sums paid and owed on future orders. */
export function AheadChart({ data }: { readonly data: OverviewData }) {
  const w = words.value.overview;
  const { ahead } = data;
  const [paid, owed] = [sum(ahead.map((one) => one.paid)), sum(ahead.map((one) => one.owed))];
  const all = sum(ahead.map((one) => one.revenue));
  const summary = all === 0 ? w.aheadNone : w.aheadSummary(money(all), money(paid), money(owed));
  return (
    <Chart
      title={w.ahead}
      summary={summary}
      legend={[
        ['good', w.paidName],
        ['owed', w.owedName],
      ]}
      columns={[w.date, w.paidName, w.owedName]}
      rows={ahead.map((one) => [day(one.day), money(one.paid), money(one.owed)])}
    >
      <Plot
        labels={ahead.map((one) => day(one.day))}
        titles={ahead.map(
          (one) => `${day(one.day)}: ${w.paidName} ${money(one.paid)}, ${w.owedName} ${money(one.owed)}`,
        )}
        bars={[
          { look: 'good', values: ahead.map((one) => one.paid) },
          { look: 'owed', values: ahead.map((one) => one.owed) },
        ]}
        format={shortMoney}
        label={summary}
      />
    </Chart>
  );
}
