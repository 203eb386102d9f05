import { type CardSettings, saveSettings } from '../../parts/inquiries.ts';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';

const PATHS = ['titlePath', 'phonePath', 'textPath'] as const;

/** The paths of a card's texts, and the wait after which it counts as late. */
export function CardForm({ data, changed }: { readonly data: CardSettings; readonly changed: () => void }) {
  const w = words.value.inquiries;
  const form = useForm(async (text) => {
    const pathOf = (field: (typeof PATHS)[number]): string | null => text(field).trim() || null;
    const settings = {
      titlePath: pathOf('titlePath'),
      phonePath: pathOf('phonePath'),
      textPath: pathOf('textPath'),
      staleHours: Number(text('staleHours')),
    };
    await saveSettings(settings);
    say(w.saved);
    changed();
  });
  return (
    <section aria-labelledby="cards-title">
      <h2 id="cards-title">{w.cardsTitle}</h2>
      <p class="meta">{w.cardsWhat}</p>
      <Form of={form} class="narrow-form">
        <datalist id="seen-paths">
          {data.seen.map(({ path, example }) => (
            <option key={path} value={path}>
              {example}
            </option>
          ))}
        </datalist>
        <div class="fields settings-paths">
          {PATHS.map((field) => (
            <TextField
              key={field}
              name={field}
              label={w[field]}
              list="seen-paths"
              autocomplete="off"
              spellcheck={false}
              maxLength={500}
              aria-describedby="path-hint"
              defaultValue={data.settings[field] ?? ''}
            />
          ))}
        </div>
        <p class="meta" id="path-hint">
          {w.pathHint}
        </p>
        <TextField
          name="staleHours"
          label={w.staleHours}
          hint={w.staleHint}
          inputMode="numeric"
          maxLength={5}
          defaultValue={String(data.settings.staleHours)}
        />
        <FormActions action={words.value.save} />
      </Form>
    </section>
  );
}
