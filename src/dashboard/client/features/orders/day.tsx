import { ChevronLeft, ChevronRight } from 'lucide';
import { useLocation } from 'preact-iso';
import { ask } from '../../data/api.ts';
import { seesShop } from '../../data/me.ts';
import { sum } from '../../data/sum.ts';
import { addressWith } from '../../data/typed-searches.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { ordersOf, type Row } from '../../parts/orders.ts';
import { Chip } from '../../ui/chip.tsx';
import { DAY } from '../../ui/empty/drawings/day.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { FirstItems } from '../../ui/first-items.tsx';
import { day as dayText, localClock, money, plural, slot } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { openOnPress } from '../../ui/open-on-press.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { words } from '../../words/words.ts';
import type { LookProps } from './address.ts';
import { CallLink, type CellProps, edgeOf, LateChip, PaymentChip, Price, StatusChip } from './cell.tsx';

function courierSheet(filter: string, day: string): string {
  const params = new URLSearchParams(filter);
  for (const own of ['when', 'from', 'to']) params.delete(own);
  params.set('day', day);
  return addressWith('/app/print/couriers', params);
}

type Slots = readonly (readonly [name: string, rows: readonly Row[]])[];

function isOver(rows: readonly Row[], now: string): boolean {
  return rows.every(({ late, timeStart, timeEnd }) => {
    const end = timeEnd ?? timeStart;
    const isNextDay = timeStart !== null && end !== null && end < timeStart;
    return !late && end !== null && end <= now && !isNextDay;
  });
}

const sumOf = (rows: readonly Row[]): number => sum(rows.map(({ price }) => price));

export function DayLook({ address, choices }: LookProps) {
  const { filter } = address;
  const loaded = useLoaded(() => ask(ordersOf().day.get({ query: { filter } })), filter, { on: ['orders'] });
  const w = words.value.orders;
  if (loaded.data === undefined) return <Waiting of={loaded} />;
  const { data, error, reload } = loaded;
  const go = (day: string): void => address.set({ when: [], from: [day], to: [day] });
  const slots = Map.groupBy(data.orders, (row) => slot(row.timeStart, row.timeEnd));
  const ordered = [...slots].toSorted(([a], [b]) => (a === '' ? 1 : b === '' ? -1 : a.localeCompare(b)));
  const [today, clock = ''] = localClock(new Date()).split('T');
  const now = data.day === today ? clock : '';
  const { over = [], ahead = [] } = Object.groupBy(ordered, ([, rows]) => (isOver(rows, now) ? 'over' : 'ahead'));
  return (
    <>
      <Problem error={error} retry={reload} />
      <div class="orders-day-head">
        <button type="button" class="bare" aria-label={w.dayBefore} onClick={() => go(data.before)}>
          <Icon of={ChevronLeft} />
        </button>
        <h2 class="capital">{dayText(data.day, true)}</h2>
        <button type="button" class="bare" aria-label={w.dayAfter} onClick={() => go(data.after)}>
          <Icon of={ChevronRight} />
        </button>
        <span class="meta">
          {data.day === choices?.today && <Chip tone="new">{w.today}</Chip>} {plural(data.orders.length, w.ordersCount)}{' '}
          {seesShop() && `· ${money(sumOf(data.orders))}`}
        </span>
        <a class="button end" href={courierSheet(filter, data.day)}>
          {words.value.orders.couriers}
        </a>
      </div>
      {!data.complete && <p class="note">{w.dayMany}</p>}
      {data.orders.length === 0 && <Empty drawing={DAY} title={w.dayEmpty} level={3} />}
      {over.length > 0 && <OverSlots slots={over} choices={choices} />}
      <SlotColumns slots={ahead} choices={choices} />
    </>
  );
}

interface SlotsProps extends Pick<LookProps, 'choices'> {
  readonly slots: Slots;
}

const SlotColumns = ({ slots, choices }: SlotsProps) => (
  <div class="orders-slots">
    {slots.map(([name, rows]) => (
      <Slot key={name} name={name} rows={rows} choices={choices} />
    ))}
  </div>
);

/** Folds today's past slots into one line, so that the page begins with the current slot. */
function OverSlots({ slots, choices }: SlotsProps) {
  const { dayOver, ordersCount } = words.value.orders;
  const rows = slots.flatMap(([, one]) => one);
  return (
    <details class="orders-day-over">
      <summary>
        {dayOver}{' '}
        <span class="meta">
          {plural(rows.length, ordersCount)} {seesShop() && `· ${money(sumOf(rows))}`}
        </span>
      </summary>
      <SlotColumns slots={slots} choices={choices} />
    </details>
  );
}

interface SlotProps extends Pick<LookProps, 'choices'> {
  readonly name: string;
  readonly rows: readonly Row[];
}

function Slot({ name, rows, choices }: SlotProps) {
  return (
    <section>
      <h3>
        {name === '' ? words.value.orders.noTime : name} <span class="count">{rows.length}</span>
        {seesShop() && <span class="meta end">{money(sumOf(rows))}</span>}
      </h3>
      <ul class="plain">
        {rows.map((row) => (
          <DayCard key={row.id} row={row} choices={choices} />
        ))}
      </ul>
    </section>
  );
}

function DayCard({ row, choices }: Pick<CellProps, 'row' | 'choices'>) {
  const { route } = useLocation();
  const path = `/app/orders/${row.id}`;
  const press = (event: MouseEvent): void => openOnPress(event, path, route);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard opens it by the link in it
    <li class="card orders-day-card" style={edgeOf(row, choices)} onClick={press} onAuxClick={press}>
      <p class="line">
        <span class="line orders-day-num">
          <a href={path}>{row.num}</a>
          <LateChip row={row} isShort />
        </span>
        <span class="end orders-price">
          <Price row={row} />
        </span>
      </p>
      <p>
        <strong>{row.clientName ?? row.recipientName}</strong> <CallLink text={row.clientPhone} />
      </p>
      {(row.address !== null || !row.carried) && <p>{row.address ?? words.value.orders.pickup}</p>}
      <p class="meta">
        <FirstItems of={row} />
      </p>
      <p class="line">
        <PaymentChip row={row} />
        <StatusChip id={row.statusId} choices={choices} />
      </p>
    </li>
  );
}
