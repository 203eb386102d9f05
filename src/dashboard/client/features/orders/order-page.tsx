import { Banknote, CalendarSync, CopyPlus, Pencil, Phone, Printer, Trash2 } from 'lucide';
import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { mayTakeOrders } from '../../data/me.ts';
import { type Loaded, useLoaded } from '../../data/use-loaded.ts';
import { takeNamedPayment } from '../../parts/named-payment.ts';
import { loadOrder, type OrderAnswer, type OrderData, statusName, statusTone } from '../../parts/orders.ts';
import { Chip } from '../../ui/chip.tsx';
import { day, dialled, moment, money } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { useKeys } from '../../ui/keys.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { useOffer } from '../../ui/offers.ts';
import { Crumb, PageTitle } from '../../ui/page-title.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { WaitingFor } from '../../ui/unknown.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { words } from '../../words/words.ts';
import { PaymentChip } from './cell.tsx';
import { ForDevelopers, Items, Source, Sums, WriteOff } from './details.tsx';
import { OrderAgain } from './order-again.tsx';
import { OrderFacts } from './order-facts.tsx';
import { notesOf, OrderNotes } from './order-notes.tsx';
import { PaymentDialog } from './payment-dialogs.tsx';
import { Payments } from './payments.tsx';
import { RemoveDialog, RestoreButton } from './remove.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import {
  NextStep,
  openStatusMenu,
  StatusConflict,
  StatusMenu,
  type StatusMove,
  useStatusMove,
} from './status-menu.tsx';
import { Timeline } from './timeline.tsx';

export function OrderPage() {
  const id = useRoute().params['id'] ?? '';
  const loaded = useLoaded(() => loadOrder(id), id, { on: ['orders', 'webhooks', 'settings'] });
  const { data } = loaded;
  const { orderPage: w, orders } = words.value;
  useTitle(data === undefined ? orders.order : `${orders.order} ${data.order.num}`);
  if (data === undefined)
    return <WaitingFor of={loaded} title={w.notFound} list="/app/orders" listName={orders.title} />;
  return (
    <>
      <Crumb to="/app/orders">{w.back}</Crumb>
      <Ticket key={id} data={data} loaded={loaded} />
    </>
  );
}

type DialogName = 'payment' | 'remove' | 'schedule';

interface TicketProps {
  readonly data: OrderAnswer;
  readonly loaded: Loaded<OrderAnswer>;
}

function Ticket({ data, loaded: { error, reload, show } }: TicketProps) {
  const { order, statuses } = data;
  const { route } = useLocation();
  const isOpen = order.deletedAt === null && mayTakeOrders();
  const [named, setNamed] = useState(() => takeNamedPayment(order.id));
  const [asking, setAsking] = useState<DialogName | undefined>(named === undefined ? undefined : 'payment');
  const status = useStatusMove(order, statuses, reload);
  useKeys({
    KeyS: () => isOpen && openStatusMenu(),
    KeyP: () => isOpen && setAsking('payment'),
    KeyE: () => isOpen && route(`/app/orders/${order.id}/edit`),
  });
  useOffer('payment', isOpen ? () => setAsking('payment') : undefined);
  const close = (): void => {
    setNamed(undefined);
    setAsking(undefined);
  };
  const paid = (answer: OrderAnswer): void => {
    close();
    show(() => answer);
  };
  const isCancelled = statuses.find(({ id }) => id === order.statusId)?.group === 'cancelled';
  const isSettled = isCancelled || (order.price > 0 && order.left <= 0);
  const isScheduled = data.again.schedule !== null;
  const closed = (): void => {
    close();
    reload();
  };
  return (
    <>
      <Head order={order} status={status} isOpen={isOpen} isSettled={isSettled} ask={setAsking} />
      <Problem error={error} retry={reload} />
      <Problem error={status.sending.error} />
      <SameNumber order={order} />
      {order.deletedAt !== null && <DeletedNote order={order} restored={reload} />}
      <OrderFacts order={order} clientId={data.clientId} isCancelled={isCancelled} />
      <div class="two order-work">
        <Items order={order} />
        <OrderNotes class="order-notes" notes={notesOf(order)} />
        <Sums order={order} />
      </div>
      <div class="two">
        <div>
          <Payments order={order} isCancelled={isCancelled} changed={(answer) => show(() => answer)} undone={reload} />
          <OrderAgain of={data} change={() => setAsking('schedule')} changed={reload} />
          <WriteOff order={order} statuses={statuses} />
          <Source of={data} />
          <ForDevelopers order={order} />
        </div>
        <Timeline of={data} resent={reload} />
      </div>
      {order.deletedAt === null && (
        <PhoneBar order={order} status={status} isOpen={isOpen} isSettled={isSettled} ask={setAsking} />
      )}
      <StatusConflict of={status} />
      {asking === 'payment' && (
        <PaymentDialog order={order} named={named} onClose={close} changed={reload} done={paid} />
      )}
      {asking === 'remove' && (
        <RemoveDialog order={order} isScheduled={isScheduled} onClose={close} done={closed} changed={reload} />
      )}
      {asking === 'schedule' && <ScheduleDialog orderId={order.id} again={data.again} onClose={close} done={closed} />}
    </>
  );
}

