import { MapPin, Phone } from 'lucide';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { seesOrders } from '../../data/me.ts';
import { LateMark } from '../../parts/late-mark.tsx';
import { mapAddress } from '../../parts/map-address.ts';
import { methodWord, statusName, statusTone } from '../../parts/orders.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { count, day, dialled, money, phone, slot } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { type Sending, useSending } from '../../ui/sending.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';
import { type Deliveries, type Delivery, deliver, giveBack, takeBack, takeRest } from './data.ts';

interface CardProps {
  readonly order: Delivery;
  readonly data: Deliveries;
  readonly changed: () => void;
}

export function DeliveryCard({ order, data, changed }: CardProps) {
  const { print, deliveries: w } = words.value;
  const { num, date, address, flat, name, items, comments, card, late, statusId } = order;
  const number = (
    <>
      {words.value.orders.sign} <bdi>{num}</bdi>
    </>
  );
  return (
    <li class="deliveries-card">
      <p class="line">
        <strong class="figure deliveries-slot">
          {date !== data.day && `${day(date)}, `}
          {slot(order.timeStart, order.timeEnd) || words.value.orders.noTime}
        </strong>
        {seesOrders() ? <a href={`/app/orders/${order.id}`}>{number}</a> : <span class="meta">{number}</span>}
        {late && <LateMark of={order} />}
        <Chip tone={statusTone(statusId, data.statuses)}>{statusName(statusId, data.statuses)}</Chip>
      </p>
      <h3>
        <bdi>{address}</bdi>
        {flat !== '' && (
          <>
            , {print.flat.toLowerCase()} <bdi>{flat}</bdi>
          </>
        )}
      </h3>
      <p>
        <bdi>{name}</bdi>
        {order.isClientPhone && order.phone !== '' && <span class="meta"> ({print.ofClient})</span>}
      </p>
      <Ways order={order} />
      <ul class="deliveries-items">
        {items.map((item, at) => (
          <li key={at}>
            <bdi>{item.name}</bdi> ×{count(item.quantity)}
          </li>
        ))}
        {order.moreItems > 0 && <li>+{count(order.moreItems)}</li>}
        {card && (
          <li>
            <strong>{w.card}</strong>
          </li>
        )}
      </ul>
      {comments.length > 0 && (
        <div class="note">
          {comments.map((comment) => (
            <p key={comment}>
              <bdi>{comment}</bdi>
            </p>
          ))}
        </div>
      )}
      <Ending order={order} data={data} changed={changed} />
    </li>
  );
}

function Ways({ order: { address, flat, name, phone: number } }: { readonly order: Delivery }) {
  const digits = dialled(number);
  return (
    <div class="deliveries-two">
      {digits !== '' && (
        <a class="button" href={`tel:${digits}`} aria-label={`${words.value.call} ${name} ${phone(number)}`}>
          <Icon of={Phone} /> <span class="figure">{phone(number)}</span>
        </a>
      )}
      <a
        class="button"
        href={mapAddress(address)}
        target="_blank"
        rel="noreferrer noopener"
        aria-label={`${words.value.orderPage.map}: ${address} ${flat}`}
      >
        <Icon of={MapPin} /> {words.value.orderPage.map}
      </a>
    </div>
  );
}

function Ending({ order, data, changed }: CardProps) {
  const sending = useSending();
  const [isAsking, setIsAsking] = useState(false);
  const w = words.value.deliveries;
  const { num, left, done, undoable } = order;
  const close = (): void => setIsAsking(false);
  const act = (send: () => Promise<void>): Promise<void> => send().finally(changed);
  const pay = (method: string) => async (): Promise<void> => {
    const { id } = await takeRest(order, method);
    const undo = () => giveBack(order, id).finally(changed);
    say(w.said(num, w.taken(money(left), methodWord(method))), undo);
  };
  const end = async (): Promise<void> => {
    await deliver(order);
    const undo = () => takeBack(order).finally(changed);
    say(w.said(num, left > 0 ? w.deliveredUnpaid(money(left)) : w.delivered), undo);
  };
  return (
    <>
      <p class="deliveries-left">{left > 0 ? <strong>{w.collect(money(left))}</strong> : w.nothingLeft}</p>
      <Taken order={order} sending={sending} back={(id) => act(() => giveBack(order, id))} />
      {isAsking ? (
        <HowPaid left={left} sending={sending} pay={(method) => act(pay(method)).then(close)} close={close} />
      ) : (
        <div class="deliveries-two">
          {left > 0 && (
            <button
              type="button"
              class="main"
              data-writes
              aria-label={`${w.pay}, ${num}`}
              onClick={() => setIsAsking(true)}
            >
              {w.pay}
            </button>
          )}
          {!done && data.doneId !== null && (
            <ActButton sending={sending} aria-label={`${w.deliver}, ${num}`} act={() => act(end)}>
              {w.deliver}
            </ActButton>
          )}
          {undoable && (
            <ActButton sending={sending} aria-label={`${w.undelivered}, ${num}`} act={() => act(() => takeBack(order))}>
              {w.undelivered}
            </ActButton>
          )}
        </div>
      )}
      <Problem error={sending.error} />
    </>
  );
}

interface TakenProps {
  readonly order: Delivery;
  readonly sending: Sending;
  readonly back: (payment: string) => Promise<void>;
}

function Taken({ order: { taken, num }, sending, back }: TakenProps) {
  const w = words.value.deliveries;
  if (taken === null) return null;
  const sum = money(taken.amount);
  return (
    <p class="line">
      {w.taken(sum, methodWord(taken.paymentMethod))}
      <ActButton
        sending={sending}
        class="quiet"
        aria-label={`${w.takeBack}: ${sum}, ${num}`}
        act={() => back(taken.id)}
      >
        {w.takeBack}
      </ActButton>
    </p>
  );
}

interface HowPaidProps {
  readonly left: number;
  readonly sending: Sending;
  readonly pay: (method: string) => Promise<void>;
  readonly close: () => void;
}

function HowPaid({ left, sending, pay, close }: HowPaidProps) {
  const { deliveries: w, orders, cancel } = words.value;
  const first = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => first.current?.querySelector('button')?.focus(), []);
  return (
    <fieldset ref={first} class="deliveries-how">
      <legend>{w.how(money(left))}</legend>
      <div class="deliveries-two">
        {Object.keys(orders.methods).map((method) => (
          <ActButton key={method} sending={sending} act={() => pay(method)}>
            {methodWord(method)}
          </ActButton>
        ))}
      </div>
      <button type="button" class="quiet" onClick={close}>
        {cancel}
      </button>
    </fieldset>
  );
}
