import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { linkTo } from '../../data/link.ts';
import { mayChange } from '../../data/me.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import {
  loadOrder,
  type OrderData,
  paymentState,
  paymentTone,
  paymentWord,
  statusName,
  statusTone,
} from '../../parts/orders.ts';
import { Chip } from '../../ui/chip.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { day, dialled, moment, money } from '../../ui/format.ts';
import { useKeys } from '../../ui/keys.ts';
import { useOffer } from '../../ui/offers.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { Unknown } from '../../ui/unknown.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { language } from '../../words/language.ts';
import { words } from '../../words/words.ts';
import { Details, ForDevelopers, Items } from './details.tsx';
import { OrderBand } from './order-band.tsx';
import { OrderSteps } from './order-steps.tsx';
import { PaymentDialog } from './payment-dialogs.tsx';
import { Payments } from './payments.tsx';
import { PrintMenu } from './print/print-menu.tsx';
import { RemoveDialog, RestoreButton } from './remove.tsx';
import { StatusDialog } from './status-dialog.tsx';
import { Timeline } from './timeline.tsx';
import { WriteOff } from './write-off.tsx';

/** Everything about one order: what was ordered, by whom, what is paid, and what happened to it. */
export function OrderPage() {
  const id = useRoute().params['id'] ?? '';
  const { data, error, reload, show } = useLoaded(() => loadOrder(id), id, { on: ['orders', 'webhooks', 'settings'] });
  const [asking, setAsking] = useState<'status' | 'payment' | 'remove'>();
  const { route } = useLocation();
  const order = data?.order;
  const isOpen = order !== undefined && order.deletedAt === null && mayChange();
  useTitle(order === undefined ? words.value.orders.order : `${words.value.orders.order} ${order.num}`);
  useKeys({
    KeyS: () => isOpen && setAsking('status'),
    KeyP: () => isOpen && setAsking('payment'),
    KeyE: () => isOpen && route(`/app/orders/${id}/edit`),
  });
  useOffer('payment', isOpen ? () => setAsking('payment') : undefined);
  const { orderPage: w, orders, payments } = words.value;
  const close = (): void => setAsking(undefined);
  const done = (): void => {
    close();
    reload();
  };
  if (order === undefined || data === undefined) {
    const unknown = <Unknown title={w.notFound} list="/app/orders" listName={orders.title} />;
    return <Waiting of={{ data: order, error, reload }} unknown={unknown} />;
  }
  const { statuses } = data;
  return (
    <>
      <p class="crumb">
        <a href="/app/orders">← {w.back}</a>
      </p>
      <div class="head order-head">
        <div>
          <PageTitle>
            {orders.order} {order.num}
          </PageTitle>
          <p class="line">
            <Chip tone={statusTone(order.statusId, statuses)}>{statusName(order.statusId, statuses)}</Chip>
            <Chip tone={paymentTone(paymentState(order))}>{paymentWord(paymentState(order))}</Chip>
          </p>
        </div>
        {isOpen && (
          <div class="actions noprint">
            <button type="button" class="main" onClick={() => setAsking('status')}>
              {orders.setStatus}
            </button>
            <button type="button" onClick={() => setAsking('payment')}>
              {payments.recordPayment}
            </button>
            <a class="button" href={`/app/orders/${id}/edit`}>
              {w.edit}
            </a>
          </div>
        )}
      </div>
      <Problem error={error} retry={reload} />
      {data.inquiryId !== null && (
        <p>
          <a href={`/app/inquiries/${data.inquiryId}`}>{words.value.inquiries.fromInquiry}</a>
        </p>
      )}
      <SameNumber order={order} />
      {order.deletedAt !== null && <DeletedNote order={order} restored={reload} />}
      <OrderBand order={order} />
      <OrderSteps statusId={order.statusId} statuses={statuses} />
      <div class="two">
        <div>
          <Items order={order} />
          <Payments order={order} changed={(answer) => show(() => answer)} />
          <WriteOff order={order} statuses={statuses} />
          <Details order={order} />
          <ForDevelopers order={order} />
          <Extras order={order} remove={isOpen ? () => setAsking('remove') : undefined} />
        </div>
        <Timeline order={order} statuses={statuses} resent={reload} />
      </div>
      {isOpen && <PhoneBar order={order} ask={setAsking} />}
      {asking === 'status' && <StatusDialog order={order} statuses={statuses} onClose={close} done={done} />}
      {asking === 'payment' && (
        <PaymentDialog
          order={order}
          onClose={close}
          changed={reload}
          done={(answer) => {
            close();
            show(() => answer);
          }}
        />
      )}
      {asking === 'remove' && <RemoveDialog order={order} onClose={close} done={done} changed={reload} />}
    </>
  );
}

/** Others that people would call by the same number. */
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
              {day(date, true)} · <bdi>{clientName ?? orders.noName}</bdi> · {money(price, true)}
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
        mayChange() && <RestoreButton order={order} done={restored} />
      )}
    </div>
  );
}

function Extras({ order, remove }: { readonly order: OrderData; readonly remove: (() => void) | undefined }) {
  const { orderPage: w, orders } = words.value;
  const { timeline: _, earlier: __, ...plain } = order;
  return (
    <div class="actions start noprint order-extras">
      <CopyButton class="quiet" text={linkTo(`/app/orders/${order.id}`)} label={w.copyLink} />
      <CopyButton class="quiet" text={JSON.stringify(plain, null, 2)} label={w.copyJson} />
      <PrintMenu order={order} />
      {remove !== undefined && (
        <button type="button" class="quiet danger" onClick={remove}>
          {orders.remove}
        </button>
      )}
    </div>
  );
}

/** On a phone, what one does on the way, at the thumb. */
function PhoneBar({ order, ask }: { readonly order: OrderData; readonly ask: (what: 'status' | 'payment') => void }) {
  const { orderPage: w, orders } = words.value;
  const number = order.clientPhone ?? '';
  const address = order.address ?? '';
  const map = language.value === 'ru' ? 'https://yandex.ru/maps/?text=' : 'https://www.openstreetmap.org/search?query=';
  return (
    <div class="phone-bar">
      {dialled(number) !== '' && (
        <a class="button" href={`tel:${dialled(number)}`}>
          {w.call}
        </a>
      )}
      {address !== '' && (
        <a class="button" href={`${map}${encodeURIComponent(address)}`} target="_blank" rel="noreferrer noopener">
          {w.map}
        </a>
      )}
      <button type="button" onClick={() => ask('status')}>
        {orders.status}
      </button>
      <button type="button" class="main" onClick={() => ask('payment')}>
        {orders.payment}
      </button>
      <span class="unseen">{money(order.price)}</span>
    </div>
  );
}
