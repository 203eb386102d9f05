import { X } from 'lucide';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../data/api.ts';
import { newUuid } from '../data/new-uuid.ts';
import { parseNumber } from '../data/plain-values.ts';
import { DateField } from '../ui/date-input.tsx';
import { TextField } from '../ui/field.tsx';
import { useForm } from '../ui/form.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Icon } from '../ui/icon.tsx';
import { words } from '../words/words.ts';
import { GuardedForm } from './guarded-form.tsx';
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

export function SlotsForm({ slots, saved, onClose }: Props) {
  const w = words.value.orderForm;
  const [rows, setRows] = useState(() => (slots.length === 0 ? [NEW_SLOT] : slots).map(rowOf));
  const list = useRef<HTMLDivElement>(null);
  /** The name of the first empty field of an added slot, which gets the focus. */
  const fresh = useRef<string>(undefined);
  const add = (): void => {
    // Most slots begin when the previous one ends.
    const row = rowOf({ ...NEW_SLOT, timeStart: rows.at(-1)?.timeEnd ?? '' });
    setRows([...rows, row]);
    fresh.current = `slots.${rows.length}.${row.timeStart === '' ? 'timeStart' : 'timeEnd'}`;
  };
  // A layout effect moves the focus before the page is painted. The next typed characters then go into the added slot.
  useLayoutEffect(() => {
    list.current?.querySelector<HTMLElement>(`[name="${fresh.current}"]`)?.focus();
    fresh.current = undefined;
  }, [rows.length]);
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
    <GuardedForm of={form} class="slots-form">
      <div ref={list}>
        {rows.map((row, at) => (
          <SlotRow
            key={row.key}
            at={at}
            row={row}
            put={(part) => setRows(rows.map((one) => (one === row ? { ...one, ...part } : one)))}
            remove={() => setRows(rows.filter((one) => one !== row))}
          />
        ))}
      </div>
      <p>
        <button type="button" onClick={add}>
          {w.addSlot}
        </button>
      </p>
      <FormActions action={words.value.save} onClose={onClose} done={w.slotsSaved} />
    </GuardedForm>
  );
}

interface RowProps {
  readonly at: number;
  readonly row: Row;
  readonly put: (part: Partial<Row>) => void;
  readonly remove: () => void;
}

function SlotRow({ at, row: { timeStart, timeEnd, capacity }, put, remove }: RowProps) {
  const w = words.value.orderForm;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid in every browser
    <div class="slots-form-row" role="group" aria-label={w.slot(at + 1)}>
      <DateField
        name={`slots.${at}.timeStart`}
        label={w.timeFrom}
        kind="time"
        value={timeStart}
        set={(text) => put({ timeStart: text })}
        required
      />
      <DateField
        name={`slots.${at}.timeEnd`}
        label={w.timeTo}
        hint={timeEnd !== '' && timeEnd < timeStart ? w.slotOvernight : undefined}
        kind="time"
        value={timeEnd}
        set={(text) => put({ timeEnd: text })}
        required
      />
      <TextField
        name={`slots.${at}.capacity`}
        label={w.capacity}
        inputMode="numeric"
        maxLength={3}
        placeholder={w.anyNumber}
        value={capacity}
        onInput={({ currentTarget }) => put({ capacity: currentTarget.value })}
      />
      <button type="button" class="bare" aria-label={`${w.removeSlot} ${timeStart}`} onClick={remove}>
        <Icon of={X} />
      </button>
    </div>
  );
}
