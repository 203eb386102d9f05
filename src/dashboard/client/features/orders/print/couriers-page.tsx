import { mayTakeOrders } from '../../../data/me.ts';
import { addressWith } from '../../../data/typed-searches.ts';
import { useLoaded } from '../../../data/use-loaded.ts';
import { day as dayText, plural } from '../../../ui/format.ts';
import { useAddress } from '../../../ui/use-query.ts';
import { Waiting } from '../../../ui/waiting.tsx';
import { words } from '../../../words/words.ts';
import { CourierSheet, loadParcels, type Parcel } from './courier-sheet.tsx';
import { PrintFrame, Sheet } from './print-frame.tsx';

function useQuery() {
  const { params, path } = useAddress();
  const [ids, day] = [params.get('ids'), params.get('day')];
  // The sheet is for one `day`, so the other date filters and the view do not apply.
  for (const own of ['ids', 'day', 'look', 'sort', 'when', 'from', 'to']) params.delete(own);
  return {
    /** The ids of individually chosen orders; empty if the sheet is for a day. */
    ids: day === null ? (ids ?? '').split(',') : [],
    day,
    isOfDeliveries: path.startsWith('/app/deliveries'),
    filter: params.toString(),
    query: day === null ? { ids: ids ?? '' } : { day, filter: params.toString() },
  };
}

const byTime = (a: Parcel, b: Parcel): number => {
  const keys = [a, b].map(({ date, timeStart, timeEnd }) => `${date} ${timeStart ?? '99'} ${timeEnd ?? '99'}`);
  return (keys[0] ?? '').localeCompare(keys[1] ?? '');
};

export function CouriersPage() {
  const { ids, day, isOfDeliveries, filter, query } = useQuery();
  const loaded = useLoaded(() => loadParcels(query), JSON.stringify(query));
  const { print: w, orders } = words.value;
  const { data } = loaded;
  if (data === undefined) return <Waiting of={loaded} />;
  // A person who chose individual orders wants all of them, so none is left out.
  const parcels = data.orders
    .filter(({ address, statusId }) => day === null || (address !== '' && !data.closed.includes(statusId)))
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
  const title = day ?? (days.size === 1 ? first : undefined);
  const ofOrder = ids.length === 1 ? `/app/orders/${ids[0]}` : undefined;
  const ofList = day === null ? '/app/orders' : addressWith('/app/orders', shown);
  const back = isOfDeliveries ? '/app/deliveries' : (ofOrder ?? ofList);
  return (
    <PrintFrame
      title={orders.couriers}
      back={back}
      backText={back === ofOrder ? w.backToOrder : w.back}
      ready={parcels.length > 0}
    >
      {ids.length !== 1 && <OnPhone />}
      <Sheet kind="couriers" notes={notes}>
        <CourierSheet
          parcels={parcels}
          heading={title !== undefined ? dayText(title, true) : days.size > 1 ? w.severalDays : ''}
          withDays={title === undefined || days.size > 1}
        />
      </Sheet>
    </PrintFrame>
  );
}

function OnPhone() {
  if (!mayTakeOrders()) return null;
  return (
    <p class="noprint">
      <a href="/app/deliveries">{words.value.deliveries.onPhone}</a>
    </p>
  );
}
