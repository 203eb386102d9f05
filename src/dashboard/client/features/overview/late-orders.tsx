import { statusName, statusTone } from '../../parts/orders.ts';
import { Chip } from '../../ui/chip.tsx';
import { FirstItems } from '../../ui/first-items.tsx';
import { count, day, plural, slot } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import type { OverviewData } from './data.ts';
import { nameOf, OrderActs, owedIn } from './order-acts.tsx';

const COUNTED = 1_000;

/** Orders whose time is over, the earliest first: a client waits for each of them. */
export function LateOrders({ data, changed }: { readonly data: OverviewData; readonly changed: () => void }) {
  const { late, today, statuses } = data;
  const w = words.value.overview;
  if (late.count === 0) return null;
  const many = late.count >= COUNTED ? w.lateMany(`${count(COUNTED)}+`) : plural(late.count, w.lateOrders);
  return (
    <section class="overview-lates" aria-labelledby="late-title">
      <div class="head">
        <h2 id="late-title">{many}</h2>
        {late.count > late.orders.length && (
          <a class="end" href="/app/orders?when=late">
            {w.allLate}
          </a>
        )}
      </div>
      <ul>
        {late.orders.map((order) => (
          <li key={order.id}>
            <p class="overview-late-when">
              <strong>
                {order.date === today ? '' : day(order.date)} {slot(order.timeStart, order.timeEnd)}
              </strong>{' '}
              <Chip tone={statusTone(order.statusId, statuses)}>{statusName(order.statusId, statuses)}</Chip>
            </p>
            <div>
              <h3>
                <a href={`/app/orders/${order.id}`}>{nameOf(order)}</a>
              </h3>
              <p class="meta">
                <FirstItems of={order} />
                {(order.address ?? '') !== '' && (
                  <>
                    {' · '}
                    <bdi>{order.address}</bdi>
                  </>
                )}
                {owedIn(order) !== '' && ` · ${owedIn(order)}`}
              </p>
            </div>
            <div>
              <OrderActs order={order} statuses={statuses} changed={changed} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
