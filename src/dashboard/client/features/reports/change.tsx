import { locale, plural } from '../../ui/format.ts';
import { numberFormat } from '../../ui/intl.ts';
import { words } from '../../words/words.ts';
import type { ComparedFigure } from './address.ts';

/** The greatest relative change shown (99 is 9,900%); a greater one would not be a useful comparison. */
const MOST = 99;

const percent = (share: number): string =>
  numberFormat(locale(), { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })
    .format(share)
    .replace('-', '−');

interface ChangeProps {
  /** The number of orders in the previous period, if the figure is of orders. */
  readonly orders: number | null | undefined;
  readonly of: ComparedFigure;
  /** The list of the previous period. */
  readonly to: string;
  readonly money: (roubles: number) => string;
}

/** The sum of the previous period with its number of orders, and the change since then. */
export function Change({ of: { now, before }, to, money, orders }: ChangeProps) {
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
      {orders != null && `, ${plural(orders, words.value.money.ordersCount)}`}
    </span>
  );
}
