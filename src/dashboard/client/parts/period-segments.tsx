import { ChoiceMenu } from '../ui/choice-menu.tsx';
import { isBelowDesk } from '../ui/phone.ts';
import { words } from '../words/words.ts';

export const PERIODS = ['today', 'yesterday', 'week', 'last-week', 'month', 'last-month', 'year'] as const;

interface PeriodSegmentsProps<Name extends string> {
  readonly names: readonly Name[];
  /** Undefined where days are named in place of a period. */
  readonly chosen: string | undefined;
  readonly choose: (name: Name) => void;
}

/** The value where days are named: it is no period, and is never chosen. */
const DAYS = 'days';

/** A period in one press; in a menu where its names would fill three lines. */
export function PeriodSegments<Name extends (typeof PERIODS)[number] | 'all'>({
  names,
  chosen,
  choose,
}: PeriodSegmentsProps<Name>) {
  const w = words.value.money;
  const chosenName = names.find((name) => name === chosen);
  if (isBelowDesk.value) {
    const all = names.map((value) => ({ value, text: w.when[value] }));
    return (
      <div class="period-menu">
        <ChoiceMenu<Name | typeof DAYS>
          label={w.period}
          value={chosenName ?? DAYS}
          groups={chosenName === undefined ? [all, [{ value: DAYS, text: w.ownDays }]] : [all]}
          choose={(name) => name !== DAYS && choose(name)}
        />
      </div>
    );
  }
  return (
    <fieldset class="segments period-segments">
      <legend class="unseen">{w.period}</legend>
      {names.map((name) => (
        <button key={name} type="button" aria-pressed={chosen === name} onClick={() => choose(name)}>
          {w.when[name]}
        </button>
      ))}
    </fieldset>
  );
}
