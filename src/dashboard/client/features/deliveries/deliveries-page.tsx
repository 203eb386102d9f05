import { useMemo } from 'preact/hooks';
import type { KeptOrder } from '../../data/kept-day.ts';
import { seesOrders, workspaceId } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { useKeptDay } from '../../parts/keep-day.ts';
import { couriersAddress } from '../../parts/orders.ts';
import { DAY } from '../../ui/empty/drawings/day.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { count, day as dayText, plural } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useAddress } from '../../ui/use-query.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import { type Day, type Deliveries, type Delivery, loadDeliveries } from './data.ts';
import { DeliveryCard } from './delivery-card.tsx';

const DAYS: readonly Day[] = ['today', 'tomorrow'];

export function DeliveriesPage() {
  const { value, set } = useAddress();
  const day: Day = value('day') === 'tomorrow' ? 'tomorrow' : 'today';
  const loaded = useLoaded(() => loadDeliveries(day), `${workspaceId()} ${day}`, {
    on: ['orders', 'settings'],
    calm: true,
  });
  const { deliveries: w, menu, orders } = words.value;
  const open = (loaded.data?.orders ?? []).filter(({ done }) => !done).map(({ id }) => id);
  const kept = useMemo(
    () => (loaded.data?.day === loaded.data?.today ? keptOf(loaded.data) : undefined),
    [loaded.data],
  );
  useKeptDay(workspaceId(), kept);
  return (
    <div class="deliveries">
      <PageHead title={menu.deliveries}>
        <div class="actions">
          {seesOrders() && open.length > 0 && (
            <a class="button" href={couriersAddress(open, '/app/deliveries')}>
              {orders.couriers}
            </a>
          )}
          <fieldset class="segments">
            <legend class="unseen">{w.which}</legend>
            {DAYS.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={one === day}
                onClick={() => set({ day: one === 'today' ? undefined : one }, true)}
              >
                {words.value.orders[one]}
              </button>
            ))}
          </fieldset>
        </div>
      </PageHead>
      {loaded.data === undefined || loaded.data.day !== loaded.data[day] ? (
        <Waiting of={{ ...loaded, data: undefined }} />
      ) : (
        <>
          <Problem error={loaded.error} retry={loaded.reload} />
          <List data={loaded.data} day={day} changed={loaded.reload} />
        </>
      )}
    </div>
  );
}

const keptOf = (data: Deliveries | undefined) =>
  data && { day: data.today, orders: data.orders.filter(({ done }) => !done).map(keptOrder) };

function keptOrder({ id, num, timeStart, timeEnd, name, phone, address, flat, items, left }: Delivery): KeptOrder {
  return {
    id,
    num,
    timeStart,
    timeEnd,
    clientName: name,
    clientPhone: phone,
    recipientName: null,
    address: [address, flat].filter(Boolean).join(', '),
    firstProduct: items[0]?.name ?? '',
    firstQuantity: items[0]?.quantity ?? 0,
    moreProducts: Math.max(items.length - 1, 0),
    left,
    paymentStatus: 'unpaid',
  };
}

interface ListProps {
  readonly data: Deliveries;
  readonly day: Day;
  readonly changed: () => void;
}

function List({ data, day, changed }: ListProps) {
  const { deliveries: w, print } = words.value;
  const [left, done] = [data.orders.filter((order) => !order.done), data.orders.filter((order) => order.done)];
  const cards = (orders: readonly Delivery[]) => (
    <ul class="cards">
      {orders.map((order) => (
        <DeliveryCard key={order.id} order={order} data={data} changed={changed} />
      ))}
    </ul>
  );
  return (
    <>
      <h2 class="capital">
        {dayText(data.day, true)} <span class="count">{count(left.length)}</span>
      </h2>
      {!data.complete && <p class="note">{print.incomplete}</p>}
      {left.length === 0 && <Empty drawing={DAY} title={done.length === 0 ? w.none[day] : w.allDone} level={3} />}
      {cards(left)}
      {done.length > 0 && (
        <details class="deliveries-done">
          <summary>{plural(done.length, w.doneCount)}</summary>
          {cards(done)}
        </details>
      )}
    </>
  );
}
