import { count, moneyAmong } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import { type ComparedFigure, hasBefore, type Report } from './address.ts';
import { Change } from './change.tsx';
import { bothListsOf, type Lists } from './lists.ts';

/** The figures of the whole period, and what clients owe now. */
export function Totals({ report }: { readonly report: Report }) {
  const w = words.value.reports;
  const m = words.value.money;
  const lists = bothListsOf(report);
  const { orders, average, received, refunded, net, owed } = report;
  const isCompared = hasBefore(report);
  const money = moneyAmong([orders, average, received, refunded, net].map(({ now }) => now.sum).concat(owed));
  const figures: readonly (readonly [
    name: string,
    of: ComparedFigure | number,
    to: (of: Lists) => string,
    more?: string,
  ])[] = [
    [w.revenue, orders, (of) => of.orders],
    [w.average(count(orders.now.count ?? 0)), average, (of) => of.orders],
    [w.owedNow, owed, (of) => of.debts({ from: null, to: null }), w.whatever],
    [m.received, received, (of) => of.ofKind('payment')],
    [m.refunded, refunded, (of) => of.ofKind('refund')],
    [m.net, net, (of) => of.payments],
  ];
  return (
    <>
      <div class="report-figures">
        <dl class="report-totals">
          {figures.map(([name, of, to, more]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <a href={to(lists.now)}>{money(typeof of === 'number' ? of : of.now.sum)}</a>
                {more !== undefined && <span class="meta">{more}</span>}
                {isCompared && typeof of !== 'number' && (
                  <Change
                    of={of}
                    to={to(lists.before)}
                    money={money}
                    orders={of === average ? orders.before?.count : undefined}
                  />
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
