import { daySpan } from '../../ui/day-span.ts';
import { NOTHING_FOUND } from '../../ui/empty/drawings/nothing-found.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { money, plural } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import { hasBefore, type Report } from './address.ts';
import { Debts } from './report-tables.tsx';

/** A period without orders and payments, in a sentence. The present debts do not depend on it. */
export function Nothing({ report }: { readonly report: Report }) {
  const w = words.value.reports;
  const { orders, before } = report;
  const made = plural(orders.before?.count ?? 0, words.value.money.ordersCount);
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
