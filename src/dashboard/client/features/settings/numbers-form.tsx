import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { count, plural } from '../../ui/format.ts';
import { useFieldProblems } from '../../ui/problem/use-told.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { NumberField } from './number-field.tsx';
import { type Settings, settingsOf } from './workspace-data.ts';

const TYPING_MS = 250;

/** How new orders are numbered, with the next three before it is saved. */
export function NumbersForm({ settings, saved }: { readonly settings: Settings; readonly saved: () => void }) {
  const { series } = settings;
  const [typed, setTyped] = useState(series);
  const [goesBack, setGoesBack] = useState(false);
  const { prefix, padding, next } = typed;
  // The numbers that the server would give, asked a moment after the last key.
  const look = () => ask(settingsOf().numbers.get({ query: { prefix, padding, next } }));
  const seen = useLoaded(look, `${prefix} ${padding} ${next}`, { after: TYPING_MS });
  const back = typed.next < series.next;
  const form = useForm(async () => {
    // An unchanged number is not sent: the series may have moved on since.
    const next = typed.next === series.next ? {} : { next: typed.next };
    const body = { prefix: typed.prefix, padding: typed.padding, ...next, goesBack };
    await ask(settingsOf().numbers.post(body));
    setGoesBack(false);
    saved();
  });
  const w = pageWords.value.workspace;
  const problem = useFieldProblems(seen.error);
  return (
    <section aria-labelledby="numbers-title">
      <h2 id="numbers-title">{w.numbers}</h2>
      <p class="lead">{w.numbersWhat}</p>
      <Form of={form}>
        <div class="settings-row-of-fields">
          <TextField
            name="prefix"
            label={w.prefix}
            hint={w.prefixHint}
            problem={problem('prefix')}
            maxLength={16}
            autocomplete="off"
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
              <input type="checkbox" checked={goesBack} onChange={() => setGoesBack(!goesBack)} /> {w.goBack}
            </label>
          </div>
        )}
        <FormActions action={words.value.save} disabled={back && !goesBack} done={w.saved} />
      </Form>
    </section>
  );
}

/** The numbers that the next orders will have. */
function NextNumbers({ numbers, passedOver }: Pick<Settings, 'numbers' | 'passedOver'>) {
  const w = pageWords.value.workspace;
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
