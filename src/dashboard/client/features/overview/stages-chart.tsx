import { stageName } from '../../parts/stage-name.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { count, plural } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import { ageInWords, type OverviewData } from './data.ts';
import { inquiriesOf } from './lists.ts';

const WIDTH = 200;
const HEIGHT = 10;

/** The number of inquiries in each stage, and the median time that they have been there. */
export function StagesChart({ data }: { readonly data: OverviewData }) {
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
