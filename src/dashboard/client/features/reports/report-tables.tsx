import { methodWord, sourceName, statusName } from '../../parts/orders.ts';
import { count, day } from '../../ui/format.ts';
import { Table } from '../../ui/table.tsx';
import { words } from '../../words/words.ts';
import { listsOf, type Report, type Row } from './address.ts';
import { Change } from './change.tsx';

interface OfReport {
  readonly report: Report;
}

export function ReportTables({ report }: OfReport) {
  const w = words.value.reports;
  const o = words.value.orders;
  const lists = listsOf(report);
  const methodName = (method: string): string => (method === '' ? words.value.money.noMethod : methodWord(method));
  return (
    <div class="report-tables">
      <Rows
        title={w.statuses}
        rows={report.statuses}
        nameOf={(id) => statusName(id, report.statusNames)}
        to={lists.ofStatus}
      />
      <Rows
        title={o.source}
        rows={report.sources}
        nameOf={sourceName}
        to={(name) => lists.ordersWith('source', name)}
      />
      {report.platforms.some(({ name }) => name !== '') && (
        <Rows
          title={o.platform}
          rows={report.platforms}
          nameOf={(name) => (name === '' ? o.noPlatform : name)}
          to={(name) => lists.ordersWith('platform', name)}
        />
      )}
      <Rows title={w.methods} rows={report.methods} nameOf={methodName} to={(one) => lists.ofMethod('payment', one)} />
      <Rows title={w.refunds} rows={report.refunds} nameOf={methodName} to={(one) => lists.ofMethod('refund', one)} />
      <Debts report={report} />
    </div>
  );
}

export const ItemsTable = ({ report, rows }: OfReport & { readonly rows: readonly Row[] }) => (
  <div class="report-tables report-items">
    <Rows
      title={words.value.orders.items}
      rows={rows}
      nameOf={(name) => name}
      to={(name) => listsOf(report).ordersWith('item', name)}
    />
  </div>
);

interface RowsProps {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly nameOf: (name: string) => string;
  readonly to: (name: string) => string;
}

/** Figures by name; each name links to the list that adds up to them. */
function Rows({ title, rows, nameOf, to }: RowsProps) {
  const w = words.value.reports;
  if (rows.length === 0) return null;
  const [first] = rows;
  const amount = ({ now }: Row): string => count(now.quantity ?? now.count ?? 0);
  const hasCount = first?.now.count !== null;
  const hasQuantity = first?.now.quantity !== null;
  return (
    <Table
      label={title}
      class="report-rows"
      rows={rows}
      keyOf={({ name }) => name ?? '\n'}
      columns={[
        {
          head: title,
          isName: true,
          class: 'wrap',
          cell: ({ name }) => (name === null ? words.value.money.others : <a href={to(name)}>{nameOf(name)}</a>),
        },
        ...(hasCount || hasQuantity
          ? [{ head: hasQuantity ? w.quantity : words.value.orders.title, class: 'number', cell: amount }]
          : []),
        {
          head: w.sum,
          class: 'number',
          sum: (row) => row.now.sum,
          cell: (row, money) => (
            <>
              <span class="report-sum">{money(row.now.sum)}</span>
              <span class="meta">
                {w.before} <Change of={row} />
              </span>
            </>
          ),
        },
      ]}
    />
  );
}

/** The present debts, by the time since their orders were due. */
function Debts({ report }: OfReport) {
  const w = words.value.reports;
  const { debts, owed } = report;
  const lists = listsOf(report);
  const all = { from: null, to: null, owed };
  if (owed === 0) return null;
  const name = ({ from, to }: typeof all | Report['debts'][number]): string => {
    if (from === null && to === null) return w.allDebts;
    if (to === null) return w.notDue;
    return from === null ? w.dueUntil(day(to)) : w.dueBetween(day(from), day(to));
  };
  return (
    <Table
      label={w.debts}
      class="report-rows"
      rows={[...debts.filter((debt) => debt.owed > 0), all]}
      columns={[
        { head: w.debts, isName: true, class: 'wrap', cell: (debt) => <a href={lists.debts(debt)}>{name(debt)}</a> },
        {
          head: w.owed,
          class: 'number',
          sum: (debt) => debt.owed,
          cell: (debt, money) => <span class="report-sum">{money(debt.owed)}</span>,
        },
      ]}
    />
  );
}
