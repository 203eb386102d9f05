import { money, plural } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import { type Both, listsOf, type Report } from './address.ts';
import { Change } from './change.tsx';

/** The figures of the whole period. */
export function Totals({ report }: { readonly report: Report }) {
  const w = words.value.reports;
  const m = words.value.money;
  const lists = listsOf(report);
  const { orders, average, received, refunded, net } = report;
  const [made = 0, before = 0] = [orders.now.count ?? 0, orders.before?.count ?? 0];
  return (
    <div class="report-figures">
      <dl class="report-totals">
        <Total name={w.revenue} of={orders} to={lists.orders}>
          {w.insteadOf(plural(made, m.ordersCount), plural(before, m.ordersCount))}
        </Total>
        <Total name={w.average} of={average} to={lists.orders} />
        <Total name={m.received} of={received} to={lists.ofKind('payment')} />
        <Total name={m.refunded} of={refunded} to={lists.ofKind('refund')} />
        <Total name={m.net} of={net} to={lists.payments} />
      </dl>
    </div>
  );
}

interface TotalProps {
  readonly name: string;
  readonly of: Both;
  readonly to: string;
  readonly children?: string;
}

function Total({ name, of, to, children }: TotalProps) {
  const w = words.value.reports;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <a href={to}>{money(of.now.sum)}</a>
        <span class="meta">
          {w.before} <Change of={of} />
        </span>
        {children !== undefined && <span class="meta">{children}</span>}
      </dd>
    </div>
  );
}
