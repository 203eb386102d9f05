import { DueActs, DueDay } from '../../parts/due-acts.tsx';
import { SCHEDULES_PAGE } from '../../parts/schedules.ts';
import { Chip } from '../../ui/chip.tsx';
import { FirstItems } from '../../ui/first-items.tsx';
import { count, money } from '../../ui/format.ts';
import { words } from '../../words/words.ts';
import type { DayProps } from './day.tsx';
import { nameOf } from './order-rows.tsx';

export function ComingAgain({ data: { again, today }, changed }: DayProps) {
  const w = words.value.schedules;
  return (
    <section aria-labelledby="again-title">
      <div class="head">
        <h2 id="again-title">{w.due}</h2>
        <a class="end" href={SCHEDULES_PAGE}>
          {again.count > again.orders.length ? w.all(count(again.count)) : w.list}
        </a>
      </div>
      <ul class="overview-rows">
        {again.orders.flatMap(({ order, every, due }) =>
          due.map((one) => (
            <li key={`${order.id} ${one.date}`}>
              <p class="overview-row-when">
                <span class="overview-row-slot">
                  <DueDay due={one} /> {one.date === today && <Chip tone="busy">{words.value.orders.today}</Chip>}
                </span>
                <span class="meta">{w.every[every]}</span>
              </p>
              <div class="overview-row-who">
                <h3>
                  <a href={`/app/orders/${order.id}`}>{nameOf(order)}</a>
                </h3>
                <p class="meta">
                  <FirstItems of={order} />
                </p>
              </div>
              <p class="overview-row-left">{money(order.price)}</p>
              <div class="overview-row-acts">
                <DueActs order={order} due={one} changed={changed} />
              </div>
            </li>
          )),
        )}
      </ul>
    </section>
  );
}
