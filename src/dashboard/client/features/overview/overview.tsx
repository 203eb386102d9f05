import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { browsersKeep } from '../../data/me.ts';
import { serviceWorker } from '../../data/secure-context.ts';
import { day, phone } from '../../ui/format.ts';
import { lazyPart, unseenPart } from '../../ui/lazy-part.tsx';
import { isPhone } from '../../ui/phone.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { withOtherWords, words } from '../../words/words.ts';
import { AttentionList } from './attention.tsx';
import { type Days, type OverviewData, useOverview } from './data.ts';
import { Day, LateOrders, Prepare } from './day.tsx';
import { Numbers } from './numbers.tsx';

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
