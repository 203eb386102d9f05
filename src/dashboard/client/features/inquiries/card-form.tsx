import { useState } from 'preact/hooks';
import { type SetUp, saveSettings } from '../../data/inquiries.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { say } from '../../ui/toast.tsx';
import { words } from '../../words/words.ts';

const PATHS = ['titlePath', 'phonePath', 'textPath'] as const;

/** Where a card finds what it shows, and when it counts as waiting. */
export function CardForm({ data, changed }: { readonly data: SetUp; readonly changed: () => void }) {
  const [paths, setPaths] = useState(() =>
    Object.fromEntries(PATHS.map((field) => [field, data.settings[field] ?? ''])),
  );
  const [hours, setHours] = useState(String(data.settings.staleHours));
  const w = words.value.inquiries;
  const form = useForm(async () => {
    const pathOf = (field: (typeof PATHS)[number]): string | null => paths[field]?.trim() || null;
    const settings = {
      ...{ titlePath: pathOf('titlePath'), phonePath: pathOf('phonePath'), textPath: pathOf('textPath') },
      staleHours: Number(hours),
    };
    await saveSettings(settings);
    say(w.saved);
    changed();
  });
  return (
    <Form of={form} class="panel" noValidate>
      <h2>{w.cardsTitle}</h2>
      <p class="meta">{w.cardsWhat}</p>
      <datalist id="seen-paths">
        {data.seen.map(({ path, example }) => (
          <option key={path} value={path}>
            {example}
          </option>
        ))}
      </datalist>
      <div class="fields paths">
        {PATHS.map((field) => (
          <label key={field}>
            {w[field]}
            <input
              type="text"
              list="seen-paths"
              autocomplete="off"
              spellcheck={false}
              maxLength={500}
              aria-describedby="path-hint"
              value={paths[field]}
              onInput={({ currentTarget }) => setPaths({ ...paths, [field]: currentTarget.value })}
            />
          </label>
        ))}
      </div>
      <p class="meta" id="path-hint">
        {w.pathHint}
      </p>
      <label class="hours">
        {w.staleHours}
        <input
          type="text"
          inputMode="numeric"
          maxLength={5}
          aria-describedby="stale-hint"
          value={hours}
          onInput={({ currentTarget }) => setHours(currentTarget.value)}
        />
      </label>
      <p class="meta" id="stale-hint">
        {w.staleHint}
      </p>
      {form.error !== undefined && <Problem error={form.error} />}
      <div class="actions start">
        <button type="submit" class="main">
          {words.value.save}
        </button>
      </div>
    </Form>
  );
}
