import { useState } from 'preact/hooks';
import { browsersKeep } from '../../data/me.ts';
import { serviceWorker } from '../../data/secure-context.ts';
import { unseenPart } from '../../ui/lazy-part.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { AttentionList } from './attention.tsx';
import { Charts } from './charts.tsx';
import { type Days, useOverview } from './data.ts';
import { Day, Prepare } from './day.tsx';
import { AheadChart, OrdersChart, RevenueChart } from './day-charts.tsx';
import { LateOrders } from './late-orders.tsx';
import { Numbers } from './numbers.tsx';
import { StagesChart } from './stages-chart.tsx';

// Where no worker can open the pages again, nobody would read what is kept.
const KeepDay = unseenPart(async () => (await import('./keep-day.tsx')).KeepDay);

/** A shop as it is now: who waits, what is next and what is to be prepared, then figures, and how it has gone. */
export function Overview({ workspaceId }: { readonly workspaceId: string }) {
  const [days, setDays] = useState<Days>('30');
  const loaded = useOverview(workspaceId, days);
  const { data, reload } = loaded;
  if (data === undefined) return <Waiting of={loaded} />;
  const hasOrders =
    data.days.some(({ made, revenue }) => made > 0 || revenue > 0) || data.ahead.some(({ revenue }) => revenue > 0);
  const hasInquiries = data.inquiries.stages.some(({ count }) => count > 0);
  return (
    <div class="overview">
      <Waiting of={loaded} />
      {serviceWorker !== undefined && browsersKeep() && <KeepDay workspaceId={workspaceId} />}
      <LateOrders data={data} changed={reload} />
      <Day data={data} changed={reload} />
      <Prepare data={data} changed={reload} />
      {(hasOrders || hasInquiries) && <Numbers data={data} />}
      <AttentionList lines={data.attention} changed={reload} />
      {(hasOrders || hasInquiries) && (
        <Charts>
          {hasOrders && <OrdersChart data={data} days={days} choose={setDays} />}
          {hasOrders && <RevenueChart data={data} />}
          {hasOrders && <AheadChart data={data} />}
          {hasInquiries && <StagesChart data={data} />}
        </Charts>
      )}
    </div>
  );
}
