import { useState } from 'preact/hooks';
import { keepChoice, keptChoice } from '../../data/try-to.ts';
import { words } from '../../words/words.ts';
import { AheadChart, OrdersChart, type PerDayProps, RevenueChart } from './day-charts.tsx';
import { StagesChart } from './stages-chart.tsx';

const KEY = 'docket.charts';

interface ChartsProps extends PerDayProps {
  readonly hasOrders: boolean;
  readonly hasInquiries: boolean;
}

/** The charts, which readers can fold; the browser remembers the choice. */
export function Charts({ data, days, choose, hasOrders, hasInquiries }: ChartsProps) {
  const [isOpen, setIsOpen] = useState(() => keptChoice(KEY) !== 'folded');
  return (
    <details
      class="overview-charts"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        setIsOpen(currentTarget.open);
        keepChoice(KEY, currentTarget.open ? 'open' : 'folded');
      }}
    >
      <summary>
        <h2>{words.value.overview.charts}</h2>
      </summary>
      {isOpen && (
        <div class="overview-two">
          {hasOrders && <OrdersChart data={data} days={days} choose={choose} />}
          {hasOrders && <RevenueChart data={data} />}
          {hasOrders && <AheadChart data={data} />}
          {hasInquiries && <StagesChart data={data} />}
        </div>
      )}
    </details>
  );
}
