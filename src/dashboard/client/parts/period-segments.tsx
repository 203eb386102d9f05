import { words } from '../words/words.ts';

export const PERIODS = ['today', 'yesterday', 'week', 'last-week', 'month', 'last-month', 'year'] as const;

interface PeriodSegmentsProps<Name extends string> {
  readonly names: readonly Name[];
  /** Undefined where days are named in place of a period. */
  readonly chosen: string | undefined;
  readonly choose: (name: Name) => void;
}

/** A period in one press. */
export function PeriodSegments<Name extends (typeof PERIODS)[number] | 'all'>({
  names,
  chosen,
  choose,
}: PeriodSegmentsProps<Name>) {
  const w = words.value.money;
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
