import { useState } from 'preact/hooks';
import { mayTakeOrders } from '../../data/me.ts';
import { DueActs, DueDay } from '../../parts/due-acts.tsx';
import { OrderLink } from '../../parts/order-link.tsx';
import type { OrderAnswer } from '../../parts/orders.ts';
import { endSchedule, pauseSchedule, type Repetition, type Schedule, scheduleText } from '../../parts/schedules.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { day } from '../../ui/format.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useSending } from '../../ui/sending.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';

interface OrderAgainProps {
  readonly of: OrderAnswer;
  readonly change: () => void;
  readonly changed: () => void;
}

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

const Made = ({ of }: { readonly of: Repetition['made'] }) => {
  const w = words.value.schedules;
  return (
    <>
      <h3>{w.made}</h3>
      <ul class="entries order-payments">
        {of.map((made) => (
          <li key={made.id}>
            <OrderLink of={made} /> {w.madeFor(day(made.date))}
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

interface ScheduleActsProps extends Omit<OrderAgainProps, 'of'> {
  readonly order: { readonly id: string; readonly num: string };
  readonly schedule: Pick<Schedule, 'isPaused'>;
  /** True in a row of a list. The row shows the first action, and a menu has the others. */
  readonly isRow?: boolean;
}

function Dates({ order, schedule, change, changed }: DatesProps) {
  const w = words.value.schedules;
  return (
    <>
      <p>
        {scheduleText(schedule)} {schedule.isPaused && <Chip tone="idle">{w.paused}</Chip>}
      </p>
      <ul class="entries order-payments">
        {schedule.due.map((due) => (
          <li key={due.date}>
            <p>
              <DueDay due={due} />
            </p>
            <DueActs order={order} due={due} changed={changed} />
          </li>
        ))}
      </ul>
      {mayTakeOrders() && <ScheduleActs order={order} schedule={schedule} change={change} changed={changed} />}
    </>
  );
}

export function ScheduleActs({ order: { id, num }, schedule, change, changed, isRow = false }: ScheduleActsProps) {
  const [isEnding, setIsEnding] = useState(false);
  const sending = useSending();
  const { schedules: w, orders, menu } = words.value;
  const { isPaused } = schedule;
  const pauseName = isPaused ? w.resume : w.pause;
  const name = `${orders.order} ${num}`;
  const end = (): void => setIsEnding(true);
  const told = (text: string): void => {
    say(text);
    changed();
  };
  const pause = () => pauseSchedule(id, !isPaused).then(() => told(isPaused ? w.resumed : w.pausedNow));
  return (
    <>
      <div class={isRow ? 'line' : 'actions start'}>
        <button type="button" aria-haspopup="dialog" aria-label={`${w.change}: ${name}`} onClick={change}>
          {w.change}
        </button>
        {isRow ? (
          <MenuButton
            label={`${menu.more}: ${name}`}
            groups={[[{ text: pauseName, act: () => sending.begin(pause), writes: true }], [{ text: w.end, act: end }]]}
          />
        ) : (
          <>
            <ActButton sending={sending} act={pause}>
              {pauseName}
            </ActButton>
            <button type="button" class="quiet" aria-haspopup="dialog" onClick={end}>
              {w.end}
            </button>
          </>
        )}
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
