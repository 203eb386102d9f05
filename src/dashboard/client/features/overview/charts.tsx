import { useState } from 'preact/hooks';
import { keepChoice, keptChoice } from '../../data/try-to.ts';
import { stageName } from '../../parts/stage-name.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { count, plural } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import { ageInWords, type OverviewData } from './data.ts';
import { AheadChart, OrdersChart, type PerDayProps, RevenueChart } from './day-charts.tsx';
import { inquiriesOf } from './lists.ts';

const KEY = 'docket.charts';

interface ChartsProps extends PerDayProps {
  readonly hasOrders: boolean;
  readonly hasInquiries: boolean;
}

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

const WIDTH = 200;
const HEIGHT = 10;

function StagesChart({ data }: { readonly data: OverviewData }) {
  const w = words.value.overview;
  const { stages, untouched } = data.inquiries;
  const all = stages.reduce((sum, stage) => sum + stage.count, 0);
  const most = Math.max(1, ...stages.map((stage) => stage.count));
  const ageOf = (ms: number | null): string => (ms === null ? '—' : ageInWords(ms));
  return (
    <Chart
      title={w.stages}
      summary={w.stagesSummary(plural(all, w.inquiriesCount), count(untouched))}
      legend={[]}
      columns={[w.stage, w.count, w.age]}
      rows={stages.map((stage) => [stageName(stage), count(stage.count), ageOf(stage.medianAgeMs)])}
    >
      <ul class="overview-stage-bars">
        {stages.map((stage) => (
          <li key={stage.id}>
            <a href={inquiriesOf(stage.id)}>{stageName(stage)}</a>
            <strong>{count(stage.count)}</strong>
            <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
              <rect class="overview-rest" width={WIDTH} height={HEIGHT} />
              <rect class="main" width={(stage.count / most) * WIDTH} height={HEIGHT} />
            </svg>
            <span class="meta">{stage.medianAgeMs === null ? ' ' : w.ageOf(ageOf(stage.medianAgeMs))}</span>
          </li>
        ))}
      </ul>
    </Chart>
  );
}
