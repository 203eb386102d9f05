import { useLocation, useRoute } from 'preact-iso';
import { lineOf } from '../../../data/plain-values.ts';
import { useLoaded } from '../../../data/use-loaded.ts';
import type { OrderData } from '../../../parts/orders.ts';
import { count, day, slot } from '../../../ui/format.ts';
import { Waiting } from '../../../ui/waiting.tsx';
import { words } from '../../../words/words.ts';
import { notesOf, OrderNotes } from '../order-notes.tsx';
import { textIn, WithOrder } from '../with-order.tsx';
import { cardSize } from './card-size.ts';
import { CourierSheet, loadParcels } from './courier-sheet.tsx';
import { KINDS, keepKinds, keptKinds, type PaperKind, paperOf } from './paper.ts';
import { PrintFrame, Sheet } from './print-frame.tsx';
import { OrderQr } from './shop-head.tsx';
import { SlipPaper } from './slip-paper.tsx';

export function OrderPaperPage() {
  const { papers } = useRoute().params;
  const named = papers?.split(',');
  const kinds = named === undefined ? keptKinds() : KINDS.filter((kind) => named.includes(kind));
  return <WithOrder>{(order) => <Papers order={order} kinds={kinds} />}</WithOrder>;
}

function Papers({ order, kinds }: { readonly order: OrderData; readonly kinds: readonly PaperKind[] }) {
  const { print: w } = words.value;
  const isCarried = kinds.includes('couriers');
  const parcels = useLoaded(
    () => (isCarried ? loadParcels({ ids: order.id }) : Promise.resolve(null)),
    `${isCarried} ${order.id} ${order.version}`,
  );
  const hasCard = textIn(order.additional, 'cardText') !== '';
  const sheets = kinds.filter((kind) => kind !== 'card' || hasCard);
  const ready = sheets.length > 0 && (!isCarried || Boolean(parcels.data));
  return (
    <PrintFrame title={w.ofOrder(order.num)} back={`/app/orders/${order.id}`} backText={w.backToOrder} ready={ready}>
      <Choice id={order.id} kinds={kinds} />
      {kinds.includes('slip') && (
        <Sheet kind="slip" name={w.slip}>
          <SlipPaper order={order} />
        </Sheet>
      )}
      {kinds.includes('ticket') && (
        <Sheet kind="ticket" name={w.ticket}>
          <TicketPaper order={order} />
        </Sheet>
      )}
      {kinds.includes('card') && (hasCard ? <Card order={order} /> : <NoCard />)}
      {isCarried &&
        (parcels.data ? (
          <Sheet kind="couriers" name={words.value.orders.couriers}>
            <CourierSheet parcels={parcels.data.orders} heading={day(order.date, true)} />
          </Sheet>
        ) : (
          <Waiting of={{ ...parcels, data: undefined }} />
        ))}
    </PrintFrame>
  );
}

function Choice({ id, kinds }: { readonly id: string; readonly kinds: readonly PaperKind[] }) {
  const { choose, choices } = words.value.print;
  const { route } = useLocation();
  const turn = (kind: PaperKind): void => {
    const next = KINDS.filter((one) => (one === kind) !== kinds.includes(one));
    keepKinds(next);
    route(`/app/orders/${id}/print/${next.join(',') || 'none'}`, true);
  };
  return (
    <fieldset class="print-choice noprint">
      <legend class="unseen">{choose}</legend>
      {KINDS.map((kind) => (
        <label key={kind} class="check">
          <input type="checkbox" checked={kinds.includes(kind)} onChange={() => turn(kind)} /> {choices[kind]}
        </label>
      ))}
    </fieldset>
  );
}

/** The gift card has only its text, so that its receiver learns nothing else. */
function Card({ order }: { readonly order: OrderData }) {
  const w = words.value.print;
  const text = textIn(order.additional, 'cardText');
  const { points, size, fits } = cardSize(text, paperOf('card').value);
  const notes = { whole: [], sheet: [w.cardSmall], sheets: [w.cardPages] };
  return (
    <Sheet kind="card" name={w.card} size={size} notes={notes[fits]}>
      <p
        style={`--points: ${points}`}
        class={fits === 'sheets' ? 'print-card-text print-card-long' : 'print-card-text'}
      >
        {text.split(/\r\n|\r|\n/).map((line, at) => (
          <span key={at}>{line}</span>
        ))}
      </p>
    </Sheet>
  );
}

function NoCard() {
  const w = words.value.print;
  return (
    <section class="noprint" aria-label={w.card}>
      <h2>{w.card}</h2>
      <p>
        {w.noCard} {w.noCardWhat}
      </p>
    </section>
  );
}

/** The fields of an item that do not describe how to make it. */
const NOT_MADE = new Set(['id', 'sku', 'name', 'quantity', 'price', 'listPrice']);

/** The greatest number of items in large print. More would leave no room for notes. */
const FEW = 5;

/** The workshop needs no sums, phones or addresses. */
function TicketPaper({ order }: { readonly order: OrderData }) {
  const { orders } = words.value;
  const way = textIn(order.delivery, 'deliveryType');
  const hours = slot(order.timeStart, order.timeEnd);
  return (
    <>
      <header class="print-head">
        <div>
          <p class="print-slip-num">
            {orders.order} {order.num}
          </p>
          <p class="print-ticket-when">
            <strong class="capital">{hours || day(order.date, true)}</strong>{' '}
            <span class="capital">{hours !== '' && day(order.date, true)}</span>
            {way !== '' && <span class="print-ticket-way capital">{way}</span>}
          </p>
        </div>
        <OrderQr id={order.id} />
      </header>
      <ul class={order.products.length > FEW ? 'print-ticket-items print-ticket-many' : 'print-ticket-items'}>
        {order.products.map((product, at) => (
          <li key={at}>
            <strong>{count(product.quantity)} ×</strong> <bdi>{product.name}</bdi>
            {Object.entries(product)
              .filter(([key, value]) => !NOT_MADE.has(key) && lineOf(value) !== '')
              .map(([key, value]) => (
                <small key={key}>{lineOf(value)}</small>
              ))}
          </li>
        ))}
      </ul>
      <OrderNotes class="print-ticket-notes" notes={notesOf(order).filter(({ kind }) => kind !== 'door')} />
    </>
  );
}
