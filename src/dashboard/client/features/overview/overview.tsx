import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { browsersKeep, workspace } from '../../data/me.ts';
import { serviceWorker } from '../../data/secure-context.ts';
import { sum } from '../../data/sum.ts';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { count, day, locale, money, phone, plural } from '../../ui/format.ts';
import { dateFormat } from '../../ui/intl.ts';
import { lazyPart, unseenPart } from '../../ui/lazy-part.tsx';
import { isPhone } from '../../ui/phone.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { withOtherWords, words } from '../../words/words.ts';
import { AttentionList } from './attention.tsx';
import { type Days, type OverviewData, useOverview } from './data.ts';
import { Day, LateOrders, Prepare } from './day.tsx';

// Stores the day's orders for reading offline. This needs a service worker, because only a service worker can open a
// page offline.
const KeepDay = unseenPart(async () => (await import('./keep-day.tsx')).KeepDay);

/**
 * This is a separate chunk, because most shops have no repeating orders. The words for it are loaded at the same time.
 */
const ComingAgain = lazyPart(async () => (await withOtherWords(import('./coming-again.tsx'))).ComingAgain);

/** This is a separate chunk, because the charts are far down the page, and some users keep the charts folded. */
const Charts = lazyPart(async () => (await import('./charts.tsx')).Charts);

interface OverviewProps {
  readonly workspaceId: string;
  /** The content between the figures and the charts. While it is undefined, the charts are not shown either. */
  readonly foot?: ComponentChildren;
}

export function Overview({ workspaceId, foot }: OverviewProps) {
  const [days, setDays] = useState<Days>('30');
  const loaded = useOverview(workspaceId, days);
  const { data, reload } = loaded;
  if (data === undefined) return <Waiting of={loaded} />;
  const hasOrders =
    data.days.some(({ made, revenue }) => made > 0 || revenue > 0) || data.ahead.some(({ revenue }) => revenue > 0);
  const hasInquiries = data.inquiries.stages.some(({ count }) => count > 0);
  const attention = <AttentionList key="attention" lines={data.attention} changed={reload} />;
  const numbers = (hasOrders || hasInquiries) && <Numbers key="numbers" data={data} />;
  const again = data.again.count > 0 && <ComingAgain key="again" data={data} changed={reload} />;
  const prepare = <Prepare key="prepare" data={data} changed={reload} />;
  const isAgainNow = data.again.orders.some(({ due }) => due.some(({ date }) => date <= data.today));
  return (
    <div class="overview">
      <Waiting of={loaded} />
      {serviceWorker !== undefined && browsersKeep() && <KeepDay workspaceId={workspaceId} />}
      <LateOrders data={data} changed={reload} />
      <Day data={data} changed={reload} />
      {isAgainNow ? [again, prepare] : [prepare, again]}
      <ComingDates data={data} />
      {isPhone.value ? [attention, numbers] : [numbers, attention]}
      {foot}
      {foot !== undefined && (hasOrders || hasInquiries) && (
        <Charts data={data} days={days} choose={setDays} hasOrders={hasOrders} hasInquiries={hasInquiries} />
      )}
    </div>
  );
}

function ComingDates({ data: { dates } }: { readonly data: OverviewData }) {
  if (dates.length === 0) return null;
  return (
    <section class="overview-dates" aria-labelledby="dates-title">
      <h2 id="dates-title">{words.value.overview.dates}</h2>
      <ul>
        {dates.map(({ date, title, clientId, clientName, clientPhone }, at) => (
          <li key={at}>
            <time>{day(date)}</time> <bdi>{title}</bdi> ·{' '}
            <a href={`/app/clients/${clientId}`}>
              <bdi>{clientName || phone(clientPhone)}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const WEEK = 7;
const MONTH = 30;
/**
 * The greatest number of characters of a figure that fits on one line in the narrowest column. A longer figure is shown
 * in smaller type.
 */
const ONE_LINE = 12;

const listOf = (filter: string): string => `/app/orders?${filter}`;

function Numbers({ data }: { readonly data: OverviewData }) {
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
