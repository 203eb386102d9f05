import { Chart } from '../../ui/chart/chart.tsx';
import { Plot } from '../../ui/chart/plot.tsx';
import { count, day, money, plural } from '../../ui/format.ts';
import { language } from '../../words/language.ts';
import { words } from '../../words/words.ts';
import type { Days, OverviewData } from './data.ts';

/** For the foot and the sides of a chart, where there is little room. */
const shortMoney = (roubles: number): string =>
  new Intl.NumberFormat(language.value === 'ru' ? 'ru-RU' : 'en-GB', {
    notation: 'compact',
    maximumFractionDigits: 1,
  }).format(roubles);
const shortCount = (value: number): string => (Number.isInteger(value) ? count(value) : '');
/** Whole kopecks: adding up fractions would drift. */
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + Math.round(one * 100), 0) / 100;

interface PerDayProps {
  readonly data: OverviewData;
  readonly days: Days;
  readonly choose: (days: Days) => void;
}

/** Orders made and revenue for each day, before the same of the time before. */
export function PerDayChart({ data, days, choose }: PerDayProps) {
  const w = words.value.overview;
  // What is asked for may not be there yet.
  const half = data.days.length / 2;
  const [before, now] = [data.days.slice(0, half), data.days.slice(half)];
  const made = (list: typeof now) => plural(sum(list.map((one) => one.made)), w.orders);
  const revenue = (list: typeof now) => money(sum(list.map((one) => one.revenue)));
  const summary = w.perDaySummary(made(now), revenue(now), made(before), revenue(before), plural(half, w.days));
  return (
    <Chart
      title={w.perDay}
      summary={summary}
      legend={[
        ['main', w.ordersName],
        ['line', w.revenueName],
        ['ghost', w.ordersBefore],
        ['ghost-line', w.revenueBefore],
      ]}
      columns={[w.date, w.ordersName, w.revenueName, w.ordersBefore, w.revenueBefore]}
      rows={now
        .map((one, at) => [
          day(one.day),
          count(one.made),
          money(one.revenue),
          count(before[at]?.made ?? 0),
          money(before[at]?.revenue ?? 0),
        ])
        .toReversed()}
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
    >
      <Plot
        labels={now.map((one) => day(one.day))}
        titles={now.map((one) => `${day(one.day)}: ${plural(one.made, w.orders)}, ${money(one.revenue)}`)}
        bars={[{ look: 'main', values: now.map((one) => one.made) }]}
        ghost={before.map((one) => one.made)}
        lines={[
          { look: 'ghost-line', values: before.map((one) => one.revenue) },
          { look: 'line', values: now.map((one) => one.revenue) },
        ]}
        format={shortCount}
        formatRight={shortMoney}
        label={summary}
      />
    </Chart>
  );
}

/** What is paid and what is owed on the orders to come. */
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
