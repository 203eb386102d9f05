import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { workspace } from '../../data/me.ts';
import { Field } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { count, plural } from '../../ui/format.ts';
import { Problem } from '../../ui/problem/problem.tsx';
import { useFieldProblems } from '../../ui/problem/use-told.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { type Settings, settingsOf } from './workspace-data.ts';

type Preview = Pick<Settings, 'numbers' | 'passedOver'>;
type Typed = Settings['series'];

const FIELDS = ['prefix', 'padding', 'next'] as const;
const TYPING_MS = 250;

/** What the server would give, asked a moment after the last key. */
function usePreview(typed: Typed, first: Preview) {
  const [preview, setPreview] = useState(first);
  const [error, setError] = useState<unknown>();
  const { prefix, padding, next } = typed;
  useEffect(() => {
    let late = false;
    const timer = setTimeout(() => {
      const query = { prefix, padding, next };
      ask(settingsOf(workspace.value?.id ?? '').numbers.get({ query })).then(
        (found) => {
          if (late) return;
          setPreview(found);
          setError(undefined);
        },
        (problem) => {
          if (!late) setError(problem);
        },
      );
    }, TYPING_MS);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [prefix, padding, next]);
  return { preview, error };
}

/** How new orders are numbered, with the next three before it is saved. */
export function NumbersForm({ it, saved }: { readonly it: Settings; readonly saved: () => void }) {
  const { series } = it;
  const [typed, setTyped] = useState<Typed>(series);
  const [goesBack, setGoesBack] = useState(false);
  const { preview, error: unseen } = usePreview(typed, it);
  const back = typed.next < series.next;
  const form = useForm(async () => {
    // What stands unchanged is not sent: the series may have moved on since.
    const next = typed.next === series.next ? {} : { next: typed.next };
    const body = { prefix: typed.prefix, padding: typed.padding, ...next, goesBack };
    await ask(settingsOf(workspace.value?.id ?? '').numbers.post(body));
    setGoesBack(false);
    saved();
  });
  const w = pageWords.value.workspace;
  const error = form.error ?? unseen;
  const problem = useFieldProblems(error);
  const elsewhere = error !== undefined && FIELDS.every((path) => problem(path) === undefined);
  return (
    <section aria-labelledby="numbers-title">
      <h2 id="numbers-title">{w.numbers}</h2>
      <p class="lead">{w.numbersWhat}</p>
      <Form of={form} onInput={form.reset}>
        <div class="row-of-fields">
          <Field name="prefix" label={w.prefix} hint={w.prefixHint} problem={problem('prefix')}>
            {(tied) => (
              <input
                {...tied}
                maxLength={16}
                autocomplete="off"
                value={typed.prefix}
                onInput={(event) => setTyped({ ...typed, prefix: event.currentTarget.value })}
              />
            )}
          </Field>
          <NumberField
            name="padding"
            label={w.padding}
            hint={w.paddingHint}
            min={0}
            max={12}
            {...{ typed, setTyped }}
            problem={problem('padding')}
          />
          <NumberField
            name="next"
            label={w.next}
            hint={w.nextHint}
            min={1}
            max={999_999_999_999}
            {...{ typed, setTyped }}
            problem={problem('next')}
          />
        </div>
        <p class="next-numbers" aria-live="polite">
          {w.preview}{' '}
          {preview.numbers.map((number) => (
            <code key={number}>{number}</code>
          ))}
          {preview.passedOver > 0 && <span class="meta">{plural(preview.passedOver, w.passedOver)}</span>}
        </p>
        {back && (
          <div class="warning">
            <p>{w.goesBack(count(series.next))}</p>
            <label class="check">
              <input type="checkbox" checked={goesBack} onChange={() => setGoesBack(!goesBack)} /> {w.goBack}
            </label>
          </div>
        )}
        {elsewhere && <Problem error={error} />}
        <div class="actions">
          <button type="submit" class="main" disabled={back && !goesBack}>
            {words.value.save}
          </button>
          <p class="done" role="status">
            {form.isDone && w.saved}
          </p>
        </div>
      </Form>
    </section>
  );
}

interface NumberFieldProps {
  readonly name: 'padding' | 'next';
  readonly label: string;
  readonly hint: string;
  readonly min: number;
  readonly max: number;
  readonly typed: Typed;
  readonly setTyped: (typed: Typed) => void;
  readonly problem: string | undefined;
}

function NumberField({ name, label, hint, min, max, typed, setTyped, problem }: NumberFieldProps) {
  return (
    <Field name={name} label={label} hint={hint} problem={problem}>
      {(tied) => (
        <input
          {...tied}
          {...{ min, max }}
          type="number"
          inputMode="numeric"
          required
          value={typed[name]}
          onInput={(event) => {
            const { valueAsNumber: value } = event.currentTarget;
            if (Number.isInteger(value)) setTyped({ ...typed, [name]: value });
          }}
        />
      )}
    </Field>
  );
}
