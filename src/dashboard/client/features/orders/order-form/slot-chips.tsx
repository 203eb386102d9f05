import { ChevronDown, ChevronUp } from 'lucide';
import { useState } from 'preact/hooks';
import { mayChange } from '../../../data/me.ts';
import { doubtOf, type Slot, useSlots } from '../../../parts/slots.ts';
import { SlotsForm } from '../../../parts/slots-form.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { localDay, plural, slot as slotText } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { stepDay } from '../../../ui/typed-date.ts';
import { words } from '../../../words/words.ts';
import type { Draft } from './draft.ts';

/** Past or full slots that the user chose anyway, as keys from `slotKey`. */
export type AgreedSlots = Set<string>;

interface Props {
  readonly draft: Draft;
  readonly set: (part: Partial<Draft>) => void;
  readonly agreed: AgreedSlots;
}

export const slotKey = ({ timeStart, timeEnd }: Pick<Slot, 'timeStart' | 'timeEnd'>, day: string): string =>
  `${day} ${timeStart}-${timeEnd}`;

export function SlotChips({ draft, set, agreed }: Props) {
  const { date, timeStart, timeEnd } = draft;
  const { data: slots = [], reload } = useSlots(date);
  const [asked, setAsked] = useState<Slot>();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const [isEdited, setIsEdited] = useState(false);
  const w = words.value.orderForm;
  const choose = ({ timeStart: from, timeEnd: to }: Slot): void => set({ timeStart: from, timeEnd: to });
  const press = (one: Slot, isTaken: boolean): void => {
    if (isTaken) set({ timeStart: '', timeEnd: '' });
    else if (doubtOf(one, date) === undefined) choose(one);
    else setAsked(one);
  };
  const isChosen = (one: Slot): boolean => one.timeStart === timeStart && one.timeEnd === timeEnd;
  const isPast = (one: Slot): boolean => !isChosen(one) && doubtOf(one, date) === 'over';
  const [past, ahead] = [slots.filter(isPast), slots.filter((one) => !isPast(one))];
  const isFolding = past.length > 0 && ahead.length > 0;
  const chip = (one: Slot) => (
    <button
      key={one.timeStart + one.timeEnd}
      type="button"
      aria-pressed={isChosen(one)}
      onClick={() => press(one, isChosen(one))}
    >
      {slotText(one.timeStart, one.timeEnd)}{' '}
      <RoomIn slot={one} date={date} isCounted={slots.some(({ left }) => left !== null)} />
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a nested fieldset would make screen readers say too much
    <div class="order-form-slots" role="group" aria-label={words.value.settingsNav.slots}>
      {ahead.map(chip)}
      {isFolding && (
        <button type="button" class="quiet" aria-expanded={isUnfolded} onClick={() => setIsUnfolded(!isUnfolded)}>
          {w.pastSlots} <Icon of={isUnfolded ? ChevronUp : ChevronDown} />
        </button>
      )}
      {(isUnfolded || !isFolding) && past.map(chip)}
      {mayChange() && date !== '' && (
        <button type="button" class="quiet" aria-haspopup="dialog" onClick={() => setIsEdited(true)}>
          {slots.length === 0 ? w.setUpSlots : w.changeSlots}
        </button>
      )}
      {asked !== undefined && (
        <FormDialog
          title={words.value.settingsNav.slots}
          action={w.chooseAnyway}
          send={async () => {
            agreed.add(slotKey(asked, date));
            choose(asked);
          }}
          onClose={() => setAsked(undefined)}
        >
          <p class="note">{w.askRoom[doubtOf(asked, date) ?? 'over'](slotText(asked.timeStart, asked.timeEnd))}</p>
        </FormDialog>
      )}
      {isEdited && (
        <Dialog title={words.value.settingsNav.slots} onClose={() => setIsEdited(false)}>
          <p>{w.slotsWhat}</p>
          <SlotsForm
            slots={slots}
            saved={() => {
              setIsEdited(false);
              reload();
            }}
            onClose={() => setIsEdited(false)}
          />
        </Dialog>
      )}
    </div>
  );
}

export function DayChips({ date, set }: Pick<Props, 'set'> & { readonly date: string }) {
  const { orders: w } = words.value;
  const today = localDay();
  const days = { [w.today]: today, [w.tomorrow]: stepDay(today, 1) };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a nested fieldset would make screen readers say too much
    <div class="order-form-chips" role="group" aria-label={w.date}>
      {Object.entries(days).map(([name, to]) => (
        <button key={to} type="button" aria-pressed={date === to} onClick={() => set({ date: to })}>
          {name}
        </button>
      ))}
    </div>
  );
}

interface RoomProps {
  readonly slot: Slot;
  readonly date: string;
  /** True if any slot of the day has a limit. */
  readonly isCounted: boolean;
}

function RoomIn({ slot, date, isCounted }: RoomProps) {
  const w = words.value.orderForm;
  const doubt = doubtOf(slot, date);
  if (doubt !== undefined) return <span class="meta">{w.room[doubt]}</span>;
  const left = slot.left === null ? isCounted && w.roomThere : plural(slot.left, w.roomLeft);
  return left === false ? null : <span class="meta">{left}</span>;
}
