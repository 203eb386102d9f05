import { useState } from 'preact/hooks';
import { DateInput } from '../ui/date-input.tsx';
import { day } from '../ui/format.ts';
import { type Period, withEnd } from '../ui/period.ts';
import type { Side } from '../ui/typed-date.ts';
import { words } from '../words/words.ts';

interface TwoDaysProps {
  readonly days: Period;
  readonly set: (days: Period) => void;
  readonly side?: Side;
}

/** Asks for the two dates of a period. If typing one date moves the other, a note appears below the moved date. */
export function TwoDays({ days, set, side = 'past' }: TwoDaysProps) {
  const w = words.value.orders;
  const [moved, setMoved] = useState<{ readonly end: keyof Period; readonly to: string }>();
  const isMoved = moved !== undefined && moved.to === days.from && moved.to === days.to;
  const end = (typed: keyof Period, other: keyof Period) => (
    <DateInput
      label={w[typed]}
      kind="date"
      side={side}
      since={typed === 'to' ? days.from : undefined}
      value={days[typed] ?? ''}
      note={isMoved && moved.end === typed ? w.moved(day(moved.to)) : undefined}
      set={(date) => {
        const next = withEnd(days, typed, date);
        setMoved(next[other] === days[other] ? undefined : { end: other, to: date });
        set(next);
      }}
    />
  );
  return (
    <>
      {end('from', 'to')}
      {end('to', 'from')}
    </>
  );
}
