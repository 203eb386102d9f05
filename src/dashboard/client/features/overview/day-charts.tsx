import type { ComponentChildren } from 'preact';
import { sum } from '../../data/sum.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { Plot } from '../../ui/chart/plot.tsx';
import { shortMoney } from '../../ui/chart/short-money.ts';
import { count, day, money, plural } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import type { Days, OverviewData } from './data.ts';
import { ordersMadeOn, ordersOf } from './lists.ts';

const shortCount = (value: number): string => (Number.isInteger(value) ? count(value) : '');
/**
 * Splits the loaded days into two equal halves: the previous period and the current one. The chosen period is not used,
 * because its days may still be loading. Until they have loaded, the page shows the days of the earlier choice.
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

export function OrdersChart({ data, days, choose }: PerDayProps) {
  const w = words.value.overview;
  const { half } = periodsOf(data);
  return (
    <PerDay
      data={data}
      title={w.perDay}
      names={[w.ordersName, w.ordersBefore]}
      summary={(made) => w.perDaySummary(made, plural(half, w.days))}
      of={(one) => one.made}
      show={count}
      total={(made) => plural(made, words.value.orders.ordersCount)}
      scale={shortCount}
      to={ordersMadeOn}
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

export function RevenueChart({ data }: { readonly data: OverviewData }) {
  const w = words.value.overview;
  const { half } = periodsOf(data);
  return (
    <PerDay
      data={data}
      title={w.revenueName}
      names={[w.revenueName, w.revenueBefore]}
      summary={(revenue) => w.revenueSummary(revenue, plural(half, w.days))}
      of={(one) => one.revenue}
      show={money}
      scale={shortMoney}
      to={(day) => ordersOf(data, day)}
    />
  );
}

type OneDay = Pick<OverviewData['days'][number], 'made' | 'revenue'>;

interface PerDayChartProps {
  readonly data: OverviewData;
  readonly title: string;
  readonly summary: (total: string) => string;
  /** The legend: the name of the columns in front, and the name of the columns behind them. */
  readonly names: readonly [string, string];
  readonly of: (day: OneDay) => number;
  readonly show: (value: number) => string;
  /** Formats the sum of a period; by default like a single value. */
  readonly total?: (value: number) => string;
  readonly scale: (value: number) => string;
  readonly to: (day: string) => string;
  readonly choice?: ComponentChildren;
}

function PerDay({ data, title, summary, names, of, show, total = show, scale, to, choice }: PerDayChartProps) {
  const w = words.value.overview;
  const { before, now } = periodsOf(data);
  const [name, nameBefore] = names;
  const sumBefore = sum(before.map(of));
  // A shop younger than two periods gets no comparison, because a comparison with zero would read as growth.
  const hasBefore = sumBefore > 0;
  const since = now.findIndex((one) => of(one) > 0);
  const parts = [
    summary(total(sum(now.map(of)))),
    hasBefore ? w.beforeSummary(total(sumBefore)) : since > 0 && w.since(day(now[since]?.day ?? '')),
  ];
  const said = parts.filter(Boolean).join(' ');
  return (
    <Chart
      title={title}
      summary={said}
      legend={[['main', name], ...(hasBefore ? [['ghost', nameBefore] as const] : [])]}
      columns={[words.value.orders.date, name, ...(hasBefore ? [w.before] : [])]}
      rows={now
        .map((one, at) => [day(one.day), show(of(one)), ...(hasBefore ? [show(of(before[at] ?? NO_DAY))] : [])])
        .toReversed()}
      choice={choice}
    >
      <Plot
        labels={now.map((one) => day(one.day))}
        titles={now.map((one) => `${day(one.day)}: ${show(of(one))}`)}
        links={now.map((one) => to(one.day))}
        bars={[{ look: 'main', values: now.map(of) }]}
        ghost={before.map(of)}
        format={scale}
        label={said}
      />
    </Chart>
  );
}

const NO_DAY: OneDay = { made: 0, revenue: 0 };

type AheadSums = Pick<OverviewData['ahead'][number], 'revenue' | 'paid' | 'owed'>;

/** Returns the part of the revenue that is neither paid nor owed. Refunded orders keep their price but owe nothing. */
const notOwedOf = ({ revenue, paid, owed }: AheadSums): number => sum([revenue, -paid, -owed]);

function partsOf(sums: AheadSums): string {
  const notOwed = notOwedOf(sums);
  const parts = words.value.overview.aheadParts(money(sums.paid), money(sums.owed));
  return notOwed === 0 ? parts : `${parts}, ${words.value.orders.notOwed(money(notOwed))}`;
}

export function AheadChart({ data }: { readonly data: OverviewData }) {
  const w = words.value.overview;
  const { ahead } = data;
  const of = (part: keyof AheadSums): number => sum(ahead.map((one) => one[part]));
  const all = { revenue: of('revenue'), paid: of('paid'), owed: of('owed') };
  const summary = all.revenue === 0 ? w.aheadNone : w.aheadSummary(money(all.revenue), partsOf(all));
  const isRest = notOwedOf(all) !== 0;
  return (
    <Chart
      title={w.ahead}
      summary={summary}
      legend={[
        ['good', w.paidName],
        ['owed', w.owedName],
      ]}
      columns={[words.value.orders.date, w.paidName, w.owedName, ...(isRest ? [w.notOwedName] : [])]}
      rows={ahead.map((one) => [
        day(one.day),
        ...[one.paid, one.owed, ...(isRest ? [notOwedOf(one)] : [])].map((sum) => money(sum)),
      ])}
    >
      <Plot
        labels={ahead.map((one) => day(one.day))}
        titles={ahead.map((one) => `${day(one.day)}: ${partsOf(one)}`)}
        links={ahead.map((one) => ordersOf(data, one.day))}
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
