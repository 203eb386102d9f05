import { COUNTED, counted, plural } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import type { ComingOrder, OverviewData } from './data.ts';
import { OrderRows, shownOf } from './order-rows.tsx';

/** The time when an order was due; without a slot, the end of its day. */
const dueOf = ({ date, timeStart, timeEnd }: ComingOrder): string => `${date} ${timeEnd ?? timeStart ?? '24:00'}`;

/** Late orders, each with a waiting client. The least late come first, because they can still be saved. */
export function LateOrders({ data, changed }: { readonly data: OverviewData; readonly changed: () => void }) {
  const { late, today, statuses } = data;
  const w = words.value.overview;
  if (late.count === 0) return null;
  const shown = shownOf(late.orders.toSorted((a, b) => dueOf(b).localeCompare(dueOf(a))));
  const isMany = late.count >= COUNTED;
  const many = isMany ? w.lateMany(counted(late.count)) : plural(late.count, w.lateOrders);
  return (
    <section class="overview-lates" aria-labelledby="late-title">
      <div class="head">
        <h2 id="late-title">{many}</h2>
      </div>
      <OrderRows late orders={shown} date={today} statuses={statuses} changed={changed} />
      {late.count > shown.length && (
        <p class="foot">
          <a href="/app/orders?when=late">{isMany ? w.allLate : plural(late.count - shown.length, w.olderLate)}</a>
        </p>
      )}
    </section>
  );
}
