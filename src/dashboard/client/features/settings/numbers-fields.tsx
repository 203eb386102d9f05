import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { TextField } from '../../ui/field.tsx';
import { count, plural } from '../../ui/format.ts';
import { useFieldProblems } from '../../ui/problem/use-told.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { NumberField } from './number-field.tsx';
import { type Settings, settingsOf } from './workspace-data.ts';

const TYPING_MS = 250;

export function numbersIn(text: (name: string) => string, { series }: Settings) {
  const typed = { prefix: text('prefix'), padding: Number(text('padding')), next: Number(text('next')) };
  if (typed.prefix === series.prefix && typed.padding === series.padding && typed.next === series.next)
    return undefined;
  // An unchanged next number is not sent, because orders may have taken it since the form loaded.
  const { next, ...rest } = typed;
  return { ...rest, ...(next === series.next ? {} : { next }), goesBack: text('goesBack') !== '' };
}

interface NumbersFieldsProps {
  readonly settings: Settings;
  /** Called with true if the next number would be lower than before and nobody has confirmed that. */
  readonly refuse: (refused: boolean) => void;
}

/**
 * Keeps what the reader typed. A field that the reader has not changed follows the saved settings. These settings
 * change when another person edits them, or when a new order takes the next number.
 */
function useTyped(series: Settings['series']) {
  const [typed, setTyped] = useState(series);
  const known = useRef(series);
  useLayoutEffect(() => {
    const was = known.current;
    known.current = series;
    setTyped((now) => ({
      prefix: now.prefix === was.prefix ? series.prefix : now.prefix,
      padding: now.padding === was.padding ? series.padding : now.padding,
      next: now.next === was.next ? series.next : now.next,
    }));
  }, [series.prefix, series.padding, series.next]);
  return [typed, setTyped] as const;
}

export function NumbersFields({ settings, refuse }: NumbersFieldsProps) {
  const { series } = settings;
  const [typed, setTyped] = useTyped(series);
  const [goesBack, setGoesBack] = useState(false);
  const { prefix, padding, next } = typed;
  const look = () => ask(settingsOf().numbers.get({ query: { prefix, padding, next } }));
  const seen = useLoaded(look, `${prefix} ${padding} ${next}`, { after: TYPING_MS });
  const back = typed.next < series.next;
  useLayoutEffect(() => refuse(back && !goesBack), [back, goesBack]);
  // The user's confirmation applies only to the saved number that the warning showed. If the saved number changes, the
  // user must confirm again.
  useLayoutEffect(() => setGoesBack(false), [series.next]);
  const w = pageWords.value.workspace;
  const problem = useFieldProblems(seen.error);
  return (
    <section aria-labelledby="numbers-title">
      <h2 id="numbers-title">{w.numbers}</h2>
      <p class="lead">{w.numbersWhat}</p>
      <div class="settings-row-of-fields">
        <TextField
          name="prefix"
          label={w.prefix}
          hint={w.prefixHint}
          problem={problem('prefix')}
          maxLength={16}
          value={typed.prefix}
          onInput={(event) => setTyped({ ...typed, prefix: event.currentTarget.value })}
        />
        <NumberField
          name="padding"
          label={w.padding}
          hint={w.paddingHint}
          min={0}
          max={12}
          problem={problem('padding')}
          value={typed.padding}
          set={(padding) => setTyped({ ...typed, padding })}
        />
        <NumberField
          name="next"
          label={w.next}
          hint={w.nextHint}
          min={1}
          max={999_999_999_999}
          problem={problem('next')}
          value={typed.next}
          set={(next) => setTyped({ ...typed, next })}
        />
      </div>
      <NextNumbers {...(seen.data ?? settings)} />
      {back && (
        <div class="settings-warning">
          <p>{w.goesBack(count(series.next))}</p>
          <label class="check">
            <input type="checkbox" name="goesBack" checked={goesBack} onChange={() => setGoesBack(!goesBack)} />{' '}
            {w.goBack}
          </label>
        </div>
      )}
    </section>
  );
}

/**
 * Shows the numbers of the next orders. The server stops its search after some 2,000 used numbers in a row. This
 * component then shows nothing, and the field for the next number shows an error.
 */
function NextNumbers({ numbers, passedOver }: Pick<Settings, 'numbers' | 'passedOver'>) {
  const w = pageWords.value.workspace;
  if (numbers.length === 0) return null;
  return (
    <p class="settings-next-numbers" aria-live="polite">
      {w.preview}{' '}
      {numbers.map((number) => (
        <code key={number}>{number}</code>
      ))}
      {passedOver > 0 && <span class="meta">{plural(passedOver, w.passedOver)}</span>}
    </p>
  );
}
