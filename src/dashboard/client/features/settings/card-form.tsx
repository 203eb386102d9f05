import { useState } from 'preact/hooks';
import { GuardedForm } from '../../parts/guarded-form.tsx';
import { type CardSettings, saveSettings } from '../../parts/inquiries.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { TextField } from '../../ui/field.tsx';
import { useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';

const PATHS = ['titlePath', 'phonePath', 'textPath'] as const;

interface PathFieldProps {
  readonly field: (typeof PATHS)[number];
  readonly data: CardSettings;
}

function PathField({ field, data: { seen, settings } }: PathFieldProps) {
  const [path, setPath] = useState(settings[field] ?? '');
  const find = async (typed: string) =>
    seen.filter((one) => one.path.toLowerCase().includes(typed.toLowerCase()) && one.path !== typed);
  return (
    <Combobox
      name={field}
      label={words.value.inquiries[field]}
      maxLength={500}
      aria-describedby="path-hint"
      value={path}
      set={setPath}
      find={find}
      keyOf={(one) => one.path}
      show={(one) => (
        <>
          <code>{one.path}</code>
          <span class="meta">{one.example}</span>
        </>
      )}
      choose={(one) => setPath(one.path)}
    />
  );
}

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
    say(words.value.saved);
    changed();
  });
  return (
    <section aria-labelledby="cards-title">
      <h2 id="cards-title">{w.cardsTitle}</h2>
      <p class="meta">{w.cardsWhat}</p>
      <GuardedForm of={form} class="narrow-form">
        <div class="fields settings-paths">
          {PATHS.map((field) => (
            <PathField key={field} field={field} data={data} />
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
      </GuardedForm>
    </section>
  );
}
