import { useState } from 'preact/hooks';
import { type Every, keepSchedule, type Repetition } from '../../parts/schedules.ts';
import { DateField } from '../../ui/date-input.tsx';
import { Radios, TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { plural } from '../../ui/format.ts';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';

const EVERY = ['week', 'two_weeks', 'month', 'year'] as const satisfies readonly Every[];
/** The default number of days between a repeating order's appearance on the overview and the order's date. */
const DAYS_BEFORE: Readonly<Record<Every, number>> = { week: 2, two_weeks: 2, month: 3, year: 7 };

interface ScheduleDialogProps {
  readonly orderId: string;
  readonly again: Repetition;
  readonly onClose: () => void;
  readonly done: () => void;
}

export function ScheduleDialog({ orderId, again: { schedule, proposed }, onClose, done }: ScheduleDialogProps) {
  const w = words.value.schedules;
  const [every, setEvery] = useState<Every>(schedule?.every ?? 'month');
  const [next, setNext] = useState(schedule?.next ?? proposed[every]);
  const [last, setLast] = useState(schedule?.last ?? '');
  const [days, setDays] = useState(`${schedule?.daysBefore ?? DAYS_BEFORE[every]}`);
  const missed = schedule?.due.find(({ isOverdue }) => isOverdue);
  const choose = (chosen: string): void => {
    const now = EVERY.find((one) => one === chosen);
    if (now === undefined) return;
    setEvery(now);
    setNext(now === schedule?.every && schedule.next !== null ? schedule.next : proposed[now]);
    if (days === `${DAYS_BEFORE[every]}`) setDays(`${DAYS_BEFORE[now]}`);
  };
  const send = () =>
    keepSchedule(orderId, {
      every,
      next,
      last: last === '' ? null : last,
      daysBefore: days === '' ? -1 : Number(days),
    });
  return (
    <FormDialog
      title={w.setTitle}
      action={words.value.save}
      send={send}
      done={() => {
        say(words.value.saved);
        done();
      }}
      onClose={onClose}
    >
      <Radios
        name="every"
        label={w.everyWhat}
        options={EVERY.map((one) => ({ value: one, text: w.every[one] }))}
        value={every}
        choose={choose}
      />
      <DateField kind="date" name="next" label={w.next} value={next} set={setNext} required />
      <DateField kind="date" name="last" label={w.last} value={last} set={setLast} />
      <TextField
        name="daysBefore"
        label={w.daysBefore}
        hint={w.daysBeforeHint}
        type="number"
        inputMode="numeric"
        min={0}
        max={60}
        required
        value={days}
        onInput={({ currentTarget }) => setDays(currentTarget.value)}
      />
      {missed !== undefined && <p class="note">{plural(missed.earlier + 1, w.missedGo)}</p>}
    </FormDialog>
  );
}
