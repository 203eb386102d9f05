import { LateMark } from '../../parts/late-mark.tsx';
import { moneyWords, statusName, statusTone } from '../../parts/orders.ts';
import { Chip } from '../../ui/chip.tsx';
import { FirstItems } from '../../ui/first-items.tsx';
import { day, money, phone, slot } from '../../ui/format.ts';
import { isPhone } from '../../ui/phone.ts';
import { words } from '../../words/words.ts';
import type { ComingOrder, OverviewData } from './data.ts';
import { nameOf, OrderActs } from './order-acts.tsx';

/** The most orders that a phone shows: more would push the rest of the page away. */
const FEW = 3;

export const shownOf = (orders: readonly ComingOrder[]): readonly ComingOrder[] =>
  isPhone.value ? orders.slice(0, FEW) : orders;

interface OrderRowsProps {
  readonly orders: readonly ComingOrder[];
  readonly late?: boolean;
  /** The day of the list, which its rows leave out. A row of another day shows its date. */
  readonly date: string;
  readonly statuses: OverviewData['statuses'];
  readonly changed: () => void;
}

/** A late order may be from any day, so its row always names the day. */
const dayOf = (order: ComingOrder, date: string, late: boolean): string =>
  order.date !== date ? day(order.date) : late ? words.value.orders.today : '';

/** Orders that need attention, with a row for each: time, client, items, sum, and a button for the next step. */
export const OrderRows = ({ orders, late = false, date, statuses, changed }: OrderRowsProps) => (
  <ul class="overview-rows">
    {orders.map((order) => (
      <li key={order.id}>
        <p class="overview-row-when">
          <span class="overview-row-slot">
            <strong>
              {dayOf(order, date, late)}{' '}
              {slot(order.timeStart, order.timeEnd) || (order.date === date && words.value.overview.noTime)}
            </strong>{' '}
            <span class="meta">
              {words.value.orders.sign} <bdi>{order.num}</bdi>
            </span>
          </span>
          {late && <LateMark of={order} />}
          <Chip tone={statusTone(order.statusId, statuses)}>{statusName(order.statusId, statuses)}</Chip>
        </p>
        <div class="overview-row-who">
          <h3>
            <a href={`/app/orders/${order.id}`}>{nameOf(order)}</a>{' '}
            <span class="meta figure overview-row-number">{phone(order.clientPhone ?? '')}</span>
          </h3>
          <p class="meta">
            <FirstItems of={order} />
            {(order.address ?? '') !== '' && (
              <>
                {' · '}
                <bdi>{order.address}</bdi>
              </>
            )}
          </p>
        </div>
        <p class="overview-row-left">
          {money(order.price)}
          <br />
          <span class={order.left > 0 ? 'unbroken' : 'unbroken meta'}>{moneyWords(order)}</span>
        </p>
        <div class="overview-row-acts">
          <OrderActs order={order} statuses={statuses} changed={changed} />
        </div>
      </li>
    ))}
  </ul>
);