interface ActsProps {
  readonly order: OrderData;
  readonly status: StatusMove;
  readonly isOpen: boolean;
  /** True if no further payment is expected. Only the page's menu then offers to record a payment. */
  readonly isSettled: boolean;
  readonly ask: (what: DialogName) => void;
}

function Head({ order, status, isOpen, isSettled, ask }: ActsProps) {
  const { orderPage, orders, payments } = words.value;
  const { statusId, id } = order;
  return (
    <div class="head order-head">
      <PageTitle>
        {orders.order} {order.num}
      </PageTitle>
      {isOpen ? (
        <>
          <StatusMenu of={status} />
          <NextStep of={status} />
        </>
      ) : (
        <Chip tone={statusTone(statusId, status.statuses)}>{statusName(statusId, status.statuses)}</Chip>
      )}
      <PaymentChip row={order} />
      {order.deletedAt !== null && <Chip tone="bad">{orderPage.deletedOn}</Chip>}
      <div class="actions end noprint">
        {isOpen && !isSettled && (
          <button type="button" onClick={() => ask('payment')}>
            {payments.recordPayment}
          </button>
        )}
        <CallAndPrint order={order} />
        {isOpen && <MoreMenu id={id} isSettled={isSettled} ask={ask} />}
      </div>
    </div>
  );
}

function MoreMenu({ id, isSettled, ask }: Pick<ActsProps, 'ask' | 'isSettled'> & { readonly id: string }) {
  const { menu, orderForm, orders, payments, schedules } = words.value;
  const pay = { text: payments.recordPayment, icon: Banknote, act: () => ask('payment') };
  const edit = { text: words.value.edit, icon: Pencil, href: `/app/orders/${id}/edit` };
  const again = { text: orderForm.again, icon: CopyPlus, href: `/app/orders/new?order=${id}` };
  const dates = { text: schedules.set, icon: CalendarSync, act: () => ask('schedule') };
  const remove = { text: orders.remove, icon: Trash2, act: () => ask('remove'), danger: true, writes: true };
  return (
    <MenuButton
      class="bare order-more"
      label={menu.more}
      groups={[[edit, again, dates, ...(isSettled ? [pay] : [])], [remove]]}
    />
  );
}

function CallAndPrint({ order: { id, clientPhone } }: { readonly order: OrderData }) {
  const { call, orderPage } = words.value;
  const number = dialled(clientPhone ?? '');
  return (
    <>
      {number !== '' && (
        <a class="button" href={`tel:${number}`} aria-label={call} title={call}>
          <Icon of={Phone} /> <span>{call}</span>
        </a>
      )}
      <a class="button" href={`/app/orders/${id}/print`} aria-label={orderPage.print} title={orderPage.print}>
        <Icon of={Printer} /> <span>{orderPage.print}</span>
      </a>
    </>
  );
}

const PhoneBar = ({ order, status, isOpen, isSettled, ask }: ActsProps) => (
  <div class="phone-bar order-bar">
    {isOpen && <NextStep of={status} />}
    {isOpen && !isSettled && (
      <button type="button" class="order-pay" onClick={() => ask('payment')}>
        {words.value.orders.payment}
      </button>
    )}
    <CallAndPrint order={order} />
  </div>
);

function SameNumber({ order: { sameNumber } }: { readonly order: OrderData }) {
  const { orderPage: w, orders } = words.value;
  if (sameNumber.length === 0) return null;
  return (
    <div class="note">
      <p>{w.sameNumber}</p>
      <ul>
        {sameNumber.map(({ id, date, clientName, price }) => (
          <li key={id}>
            <a href={`/app/orders/${id}`}>
              {day(date, true)} · <bdi>{clientName ?? orders.noName}</bdi> · {money(price)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function DeletedNote({ order, restored }: { readonly order: OrderData; readonly restored: () => void }) {
  const w = words.value.orderPage;
  const last = order.timeline.findLast(({ kind }) => kind === 'deleted');
  return (
    <div class="note">
      <p>
        <strong>
          {w.deletedOn} {order.deletedAt !== null && moment(order.deletedAt)}
          {last !== undefined && last.actorName !== null && ` · ${last.actorName}`}
        </strong>
      </p>
      <p>{w.deletedWhat}</p>
      {order.restorableUntil !== null && Date.parse(order.restorableUntil) < Date.now() ? (
        <p>{w.restoreOver(moment(order.restorableUntil))}</p>
      ) : (
        <>
          {order.restorableUntil !== null && <p>{w.restoreUntil(moment(order.restorableUntil))}</p>}
          {mayTakeOrders() && <RestoreButton order={order} done={restored} />}
        </>
      )}
    </div>
  );
}
