import { X } from 'lucide';
import { useState } from 'preact/hooks';
import { ask } from '../data/api.ts';
import { newUuid } from '../data/new-uuid.ts';
import { parseNumber } from '../data/plain-values.ts';
import { DateField } from '../ui/date-input.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Icon } from '../ui/icon.tsx';
import { words } from '../words/words.ts';
import { ordersOf } from './orders.ts';
import type { Slot } from './slots.ts';

interface Row {
  readonly key: string;
  readonly timeStart: string;
  readonly timeEnd: string;
  readonly capacity: string;
}

const rowOf = ({ timeStart, timeEnd, capacity }: Omit<Slot, 'left'>): Row => ({
  key: newUuid(),
  timeStart,
  timeEnd,
  capacity: capacity === null ? '' : String(capacity),
});
const NEW_SLOT = { timeStart: '', timeEnd: '', capacity: null };

interface Props {
  readonly slots: readonly Slot[];
  readonly saved: () => void;
  readonly onClose?: () => void;
}

/** When orders leave the shop, and how many at most. */
export function SlotsForm({ slots, saved, onClose }: Props) {
  const w = words.value.orderForm;
  const [rows, setRows] = useState(() => (slots.length === 0 ? [NEW_SLOT] : slots).map(rowOf));
  const put = (key: string, part: Partial<Row>): void =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const form = useForm(async () => {
    const sent = rows.map(({ timeStart, timeEnd, capacity }) => ({
      timeStart,
      timeEnd,
      capacity: capacity.trim() === '' ? null : (parseNumber(capacity) ?? 0),
    }));
    await ask(ordersOf().slots.post({ slots: sent }));
    saved();
  });
  return (
    <Form of={form}>
      {rows.map(({ key, timeStart, timeEnd, capacity }, at) => (
        <div class="slots-form-row" key={key}>
          <DateField
            name={`slots.${at}.timeStart`}
            label={w.timeFrom}
            kind="time"
            value={timeStart}
            set={(text) => put(key, { timeStart: text })}
            required
          />
          <DateField
            name={`slots.${at}.timeEnd`}
            label={w.timeTo}
            kind="time"
            value={timeEnd}
            set={(text) => put(key, { timeEnd: text })}
            required
          />
          <TextField
            name={`slots.${at}.capacity`}
            label={w.capacity}
            inputMode="numeric"
            maxLength={3}
            autocomplete="off"
            value={capacity}
            onInput={({ currentTarget }) => put(key, { capacity: currentTarget.value })}
          />
          <button
            type="button"
            class="bare"
            aria-label={`${w.removeSlot} ${timeStart}`}
            onClick={() => setRows(rows.filter((row) => row.key !== key))}
          >
            <Icon of={X} />
          </button>
        </div>
      ))}
      <p>
        <button type="button" onClick={() => setRows([...rows, rowOf(NEW_SLOT)])}>
          {w.addSlot}
        </button>
      </p>
      <FormActions action={words.value.save} onClose={onClose} done={w.slotsSaved} />
    </Form>
  );
}
