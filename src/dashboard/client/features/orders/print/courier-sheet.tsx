import { ask } from '../../../data/api.ts';
import { sum } from '../../../data/sum.ts';
import { mapAddress } from '../../../parts/map-address.ts';
import { ordersOf } from '../../../parts/orders.ts';
import { count, day as dayText, money, plural, slot } from '../../../ui/format.ts';
import { type Column, Table } from '../../../ui/table.tsx';
import { words } from '../../../words/words.ts';
import { CallLink } from '../cell.tsx';
import { OrderQr, ShopName, Thanks } from './shop-head.tsx';

type ParcelQuery = { readonly ids: string } | { readonly day: string; readonly filter: string };

export const loadParcels = (query: ParcelQuery) => ask(ordersOf().couriers.get({ query }));
export type Parcel = Awaited<ReturnType<typeof loadParcels>>['orders'][number];

interface CourierSheetProps {
  readonly parcels: readonly Parcel[];
  readonly heading: string;
  readonly withDays?: boolean;
}

export function CourierSheet({ parcels, heading, withDays = false }: CourierSheetProps) {
  const { print: w, orders } = words.value;
  return (
    <>
      <header class="print-head">
        <ShopName />
      </header>
      <div class="print-couriers-head">
        <h2>
          {orders.couriers}
          {heading && `: ${heading}`}
        </h2>
        <p>
          {plural(parcels.length, orders.ordersCount)}, {w.collectAll} {money(sum(parcels.map(({ left }) => left)))}
        </p>
      </div>
      {parcels.length === 0 ? <p>{w.nothing}</p> : <Parcels parcels={parcels} withDays={withDays} />}
      <Thanks />
    </>
  );
}

/**
 * An order with at most this many items is kept together on a page. Keeping a longer order together would leave half a
 * page empty.
 */
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
  const { print: w, orders, orderPage: o } = words.value;
  return [
    {
      head: w.slot,
      cell: ({ date, timeStart, timeEnd }) => (
        <>
          {withDays && <span>{dayText(date)}</span>}
          <strong>{slot(timeStart, timeEnd) || orders.noTime}</strong>
        </>
      ),
    },
    {
      head: orders.order,
      class: 'print-of-order',
      cell: ({ num, id }) => (
        <>
          {num}
          <OrderQr id={id} />
        </>
      ),
    },
    { head: o.fields.adress, class: 'wrap print-of-address', cell: addressOf },
    { head: o.recipientTitle, class: 'wrap', cell: recipientOf },
    {
      head: w.items,
      class: 'wrap print-of-items',
      cell: ({ items, moreItems, card }) => (
        <>
          {items.map(({ name, quantity }, at) => (
            <span key={at}>{`${name}\u00a0×${count(quantity)}`}</span>
          ))}
          {moreItems > 0 && <span>{plural(moreItems, words.value.orderForm.moreItems)}</span>}
          {card && <strong>{words.value.deliveries.card}</strong>}
        </>
      ),
    },
    {
      head: o.fields.comment,
      class: 'wrap',
      cell: ({ comments }) => comments.map((comment) => <span key={comment}>{comment}</span>),
    },
    {
      head: w.toCollect,
      cell: ({ left }) => (
        <>
          <span class="print-of-label">{w.toCollect}: </span>
          {left === 0 ? w.nothingLeft : <strong class="print-of-sum">{money(left)}</strong>}
        </>
      ),
    },
    {
      head: w.done,
      cell: () => (
        <>
          <span class="print-tick" /> <span class="print-of-label">{w.done}</span>
        </>
      ),
    },
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
