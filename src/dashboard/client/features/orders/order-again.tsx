import { useState } from 'preact/hooks';
import { mayTakeOrders } from '../../data/me.ts';
import { DueActs, DueDay } from '../../parts/due-acts.tsx';
import type { OrderAnswer } from '../../parts/orders.ts';
import { type Again, endSchedule, pauseSchedule, type Schedule, scheduleText } from '../../parts/schedules.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { day } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';

interface OrderAgainProps {
  readonly of: OrderAnswer;
  readonly change: () => void;
  readonly changed: () => void;
}

/** Shows when an order repeats, the orders made for its dates, and the order that it was made from. */
export function OrderAgain({ of: { order, again }, change, changed }: OrderAgainProps) {
  const w = words.value.schedules;
  const { schedule, made, from } = again;
  return (
    <>
      {from !== null && (
        <p class="noprint">
          <a href={`/app/orders/${from.id}`}>{w.madeFrom(from.num, day(from.date))}</a>
        </p>
      )}
      {(schedule !== null || made.length > 0) && (
        <section class="box noprint">
          <h2>{w.again}</h2>
          {schedule !== null && <Dates order={order} schedule={schedule} change={change} changed={changed} />}
          {made.length > 0 && <Made of={made} />}
        </section>
      )}
    </>
  );
}

const Made = ({ of }: { readonly of: Again['made'] }) => {
  const w = words.value.schedules;
  return (
    <>
      <h3>{w.made}</h3>
      <ul class="order-payments">
        {of.map(({ id, num, date }) => (
          <li key={id}>
            <a href={`/app/orders/${id}`}>
              {words.value.orders.order} {num}
            </a>{' '}
            {w.madeFor(day(date))}
          </li>
        ))}
      </ul>
    </>
  );
};

interface DatesProps extends Omit<OrderAgainProps, 'of'> {
  readonly order: OrderAnswer['order'];
  readonly schedule: Schedule;
}

function Dates({ order, schedule, change, changed }: DatesProps) {
  const w = words.value.schedules;
  return (
    <>
      <p>
        {scheduleText(schedule)} {schedule.isPaused && <Chip tone="idle">{w.paused}</Chip>}
      </p>
      <ul class="order-payments">
        {schedule.due.map((due) => (
          <li key={due.date}>
            <p>
              <DueDay due={due} />
            </p>
            <DueActs order={order} due={due} changed={changed} />
          </li>
        ))}
      </ul>
      {mayTakeOrders() && <Acts order={order} schedule={schedule} change={change} changed={changed} />}
    </>
  );
}

function Acts({ order: { id }, schedule: { isPaused }, change, changed }: DatesProps) {
  const [isEnding, setIsEnding] = useState(false);
  const sending = useSending();
  const w = words.value.schedules;
  const told = (text: string): void => {
    say(text);
    changed();
  };
  const pause = () => pauseSchedule(id, !isPaused).then(() => told(isPaused ? w.resumed : w.pausedNow));
  return (
    <>
      <div class="actions start">
        <button type="button" aria-haspopup="dialog" onClick={change}>
          {w.change}
        </button>
        <ActButton sending={sending} act={pause}>
          {isPaused ? w.resume : w.pause}
        </ActButton>
        <button type="button" class="quiet" aria-haspopup="dialog" onClick={() => setIsEnding(true)}>
          {w.end}
        </button>
      </div>
      <Problem error={sending.error} />
      {isEnding && (
        <FormDialog
          title={w.endTitle}
          action={w.end}
          danger
          effects={[w.endWhat]}
          send={() => endSchedule(id)}
          done={() => {
            setIsEnding(false);
            told(w.ended);
          }}
          onClose={() => setIsEnding(false)}
        />
      )}
    </>
  );
}
