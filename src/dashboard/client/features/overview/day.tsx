import { useState } from 'preact/hooks';
import { mayChange } from '../../data/me.ts';
import { sum } from '../../data/sum.ts';
import { DAY } from '../../ui/empty/drawings/day.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { COUNTED, count, counted, day, MINUTE_MS, plural } from '../../ui/format.ts';
import { agoFormat } from '../../ui/intl.ts';
import { useTick } from '../../ui/use-tick.ts';
import { language } from '../../words/language.ts';
import { words } from '../../words/words.ts';
import type { ComingOrder, OverviewData } from './data.ts';
import { Hours, HoursLegend } from './hours.tsx';
import { OrderRows, shownOf } from './order-rows.tsx';

const HOUR_MINUTES = 60;
const WHOLE_DAY = '/app/orders?when=today&look=day';

export interface DayProps {
  readonly data: OverviewData;
  readonly changed: () => void;
}

export function Day({ data, changed }: DayProps) {
  const now = useClock(data.now);
  const w = words.value.overview;
  const { hours, coming, scheduled, statuses } = data;
  const total = (of: 'open' | 'late' | 'done'): number => sum(hours.map((hour) => hour[of]));
  const untimed = hours.find(({ hour }) => hour === null);
  const [open, late] = [total('open'), total('late')];
  const said = [
    plural(scheduled, words.value.orders.ordersCount),
    ...(open > 0 ? [w.toDo(count(open))] : []),
    ...(late > 0 ? [plural(late, w.late)] : []),
  ].join(' · ');
  const [next] = coming;
  const rest = open - late - coming.length;
  return (
    <section class="overview-day" aria-labelledby="day-title">
      <div class="head">
        <h2 id="day-title">{w.today(day(data.today, true))}</h2>
        {scheduled > 0 && <span class="meta">{said}</span>}
        {untimed !== undefined && (
          <a href={`/app/orders?${data.filters.today}&hour=none`}>{w.untimed(count(untimed.open + untimed.done))}</a>
        )}
        {scheduled > 0 && (
          <a class="end" href={WHOLE_DAY}>
            {w.wholeDay}
          </a>
        )}
      </div>
      {scheduled === 0 ? (
        <Empty drawing={DAY} title={w.scheduleEmpty} level={3}>
          {mayChange() && (
            <a class="button" href="/app/orders/new">
              {words.value.orders.newOrder}
            </a>
          )}
        </Empty>
      ) : (
        <>
          <Hours hours={hours} now={now} label={said} filter={data.filters.today} />
          <HoursLegend />
          {next === undefined ? (
            late === 0 && (
              <p class="overview-calm">
                <span aria-hidden="true">✓ </span>
                {w.allDone}
              </p>
            )
          ) : (
            <>
              <h3 class="overview-next">
                {w.next} <span class="meta">{whenOf(next, now)}</span>
              </h3>
              <OrderRows orders={coming} date={data.today} statuses={statuses} changed={changed} />
              {rest > 0 && (
                <p class="foot">
                  <a href={WHOLE_DAY}>{plural(rest, w.more)}</a>
                </p>
              )}
            </>
          )}
        </>
      )}
    </section>
  );
}

function whenOf({ timeStart }: ComingOrder, now: number): string {
  if (timeStart === null) return '';
  const minutes = minutesOf(timeStart) - now;
  if (minutes <= 0) return '';
  const format = agoFormat(language.value, { numeric: 'always' });
  return minutes < HOUR_MINUTES
    ? format.format(minutes, 'minute')
    : format.format(Math.round((2 * minutes) / HOUR_MINUTES) / 2, 'hour');
}

export function Prepare({ data, changed }: DayProps) {
  const w = words.value.overview;
  const { prepare, statuses } = data;
  if (prepare === null) return null;
  const { date, count: all, orders } = prepare;
  const [to, shown] = [`/app/orders?from=${date}&to=${date}&look=day`, shownOf(orders)];
  return (
    <section aria-labelledby="prepare-title">
      <div class="head">
        <h2 id="prepare-title">{w.prepare(day(date, true))}</h2>
        <a class="end" href={to}>
          {plural(all, words.value.orders.ordersCount)}
        </a>
      </div>
      <OrderRows orders={shown} date={date} statuses={statuses} changed={changed} />
      {all > shown.length && (
        <p class="foot">
          <a href={to}>{plural(all - shown.length, w.more)}</a>
        </p>
      )}
    </section>
  );
}

const dueOf = ({ date, timeStart, timeEnd }: ComingOrder): string => `${date} ${timeEnd ?? timeStart ?? '24:00'}`;

/** Shows late orders. The least late ones come first, because they are the easiest to rescue. */
export function LateOrders({ data, changed }: DayProps) {
  const { late, today, statuses } = data;
  const w = words.value.overview;
  if (late.count === 0) return null;
  const shown = shownOf(late.orders.toSorted((a, b) => dueOf(b).localeCompare(dueOf(a))));
  const isMany = late.count >= COUNTED;
  const many = isMany ? w.lateMany(counted(late.count)) : plural(late.count, w.lateOrders);
  return (
    <section class="overview-lates" aria-labelledby="late-title">
      <div class="head">
        <h2 id="late-title">{many}</h2>
      </div>
      <OrderRows late orders={shown} date={today} statuses={statuses} changed={changed} />
      {late.count > shown.length && (
        <p class="foot">
          <a href="/app/orders?when=late">{isMany ? w.allLate : plural(late.count - shown.length, w.olderLate)}</a>
        </p>
      )}
    </section>
  );
}

const TICK_MS = 15_000;
const DAY_MINUTES = 24 * HOUR_MINUTES;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * HOUR_MINUTES + Number(time.slice(3, 5));

/** Returns the minutes since the shop's midnight: the server's time (`HH:mm`), continued by this machine's clock. */
function useClock(said: string): number {
  const [heard, setHeard] = useState({ said, at: performance.now() });
  if (heard.said !== said) setHeard({ said, at: performance.now() });
  useTick(TICK_MS);
  return Math.min(minutesOf(said) + Math.floor((performance.now() - heard.at) / MINUTE_MS), DAY_MINUTES);
}
