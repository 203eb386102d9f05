import type { PERIODS } from '../../shared/periods.ts';
import { ChoiceMenu } from '../ui/choice-menu.tsx';
import { isBelowDesk } from '../ui/phone.ts';
import { words } from '../words/words.ts';

interface PeriodSegmentsProps<Name extends string> {
  readonly names: readonly Name[];
  /** The chosen period; undefined if dates are set instead. */
  readonly chosen: string | undefined;
  readonly choose: (name: Name) => void;
}

/** The menu's value while dates are typed instead of a period. Choosing it does nothing. */
const DAYS = 'days';

/** Chooses a period with one press, or from a menu if the names would take three lines. */
export function PeriodSegments<Name extends (typeof PERIODS)[number] | 'all'>({
  names,
  chosen,
  choose,
}: PeriodSegmentsProps<Name>) {
  const w = words.value.money;
  const chosenName = names.find((name) => name === chosen);
  if (isBelowDesk.value) {
    const all = names.map((value) => ({ value, text: w.when[value] }));
    // Next to the menu, last month has a button of its own, because the bookkeeper needs it.
    const lastMonth = names.find((name) => name === 'last-month');
    return (
      <div class="period-menu">
        <ChoiceMenu<Name | typeof DAYS>
          label={w.period}
          value={chosenName ?? DAYS}
          groups={chosenName === undefined ? [all, [{ value: DAYS, text: w.ownDays }]] : [all]}
          choose={(name) => name !== DAYS && choose(name)}
        />
        {lastMonth !== undefined && (
          <button type="button" aria-pressed={chosen === lastMonth} onClick={() => choose(lastMonth)}>
            {w.when[lastMonth]}
          </button>
        )}
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
