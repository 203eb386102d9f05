import type { ComponentChildren } from 'preact';
import { methodName, sourceName, statusName } from '../../parts/orders.ts';
import { daySpan } from '../../ui/day-span.ts';
import { count, day, moneyAmong } from '../../ui/format.ts';
import { isPhone } from '../../ui/phone.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { words } from '../../words/words.ts';
import { hasBefore, type Report, type Row } from './address.ts';
import { bothListsOf, type Lists, listsOf } from './lists.ts';

interface OfReport {
  readonly report: Report;
}

export function ReportTables({ report }: OfReport) {
  const { reports: w, orders: o, money: m } = words.value;
  return (
    <div class="report-tables">
      <Rows
        report={report}
        title={w.byStatus}
        what={w.cancelledToo}
        head={o.status}
        rows={report.statuses}
        nameOf={(id) => statusName(id, report.statusNames)}
        to={(of, status) => of.ofStatus(status)}
      />
      <Rows
        report={report}
        title={m.bySource}
        head={o.source}
        rows={report.sources}
        nameOf={sourceName}
        to={(of, name) => of.ordersWith('source', name)}
      />
      {report.platforms.some(({ name }) => name !== '') && (
        <Rows
          report={report}
          title={o.platform}
          head={w.platform}
          rows={report.platforms}
          nameOf={(name) => (name === '' ? o.noPlatform : name)}
          to={(of, name) => of.ordersWith('platform', name)}
        />
      )}
      <Rows
        report={report}
        title={w.methods}
        head={m.method}
        rows={report.methods}
        nameOf={methodName}
        to={(of, method) => of.ofMethod('payment', method)}
      />
      <Rows
        report={report}
        title={w.refunds}
        head={m.method}
        rows={report.refunds}
        nameOf={methodName}
        to={(of, method) => of.ofMethod('refund', method)}
      />
      <Debts report={report} />
    </div>
  );
}

export const ItemsTable = ({ report, rows }: OfReport & { readonly rows: readonly Row[] }) => (
  <div class="report-items">
    <Rows
      report={report}
      title={words.value.orders.items}
      head={words.value.reports.item}
      rows={rows}
      nameOf={(name) => name}
      to={(of, name) => of.ordersWith('item', name)}
    />
  </div>
);

interface PartProps {
  readonly title: string;
  readonly what?: string | undefined;
  readonly children: ComponentChildren;
}

const Part = ({ title, what, children }: PartProps) => (
  <section class="box">
    <h2>{title}</h2>
    {children}
    {what !== undefined && <p class="meta foot">{what}</p>}
  </section>
);

interface RowsProps extends OfReport {
  readonly title: string;
  readonly what?: string;
  readonly head: string;
  readonly rows: readonly Row[];
  readonly nameOf: (name: string) => string;
  readonly to: (of: Lists, name: string) => string;
}

function Rows({ report, title, what, head, rows, nameOf, to }: RowsProps) {
  const w = words.value.reports;
  if (rows.length === 0) return null;
  const [first] = rows;
  const money = moneyAmong(rows.flatMap(({ now, before }) => [now.sum, before?.sum ?? 0]));
  const amount = (of: Row['now']): string => count(of.quantity ?? of.count ?? 0);
  const isCounted = first?.now.count !== null || first.now.quantity !== null;
  const isCompared = hasBefore(report);
  const lists = bothListsOf(report);
  const was = ({ name, before }: Row, say = (sum: string) => sum) => {
    if (before === null) return w.unknown;
    if (before.sum === 0) return '–';
    const said = say(money(before.sum));
    return name === null ? said : <a href={to(lists.before, name)}>{said}</a>;
  };
  const columns: (Column<Row> | false)[] = [
    {
      head,
      isName: true,
      class: 'wrap',
      cell: ({ name }) => (name === null ? words.value.money.others : <a href={to(lists.now, name)}>{nameOf(name)}</a>),
    },
    isCounted && {
      head: first?.now.quantity === null ? words.value.orders.title : words.value.orderPage.quantity,
      class: 'number',
      cell: (row) => (
        <>
          {amount(row.now)}
          {isCompared && row.before !== null && row.before.sum !== 0 && (
            <span class="meta">{w.was(amount(row.before))}</span>
          )}
        </>
      ),
    },
    {
      head: w.sum,
      class: 'number',
      cell: (row) => (
        <>
          <span class="report-sum">{money(row.now.sum)}</span>
          {/* A phone has no room for a column of earlier sums, so this cell has the earlier sum too. */}
          {isCompared && isPhone.value && (row.before?.sum ?? 0) !== 0 && <span class="meta">{was(row, w.was)}</span>}
        </>
      ),
    },
    isCompared &&
      !isPhone.value && {
        head: daySpan(report.before.from, report.before.to),
        class: 'number meta',
        cell: (row: Row) => was(row),
      },
  ];
  return (
    <Part title={title} what={what}>
      <Table
        label={title}
        class="plain-names report-rows"
        rows={rows}
        keyOf={({ name }) => name ?? '\n'}
        columns={columns.filter((column) => column !== false)}
      />
    </Part>
  );
}

export function Debts({ report }: OfReport) {
  const w = words.value.reports;
  const { debts, owed } = report;
  const lists = listsOf(report);
  const all = { from: null, to: null, owed };
  if (owed === 0) return null;
  const name = ({ from, to }: typeof all | Report['debts'][number]): string => {
    if (from === null && to === null) return w.allDebts;
    if (to === null) return w.notDue;
    return from === null ? w.dueUntil(day(to)) : daySpan(from, to);
  };
  return (
    <Part title={w.owedNow}>
      <Table
        label={w.owedNow}
        class="plain-names report-rows"
        rows={[...debts.filter((debt) => debt.owed > 0), all]}
        columns={[
          {
            head: w.orderDate,
            isName: true,
            class: 'wrap',
            cell: (debt) => <a href={lists.debts(debt)}>{name(debt)}</a>,
          },
          {
            head: w.owed,
            class: 'number',
            sum: (debt) => debt.owed,
            cell: (debt, money) => <span class="report-sum">{money(debt.owed)}</span>,
          },
        ]}
      />
    </Part>
  );
}
