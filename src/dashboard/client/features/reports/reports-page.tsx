import { PERIODS } from '../../../shared/periods.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { ExportMenu } from '../../parts/export-menu.tsx';
import { PeriodSegments } from '../../parts/period-segments.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { day } from '../../ui/format.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { withEnd } from '../../ui/period.ts';
import { type Address, useAddress } from '../../ui/use-query.ts';
import { useTitle } from '../../ui/use-title.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import { loadItems, loadReport, type Report } from './address.ts';
import { ReportCharts } from './report-charts.tsx';
import { ItemsTable, ReportTables } from './report-tables.tsx';
import { Totals } from './totals.tsx';

/** Figures of a period, compared with the period before; each links to the list that adds up to it. */
export function ReportsPage() {
  const address = useAddress();
  const filter = address.params.toString();
  const loaded = useLoaded(() => loadReport(filter), filter, { on: ['orders'] });
  const items = useLoaded(() => loadItems(filter), filter, { on: ['orders'] });
  const w = words.value.reports;
  useTitle(words.value.menu.reports);
  const report = loaded.data;
  return (
    <>
      <div class="head beside">
        <PageTitle>{words.value.menu.reports}</PageTitle>
        <div class="actions">
          <ExportMenu of="reports" filter={filter} />
        </div>
      </div>
      <p class="lead">{w.what}</p>
      <Period address={address} report={report} />
      <Waiting of={loaded} />
      {report !== undefined && (
        <>
          <Totals report={report} />
          <ReportCharts report={report} />
          <ReportTables report={report} />
          <Waiting of={items} />
          {items.data !== undefined && <ItemsTable report={report} rows={items.data.items} />}
        </>
      )}
    </>
  );
}

/** The days of the page: a period in one press, or typed dates. */
function Period({ address, report }: { readonly address: Address; readonly report: Report | undefined }) {
  const w = words.value.reports;
  const isNamed = address.value('from') !== undefined || address.value('to') !== undefined;
  const from = address.value('from') ?? report?.from;
  const to = address.value('to') ?? report?.to;
  const end = (which: 'from' | 'to') => (date: string) => {
    if (date === '') return;
    const days = withEnd({ from, to }, which, date);
    address.set({ when: undefined, from: days.from ?? date, to: days.to ?? date });
  };
  return (
    <>
      <PeriodSegments
        names={PERIODS}
        chosen={isNamed ? undefined : (address.value('when') ?? 'month')}
        choose={(when) => address.set({ when, from: undefined, to: undefined })}
      />
      <div class="report-days">
        <DateInput label={words.value.orders.from} kind="date" value={from ?? ''} set={end('from')} />
        <DateInput label={words.value.orders.to} kind="date" value={to ?? ''} set={end('to')} />
      </div>
      {report !== undefined && <p class="meta report-against">{w.against(daysOf(report), daysOf(report.before))}</p>}
    </>
  );
}

const daysOf = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  from === to ? day(from) : `${day(from)} – ${day(to)}`;
