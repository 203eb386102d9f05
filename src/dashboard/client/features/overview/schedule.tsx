import { statusName, statusTone } from '../../data/orders.ts';
import { Chip } from '../../ui/chip.tsx';
import { dialled, phone, plural, slot } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import type { OverviewData, ScheduledOrder } from './data.ts';

/** Today's orders by their time, for who makes them up and brings them. */
export function Schedule({ data }: { readonly data: OverviewData }) {
  const w = words.value.overview;
  const rest = data.scheduled - data.schedule.length;
  return (
    <section class="overview-schedule" aria-labelledby="schedule-title">
      <div class="head">
        <h2 id="schedule-title">
          {w.schedule} <span class="count">{data.scheduled}</span>
        </h2>
        <a href="/app/orders?when=today&look=day">{w.wholeDay}</a>
      </div>
      {data.schedule.length === 0 && <p class="meta">{w.scheduleEmpty}</p>}
      <ul>
        {data.schedule.map((order) => (
          <Row key={order.id} order={order} statuses={data.statuses} />
        ))}
      </ul>
      {rest > 0 && (
        <p>
          <a href="/app/orders?when=today&look=day">{plural(rest, w.more)}</a>
        </p>
      )}
    </section>
  );
}

function Row({ order, statuses }: { readonly order: ScheduledOrder; readonly statuses: OverviewData['statuses'] }) {
  const w = words.value.overview;
  const number = order.clientPhone ?? '';
  const name = order.recipientName ?? order.clientName ?? '';
  return (
    <li>
      <span class="overview-schedule-time">{slot(order.timeStart, order.timeEnd) || w.noTime}</span>
      <a href={`/app/orders/${order.id}`}>{order.num}</a>
      <span class="overview-schedule-who">
        {name} {order.address !== null && <span class="meta">{order.address}</span>}
      </span>
      <Chip tone={statusTone(order.statusId, statuses)}>{statusName(order.statusId, statuses)}</Chip>
      {dialled(number) !== '' && (
        <a class="overview-schedule-call" href={`tel:${dialled(number)}`} title={phone(number)}>
          {w.call}
          <span class="unseen"> {phone(number)}</span>
        </a>
      )}
    </li>
  );
}
