import { count, locale, moneyAmong, plural } from '../../ui/format.ts';
import { numberFormat } from '../../ui/intl.ts';
import { Pairs } from '../../ui/pairs.tsx';
import { words } from '../../words/words.ts';
import { type ComparedFigure, hasBefore, type Report } from './address.ts';
import { bothListsOf, type Lists } from './lists.ts';

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
        <Pairs
          class="report-totals"
          of={figures.map(([name, of, to, more]) => [
            name,
            <>
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
            </>,
          ])}
        />
      </div>
      <p class="meta">{w.what}</p>
    </>
  );
}

/** The greatest relative change shown (99 is 9,900%); a greater one would not be a useful comparison. */
const MOST = 99;

const percent = (share: number): string =>
  numberFormat(locale(), { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })
    .format(share)
    .replace('-', '−');

interface ChangeProps {
  /**
   * The number of orders in the previous period. Only the average order value shows this number; for the other figures,
   * it is undefined.
   */
  readonly orders: number | null | undefined;
  readonly of: ComparedFigure;
  /** The address of the list of orders or payments in the previous period. */
  readonly to: string;
  readonly money: (roubles: number) => string;
}

function Change({ of: { now, before }, to, money, orders }: ChangeProps) {
  const w = words.value.reports;
  if (before === null) return <span class="meta">{w.unknown}</span>;
  const share = before.sum === 0 ? undefined : (now.sum - before.sum) / Math.abs(before.sum);
  const isTold = share !== undefined && Math.round(Math.abs(share) * 100) > 0 && Math.abs(share) <= MOST;
  return (
    <span class="meta">
      {isTold && `${percent(share)}, `}
      <a class="unbroken" href={to}>
        {w.was(money(before.sum))}
      </a>
      {orders != null && `, ${plural(orders, words.value.orders.ordersCount)}`}
    </span>
  );
}
