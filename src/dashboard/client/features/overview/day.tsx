import { mayChange } from '../../data/me.ts';
import { statusName, statusTone } from '../../parts/orders.ts';
import { Chip } from '../../ui/chip.tsx';
import { DAY } from '../../ui/empty/drawings/day.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { FirstItems } from '../../ui/first-items.tsx';
import { count, day, money, plural, slot } from '../../ui/format.ts';
import { agoFormat } from '../../ui/intl.ts';
import { language } from '../../words/language.ts';
import { words } from '../../words/words.ts';
import type { ComingOrder, OverviewData } from './data.ts';
import { Hours, HoursLegend } from './hours.tsx';
import { isFree, leftOf, nameOf, OrderActs, owedIn } from './order-acts.tsx';
import { sum } from './sum.ts';
import { minutesOf, useClock } from './use-clock.ts';

const HOUR_MINUTES = 60;
const WHOLE_DAY = '/app/orders?when=today&look=day';

/** The day as it goes: its hours, the order that is next, and those behind it. */
export function Day({ data, changed }: { readonly data: OverviewData; readonly changed: () => void }) {
  const now = useClock(data.now);
  const w = words.value.overview;
  const { hours, coming, scheduled, statuses } = data;
  const total = (of: 'open' | 'late' | 'done'): number => sum(hours.map((hour) => hour[of]));
  const untimed = hours.find(({ hour }) => hour === null);
  const [open, late] = [total('open'), total('late')];
  const said = [
    plural(scheduled, w.orders),
    ...(open > 0 ? [w.toDo(count(open))] : []),
    ...(late > 0 ? [w.late(count(late))] : []),
    ...(untimed === undefined ? [] : [w.untimed(count(untimed.open + untimed.done))]),
  ].join(' · ');
  const [next, ...then] = coming;
  const rest = open - late - coming.length;
  return (
    <section class="overview-day" aria-labelledby="day-title">
      <div class="head">
        <h2 id="day-title">{w.today(day(data.today, true))}</h2>
        {scheduled > 0 && <span class="meta">{said}</span>}
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
          <Hours hours={hours} now={now} label={said} />
          <HoursLegend />
          {next === undefined ? (
            late === 0 && (
              <p class="overview-calm">
                <span aria-hidden="true">✓ </span>
                {w.allDone}
              </p>
            )
          ) : (
            <div class="overview-two">
              <Next order={next} now={now} statuses={statuses} changed={changed} />
              {then.length > 0 && <Then orders={then} rest={rest} />}
            </div>
          )}
        </>
      )}
    </section>
  );
}

/** `in 25 minutes`, `in 1.5 hours`; `now` while its slot runs; nothing without a time. */
function whenOf({ timeStart }: ComingOrder, now: number): string {
  if (timeStart === null) return '';
  const minutes = minutesOf(timeStart) - now;
  if (minutes <= 0) return words.value.overview.now;
  const format = agoFormat(language.value, { numeric: 'always' });
  return minutes < HOUR_MINUTES
    ? format.format(minutes, 'minute')
    : format.format(Math.round((2 * minutes) / HOUR_MINUTES) / 2, 'hour');
}

interface NextProps {
  readonly order: ComingOrder;
  readonly now: number;
  readonly statuses: OverviewData['statuses'];
  readonly changed: () => void;
}

function Next({ order, now, statuses, changed }: NextProps) {
  const w = words.value.overview;
  return (
    <article class="overview-next" aria-labelledby="next-title">
      <p class="overview-next-when">
        <strong>{slot(order.timeStart, order.timeEnd) || w.noTime}</strong> <span>{whenOf(order, now)}</span>
        <Chip tone={statusTone(order.statusId, statuses)}>{statusName(order.statusId, statuses)}</Chip>
      </p>
      <h3 id="next-title">
        <a href={`/app/orders/${order.id}`}>{nameOf(order)}</a>
      </h3>
      <p>
        <FirstItems of={order} />
        {order.address !== null && <span class="meta"> · {order.address}</span>}
      </p>
      <p class="overview-next-left">{owedIn(order)}</p>
      <OrderActs order={order} statuses={statuses} changed={changed} first />
    </article>
  );
}

/** What comes behind the next one. @param rest how many more are to be done and have not had their time */
function Then({ orders, rest }: { readonly orders: readonly ComingOrder[]; readonly rest: number }) {
  const w = words.value.overview;
  return (
    <div class="overview-then">
      <h3>{w.afterThat}</h3>
      <ul>
        {orders.map((order) => (
          <li key={order.id}>
            <a href={`/app/orders/${order.id}`}>
              <span class="overview-then-time">{slot(order.timeStart, order.timeEnd) || w.noTime}</span>
              <span class="overview-then-who">
                {nameOf(order)}
                <span class="meta">
                  <FirstItems of={order} />
                </span>
              </span>
              <span class="figure">{leftOf(order) > 0 ? money(leftOf(order)) : '✓'}</span>
              <span class="unseen">
                {leftOf(order) > 0 ? w.leftWord : isFree(order) ? words.value.orders.paymentStatuses.free : w.paidName}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {rest > 0 && <a href={WHOLE_DAY}>{plural(rest, w.more)}</a>}
    </div>
  );
}
