import { Phone } from 'lucide';
import { mayChange } from '../../data/me.ts';
import { statusName, statusTone } from '../../parts/orders.ts';
import { Chip } from '../../ui/chip.tsx';
import { DAY } from '../../ui/empty/drawings/day.ts';
import { Empty } from '../../ui/empty/empty.tsx';
import { count, day, dialled, money, phone, plural, slot } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { agoFormat } from '../../ui/intl.ts';
import { language } from '../../words/language.ts';
import { words } from '../../words/words.ts';
import type { ComingOrder, OverviewData } from './data.ts';
import { Hours, HoursLegend } from './hours.tsx';
import { sum } from './sum.ts';
import { minutesOf, useClock } from './use-clock.ts';

const HOUR_MINUTES = 60;
const WHOLE_DAY = '/app/orders?when=today&look=day';

/** The day as it goes: its hours, the order that is next, and those behind it. */
export function Day({ data }: { readonly data: OverviewData }) {
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
            <p class={late > 0 ? 'overview-only-late' : 'overview-calm'}>
              {late === 0 && <span aria-hidden="true">✓ </span>}
              {late > 0 ? w.onlyLate : w.allDone}
            </p>
          ) : (
            <div class="overview-two">
              <Next it={next} now={now} statuses={statuses} />
              {then.length > 0 && <Then orders={then} rest={rest} />}
            </div>
          )}
        </>
      )}
    </section>
  );
}

const itemsOf = ({ firstProduct, firstQuantity, moreProducts }: ComingOrder): string =>
  `${firstProduct} ×${count(firstQuantity)}${moreProducts > 0 ? ` +${moreProducts}` : ''}`;

const leftOf = ({ price, paidAmount }: ComingOrder): number => sum([price, -paidAmount]);

const isFree = ({ price, paidAmount }: ComingOrder): boolean => price === 0 && paidAmount === 0;

function owedIn(it: ComingOrder): string {
  const w = words.value.overview;
  const left = leftOf(it);
  if (isFree(it)) return words.value.orders.paymentStatuses.free;
  if (left <= 0) return w.paid(money(it.price));
  return it.paidAmount > 0 ? w.left(money(left), money(it.price)) : `${money(left)} ${w.leftWord}`;
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
  readonly it: ComingOrder;
  readonly now: number;
  readonly statuses: OverviewData['statuses'];
}

function Next({ it, now, statuses }: NextProps) {
  const w = words.value.overview;
  const o = words.value.orders;
  const number = it.clientPhone ?? '';
  const name = it.clientName ?? it.recipientName ?? `${o.order} ${it.num}`;
  return (
    <article class="overview-next" aria-labelledby="next-title">
      <p class="overview-next-when">
        <strong>{slot(it.timeStart, it.timeEnd) || w.noTime}</strong> <span>{whenOf(it, now)}</span>
        <Chip tone={statusTone(it.statusId, statuses)}>{statusName(it.statusId, statuses)}</Chip>
      </p>
      <h3 id="next-title">{name}</h3>
      <p>
        {itemsOf(it)}
        {it.address !== null && <span class="meta"> · {it.address}</span>}
      </p>
      <p class="overview-next-left">{owedIn(it)}</p>
      <div class="actions start">
        {dialled(number) !== '' && (
          <a class="button main" href={`tel:${dialled(number)}`} aria-label={`${w.call} ${phone(number)}`}>
            <Icon of={Phone} /> <span class="figure">{phone(number)}</span>
          </a>
        )}
        <a class="button" href={`/app/orders/${it.id}`}>
          {o.order} {it.num}
        </a>
      </div>
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
        {orders.map((it) => (
          <li key={it.id}>
            <a href={`/app/orders/${it.id}`}>
              <span class="overview-then-time">{slot(it.timeStart, it.timeEnd) || w.noTime}</span>
              <span class="overview-then-who">
                {it.clientName ?? it.recipientName ?? `${words.value.orders.order} ${it.num}`}
                <span class="meta">{itemsOf(it)}</span>
              </span>
              <span class="figure">{leftOf(it) > 0 ? money(leftOf(it)) : '✓'}</span>
              <span class="unseen">
                {leftOf(it) > 0 ? w.leftWord : isFree(it) ? words.value.orders.paymentStatuses.free : w.paidName}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {rest > 0 && <a href={WHOLE_DAY}>{plural(rest, w.more)}</a>}
    </div>
  );
}
