import { count, moneyAmong } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import { type Both, hasBefore, listsOf, type Report } from './address.ts';
import { Change } from './change.tsx';

/** The figures of the whole period, and what clients owe now. */
export function Totals({ report }: { readonly report: Report }) {
  const w = words.value.reports;
  const m = words.value.money;
  const lists = listsOf(report);
  const { orders, average, received, refunded, net, owed } = report;
  const isCompared = hasBefore(report);
  const money = moneyAmong([orders, average, received, refunded, net].map(({ now }) => now.sum).concat(owed));
  const figures: readonly (readonly [name: string, of: Both | number, to: string, more?: string])[] = [
    [w.revenue, orders, lists.orders],
    [w.average(count(orders.now.count ?? 0)), average, lists.orders],
    [w.owedNow, owed, lists.debts({ from: null, to: null }), w.whatever],
    [m.received, received, lists.ofKind('payment')],
    [m.refunded, refunded, lists.ofKind('refund')],
    [m.net, net, lists.payments],
  ];
  return (
    <>
      <div class="report-figures">
        <dl class="report-totals">
          {figures.map(([name, of, to, more]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <a href={to}>{money(typeof of === 'number' ? of : of.now.sum)}</a>
                {more !== undefined && <span class="meta">{more}</span>}
                {isCompared && typeof of !== 'number' && (
                  <Change of={of} money={money} orders={of === average ? orders.before?.count : undefined} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <p class="meta">{w.what}</p>
    </>
  );
}
