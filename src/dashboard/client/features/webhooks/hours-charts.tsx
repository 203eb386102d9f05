import { useLoaded } from '../../data/use-loaded.ts';
import { type Hours, loadHours } from '../../parts/webhooks.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { Plot } from '../../ui/chart/plot.tsx';
import { count, locale, plural, zone } from '../../ui/format.ts';
import { dateFormat } from '../../ui/intl.ts';
import { formatMs } from '../../ui/times.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';

const hourOf = (iso: string, withDay: boolean): string =>
  dateFormat(locale(), {
    hour: '2-digit',
    minute: '2-digit',
    ...(withDay ? { day: 'numeric', month: 'short' } : {}),
    ...zone(),
  }).format(new Date(iso));

export function HoursCharts({ id }: { readonly id: string }) {
  const loaded = useLoaded(() => loadHours(id), id, { on: ['webhooks'], calm: true });
  const { data, error } = loaded;
  const w = words.value.deliveryCharts;
  if (data === undefined || error !== undefined) return <Waiting of={loaded} />;
  const { hours, onlyLast, timeoutMs } = data;
  if (hours.every(({ succeeded, failed }) => succeeded + failed === 0)) return <p class="meta">{w.noHours}</p>;
  return (
    <>
      <Deliveries hours={hours} />
      {hours.some(({ medianMs }) => medianMs !== null) && <Times hours={hours} timeoutMs={timeoutMs} />}
      {onlyLast !== null && <p class="note">{plural(onlyLast, w.onlyLast)}</p>}
    </>
  );
}

function Deliveries({ hours }: { readonly hours: Hours }) {
  const { deliveryCharts: w, hooks } = words.value;
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  const all = hours.reduce((sum, hour) => sum + hour.succeeded, failed);
  const summary = w.deliveriesSummary(plural(all, w.attemptsCount), count(failed));
  return (
    <Chart
      title={w.deliveries}
      summary={summary}
      legend={[
        ['good', hooks.succeeded],
        ['bad', hooks.failed],
      ]}
      columns={[w.hour, hooks.succeeded, hooks.failed]}
      rows={hours.map((hour) => [hourOf(hour.at, true), count(hour.succeeded), count(hour.failed)]).toReversed()}
    >
      <Plot
        labels={hours.map((hour) => hourOf(hour.at, false))}
        titles={hours.map(
          (hour) =>
            `${hourOf(hour.at, true)}: ${hooks.succeeded} ${count(hour.succeeded)}, ${hooks.failed} ${count(hour.failed)}`,
        )}
        bars={[
          { look: 'good', values: hours.map((hour) => hour.succeeded) },
          { look: 'bad', values: hours.map((hour) => hour.failed) },
        ]}
        format={(value) => (Number.isInteger(value) ? count(value) : '')}
        label={summary}
      />
    </Chart>
  );
}

function Times({ hours, timeoutMs }: { readonly hours: Hours; readonly timeoutMs: number }) {
  const w = words.value.deliveryCharts;
  const most = (values: readonly (number | null)[]): number => Math.max(0, ...values.map((value) => value ?? 0));
  const [medians, slow] = [hours.map((hour) => hour.medianMs), hours.map((hour) => hour.p95Ms)];
  const summary = w.timesSummary(formatMs(most(medians)), formatMs(most(slow)), formatMs(timeoutMs));
  // A time limit far above the usual times is not drawn, because it would flatten the line of the times.
  const limit = most(slow) * 4 < timeoutMs ? undefined : timeoutMs;
  const text = (ms: number | null): string => (ms === null ? '—' : formatMs(ms));
  return (
    <Chart
      title={w.times}
      summary={summary}
      legend={[
        ['line', w.median],
        ['dashed', w.p95],
        ...(limit === undefined ? [] : [['limit', w.limit(formatMs(limit))] as const]),
      ]}
      columns={[w.hour, w.median, w.p95]}
      rows={hours.map((hour) => [hourOf(hour.at, true), text(hour.medianMs), text(hour.p95Ms)]).toReversed()}
    >
      <Plot
        labels={hours.map((hour) => hourOf(hour.at, false))}
        titles={hours.map(
          (hour) => `${hourOf(hour.at, true)}: ${w.median} ${text(hour.medianMs)}, ${w.p95} ${text(hour.p95Ms)}`,
        )}
        lines={[
          { look: 'dashed', values: slow },
          { look: 'line', values: medians },
        ]}
        {...(limit === undefined ? {} : { limit })}
        format={formatMs}
        label={summary}
      />
    </Chart>
  );
}
