import { Download } from 'lucide';
import { fitting, useLoaded } from '../../data/use-loaded.ts';
import { ExportMenu } from '../../parts/export-menu.tsx';
import { daySpan } from '../../ui/day-span.ts';
import { NOTHING_FOUND } from '../../ui/empty/drawings/nothing-found.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { money, plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { isPhone } from '../../ui/phone.ts';
import { useAddress } from '../../ui/use-query.ts';
import { useTitle } from '../../ui/use-title.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import { hasBefore, loadItems, loadReport, type Report } from './address.ts';
import { ReportCharts } from './report-charts.tsx';
import { ReportPeriod } from './report-period.tsx';
import { Debts, ItemsTable, ReportTables } from './report-tables.tsx';
import { Totals } from './totals.tsx';

export function ReportsPage() {
  const address = useAddress();
  const filter = address.params.toString();
  const loaded = useLoaded(() => loadReport(filter), filter, { on: ['orders'] });
  const items = useLoaded(() => loadItems(filter), filter, { on: ['orders'] });
  useTitle(words.value.menu.reports);
  const [report, sold] = [fitting(loaded), fitting(items)];
  const title = <PageTitle>{words.value.menu.reports}</PageTitle>;
  const file = (
    <ExportMenu of="reports" filter={filter} class="noprint">
      <Icon of={Download} />
      {!isPhone.value && words.value.orders.export}
    </ExportMenu>
  );
  return (
    <>
      {isPhone.value ? (
        title
      ) : (
        <div class="head">
          {title}
          {file}
        </div>
      )}
      <ReportPeriod address={address} report={loaded.isOld ? undefined : report} file={isPhone.value && file} />
      <Waiting of={loaded} />
      {report !== undefined && (
        <div class="answers" aria-busy={loaded.isOld}>
          {isNothing(report) ? <Nothing report={report} /> : <Figures report={report} />}
        </div>
      )}
      {report !== undefined && !isNothing(report) && (
        <>
          <Waiting of={items} />
          {sold !== undefined && (
            <div class="answers" aria-busy={items.isOld || loaded.isOld}>
              <ItemsTable report={report} rows={sold.items} />
            </div>
          )}
        </>
      )}
    </>
  );
}

/** Returns true for a period without any payments or orders. Canceled orders count too. */
const isNothing = ({ statuses, net }: Report): boolean =>
  net.now.count === 0 && statuses.every(({ now }) => now.count === 0);

function Figures({ report }: { readonly report: Report }) {
  return (
    <>
      <Totals report={report} />
      <ReportCharts report={report} />
      <ReportTables report={report} />
    </>
  );
}

/** Shows that a period has no figures. The current debts do not depend on the period, so they are shown as well. */
function Nothing({ report }: { readonly report: Report }) {
  const w = words.value.reports;
  const { orders, before } = report;
  const made = plural(orders.before?.count ?? 0, words.value.orders.ordersCount);
  const earlier = w.nothingBefore(daySpan(before.from, before.to), made, money(orders.before?.sum ?? 0));
  return (
    <>
      <Empty
        drawing={NOTHING_FOUND}
        title={w.nothing(daySpan(report.from, report.to))}
        what={hasBefore(report) ? earlier : undefined}
      />
      <div class="report-tables">
        <Debts report={report} />
      </div>
    </>
  );
}
