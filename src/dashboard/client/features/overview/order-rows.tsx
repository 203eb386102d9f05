import { ArrowRight, Phone } from 'lucide';
import { mayChange } from '../../data/me.ts';
import { changeStatus } from '../../parts/change-status.ts';
import { LateMark } from '../../parts/late-mark.tsx';
import { nextStep } from '../../parts/order-steps.ts';
import { moneyWords, statusName, statusTone } from '../../parts/orders.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { FirstItems } from '../../ui/first-items.tsx';
import { day, dialled, money, phone, slot } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { isPhone } from '../../ui/phone.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { words } from '../../words/words.ts';
import type { ComingOrder, OverviewData } from './data.ts';

/** The greatest number of orders that a phone shows. More would push the rest of the page away. */
const FEW = 3;

export const shownOf = (orders: readonly ComingOrder[]): readonly ComingOrder[] =>
  isPhone.value ? orders.slice(0, FEW) : orders;

interface OrderRowsProps {
  readonly orders: readonly ComingOrder[];
  readonly late?: boolean;
  /** The usual day of the orders in the list. A row shows its date only if its order is for another day. */
  readonly date: string;
  readonly statuses: OverviewData['statuses'];
  readonly changed: () => void;
}

/** A late order may be from any day, so its row always names the day. */
const dayOf = (order: ComingOrder, date: string, late: boolean): string =>
  order.date !== date ? day(order.date) : late ? words.value.orders.today : '';

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

export const nameOf = ({ clientName, recipientName, num }: ComingOrder): string =>
  clientName ?? recipientName ?? `${words.value.orders.order} ${num}`;

interface OrderActsProps extends Pick<OrderRowsProps, 'statuses' | 'changed'> {
  readonly order: ComingOrder;
}

function OrderActs({ order, statuses, changed }: OrderActsProps) {
  const sending = useSending();
  const { orders, overview } = words.value;
  const number = order.clientPhone ?? '';
  const next = mayChange() ? nextStep(order, statuses) : undefined;
  const moveOn = (to: string): Promise<void> => changeStatus(order, to, statuses, changed).finally(changed);
  return (
    <>
      <div class="actions start">
        {dialled(number) !== '' && (
          <a class="button" href={`tel:${dialled(number)}`} aria-label={`${words.value.call} ${phone(number)}`}>
            <Icon of={Phone} /> <span class="figure">{phone(number)}</span>
          </a>
        )}
        {next !== undefined && (
          <ActButton
            sending={sending}
            aria-label={`${orders.order} ${order.num}: ${overview.markAs(next.name)}`}
            act={() => moveOn(next.id)}
          >
            <Icon of={ArrowRight} /> {next.name}
          </ActButton>
        )}
      </div>
      <Problem error={sending.error} />
    </>
  );
}
