import { ask } from '../../../data/api.ts';
import { mayTakeOrders } from '../../../data/me.ts';
import { addressWith } from '../../../data/typed-searches.ts';
import { useLoaded } from '../../../data/use-loaded.ts';
import { mapAddress } from '../../../parts/map-address.ts';
import { ordersOf } from '../../../parts/orders.ts';
import { count, day as dayText, money, plural, slot } from '../../../ui/format.ts';
import { type Column, Table } from '../../../ui/table.tsx';
import { useParams } from '../../../ui/use-query.ts';
import { Waiting } from '../../../ui/waiting.tsx';
import { words } from '../../../words/words.ts';
import { CallLink } from '../cell.tsx';
import { PaperChoice } from './paper-choice.tsx';
import { PrintFrame } from './print-frame.tsx';
import { OrderQr, ShopName, Thanks } from './shop-head.tsx';

/** The query of the address: `ids`, or `day` with the filters of the orders page. */
function useQuery() {
  const params = useParams();
  const [ids, day] = [params.get('ids'), params.get('day')];
  // The day says which one; how the list was looked at says nothing here.
  for (const own of ['ids', 'day', 'look', 'sort', 'when', 'from', 'to']) params.delete(own);
  return {
    /** The orders that were chosen one by one. */
    ids: day === null ? (ids ?? '').split(',') : [],
    day,
    filter: params.toString(),
    query: day === null ? { ids: ids ?? '' } : { day, filter: params.toString() },
  };
}

const load = (query: ReturnType<typeof useQuery>['query']) => ask(ordersOf().couriers.get({ query }));
type Parcel = Awaited<ReturnType<typeof load>>['orders'][number];

const byTime = (a: Parcel, b: Parcel): number => {
  const keys = [a, b].map(({ date, timeStart, timeEnd }) => `${date} ${timeStart ?? '99'} ${timeEnd ?? '99'}`);
  return (keys[0] ?? '').localeCompare(keys[1] ?? '');
};

/** Orders to carry, by time: a row each, with what the courier needs at the door. */
export function CouriersPage() {
  const { ids, day, filter, query } = useQuery();
  const loaded = useLoaded(() => load(query), JSON.stringify(query));
  const { print: w, orders } = words.value;
  const { data } = loaded;
  if (data === undefined) return <Waiting of={loaded} />;
  // A person who has chosen orders one by one wants them all.
  const parcels = data.orders
    .filter(({ address, statusId }) => day === null || (address !== '' && statusId !== 'status-cancelled'))
    .toSorted(byTime);
  const leftOut = data.orders.length - parcels.length;
  const days = new Set(parcels.map(({ date }) => date));
  const [first] = [...days];
  const notes = [...(leftOut > 0 ? [plural(leftOut, w.leftOut)] : []), ...(data.complete ? [] : [w.incomplete])];
  const shown = new URLSearchParams(filter);
  if (day !== null) {
    shown.set('look', 'day');
    shown.set('from', day);
    shown.set('to', day);
  }
  const kopecks = parcels.reduce((sum, { left }) => sum + Math.round(left * 100), 0);
  const title = day ?? (days.size === 1 ? first : undefined);
  return (
    <PrintFrame
      title={orders.couriers}
      back={
        ids.length === 1 ? `/app/orders/${ids[0]}` : day === null ? '/app/orders' : addressWith('/app/orders', shown)
      }
      backText={ids.length === 1 ? w.backToOrder : w.back}
      kind="couriers"
      choice={ids.length === 1 ? <PaperChoice id={ids[0] ?? ''} /> : <OnPhone />}
      notes={notes}
    >
      <header class="print-head">
        <ShopName />
      </header>
      <div class="print-couriers-head">
        <h2>
          {orders.couriers}
          {title !== undefined ? `: ${dayText(title, true)}` : days.size > 1 && `: ${w.severalDays}`}
        </h2>
        <p>
          {plural(parcels.length, w.toCarry)}, {w.collectAll} {money(kopecks / 100)}
        </p>
      </div>
      {parcels.length === 0 ? <p>{w.nothing}</p> : <Parcels parcels={parcels} withDays={title === undefined} />}
      <Thanks />
    </PrintFrame>
  );
}

/** Leads to the list on which each order is paid and delivered by a press. */
function OnPhone() {
  if (!mayTakeOrders()) return null;
  return (
    <p class="noprint">
      <a href="/app/deliveries">{words.value.deliveries.onPhone}</a>
    </p>
  );
}

/** An order of more items may begin on one page and end on the next; whole, it would leave half a page empty. */
const WHOLE_ITEMS = 12;

interface ParcelsProps {
  readonly parcels: readonly Parcel[];
  readonly withDays: boolean;
}

function Parcels({ parcels, withDays }: ParcelsProps) {
  return (
    <Table
      label={words.value.orders.couriers}
      rows={parcels}
      keyOf={({ id }) => id}
      rowProps={({ items }) => (items.length > WHOLE_ITEMS ? { class: 'print-long' } : {})}
      columns={columnsOf(withDays)}
    />
  );
}

function columnsOf(withDays: boolean): readonly Column<Parcel>[] {
  const { print: w } = words.value;
  return [
    {
      head: w.slot,
      cell: ({ date, timeStart, timeEnd }) => (
        <>
          {withDays && <span>{dayText(date)}</span>}
          <strong>{slot(timeStart, timeEnd) || w.noTime}</strong>
        </>
      ),
    },
    {
      head: w.order,
      class: 'print-of-order',
      cell: ({ num, id }) => (
        <>
          {num}
          <OrderQr id={id} />
        </>
      ),
    },
    { head: w.address, class: 'wrap', cell: addressOf },
    { head: w.recipient, class: 'wrap', cell: recipientOf },
    {
      head: w.items,
      class: 'wrap print-of-items',
      cell: ({ items, moreItems }) => (
        <>
          {items.map(({ name, quantity }, at) => (
            <span key={at}>{`${name}\u00a0×${count(quantity)}`}</span>
          ))}
          {moreItems > 0 && <span>{plural(moreItems, words.value.orderForm.moreItems)}</span>}
        </>
      ),
    },
    {
      head: w.comment,
      class: 'wrap',
      cell: ({ comments }) => comments.map((comment) => <span key={comment}>{comment}</span>),
    },
    { head: w.toCollect, cell: ({ left }) => (left === 0 ? w.nothingLeft : <strong>{money(left)}</strong>) },
    { head: w.done, cell: () => <span class="print-tick" /> },
  ];
}

function addressOf({ address, flat }: Parcel) {
  const { print: w } = words.value;
  return (
    <>
      <strong>
        {address === '' ? (
          w.noAddress
        ) : (
          <a href={mapAddress(address)} target="_blank" rel="noreferrer noopener">
            {address}
          </a>
        )}
      </strong>
      {flat !== '' && (
        <span>
          {w.flat} {flat}
        </span>
      )}
    </>
  );
}

function recipientOf(parcel: Parcel) {
  return (
    <>
      <strong>{parcel.name}</strong>
      <CallLink class="print-of-phone" text={parcel.phone} />
      {parcel.isClientPhone && parcel.phone !== '' && <span>({words.value.print.ofClient})</span>}
    </>
  );
}
