import { workspace } from '../../data/me.ts';
import { sum } from '../../data/sum.ts';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { count, locale, money, plural } from '../../ui/format.ts';
import { dateFormat } from '../../ui/intl.ts';
import { words } from '../../words/words.ts';
import type { OverviewData } from './data.ts';

const WEEK = 7;
const MONTH = 30;
/**
 * The greatest number of characters of a figure that fits on one line in the narrowest column. A longer figure is shown
 * in smaller type.
 */
const ONE_LINE = 12;

const listOf = (filter: string): string => `/app/orders?${filter}`;

export function Numbers({ data }: { readonly data: OverviewData }) {
  const w = words.value.overview;
  const days = data.days.slice(-MONTH);
  const before = dateFormat(locale(), { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${data.weekAgo}T00:00:00Z`),
  );
  const { today, owed } = data.filters;
  const figures = [
    [w.ordersToday, days.map(({ orders }) => orders), count, w.revenueWhat, today],
    [w.revenue, days.map(({ revenue }) => revenue), money, w.revenueWhat, today],
    [w.owed, data.owed, money, w.owedWhat, owed],
  ] as const;
  return (
    <ul class="overview-numbers" aria-label={w.numbers}>
      {figures.map(([name, values, show, hint, filter]) => (
        <Figure key={name} name={name} values={values} show={show} before={before} hint={hint} to={listOf(filter)} />
      ))}
      <Fourth data={data} />
    </ul>
  );
}

/** Shows new inquiries. If inquiries are off and none exists, shows the coming week's revenue instead. */
function Fourth({ data }: { readonly data: OverviewData }) {
  const w = words.value.overview;
  const { untouched, longUntouched, came, stages } = data.inquiries;
  if (workspace.value?.inquiriesEnabled !== true && stages.every((stage) => stage.count === 0)) {
    const ahead = data.ahead.slice(0, WEEK);
    const paid = money(sum(ahead.map((one) => one.paid)));
    return (
      <Plain
        name={w.aheadWeek}
        value={money(sum(ahead.map((one) => one.revenue)))}
        line={data.ahead.map((one) => one.revenue)}
        label={w.ahead}
        beside={w.aheadPaid(paid)}
        to={listOf(data.filters.ahead)}
      />
    );
  }
  return (
    <Plain
      name={w.inquiries}
      value={count(untouched)}
      line={came}
      label={w.inquiriesCame(plural(sum(came), w.inquiriesCount))}
      beside={longUntouched === 0 ? w.noneLong : plural(longUntouched, w.longUntouched)}
      to="/app/inquiries"
    />
  );
}

interface FigureProps {
  readonly name: string;
  /** One value for each day, ending with today. */
  readonly values: readonly number[];
  readonly show: (value: number) => string;
  /** The day a week ago, in words. */
  readonly before: string;
  readonly hint: string;
  readonly to: string;
}

function Figure({ name, values, show, before, hint, to }: FigureProps) {
  const w = words.value.overview;
  const [now = 0, then = 0] = [values.at(-1), values.at(-1 - WEEK)];
  const change = sum([now, -then]);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return (
    <Plain
      name={name}
      value={show(now)}
      line={values}
      label={w.monthOf(show(least), show(most))}
      beside={(change === 0 ? w.sameAs : w.against)(before)}
      {...(change === 0 ? {} : { change: `${change > 0 ? '▲ +' : '▼ −'}${show(Math.abs(change))}` })}
      hint={hint}
      to={to}
    />
  );
}

interface PlainProps {
  readonly name: string;
  readonly value: string;
  readonly line: readonly number[];
  readonly label: string;
  readonly change?: string;
  readonly beside: string;
  readonly hint?: string;
  readonly to: string;
}

function Plain({ name, value, line, label, change, beside, hint, to }: PlainProps) {
  return (
    <li>
      <span class="overview-figure-name" title={hint}>
        <a href={to}>{name}</a>
      </span>
      <strong class={value.length > ONE_LINE ? 'overview-long' : ''}>{value}</strong>
      <Sparkline values={line} label={label} />
      <span class="meta">
        {change !== undefined && <b>{change} </b>}
        {beside}
      </span>
    </li>
  );
}
