import { locale, money } from '../../ui/format.ts';
import { numberFormat } from '../../ui/intl.ts';
import { words } from '../../words/words.ts';
import type { Both } from './address.ts';

/** The greatest relative change shown (99 is 9,900%); a greater one would not be a useful comparison. */
const MOST = 99;

const percent = (share: number): string =>
  numberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 }).format(share);

/** The sum of the previous period, and the change since then. */
export function Change({ of: { now, before } }: { readonly of: Both }) {
  const w = words.value.reports;
  if (before === null) return <>{w.unknown}</>;
  const share = before.sum === 0 ? undefined : (now.sum - before.sum) / Math.abs(before.sum);
  const isTold = share !== undefined && Math.round(Math.abs(share) * 100) > 0 && Math.abs(share) <= MOST;
  return (
    <>
      {money(before.sum)}
      {isTold && ' '}
      {isTold && <b class="report-change">{`${share > 0 ? '▲ +' : '▼ −'}${percent(Math.abs(share))}`}</b>}
    </>
  );
}
