import { ask } from '../../data/api.ts';
import { refreshMe, workspace } from '../../data/me.ts';
import { Field } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useFieldProblems } from '../../ui/problem/use-told.ts';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { settingsOf } from './workspace-data.ts';
import { ZoneField } from './zone-field.tsx';

export function ProfileForm() {
  const current = workspace.value;
  const form = useForm(async (text) => {
    const body = { name: text('name'), timeZone: text('timeZone') };
    await ask(settingsOf(current?.id ?? '').profile.post(body));
    await refreshMe();
  });
  const w = pageWords.value.workspace;
  const problem = useFieldProblems(form.error);
  const [name, zone] = [problem('name'), problem('timeZone')];
  return (
    <section aria-labelledby="profile-title">
      <h2 id="profile-title">{w.profile}</h2>
      <Form of={form} class="narrow-form" onInput={form.reset}>
        <Field id="workspace-name" name="name" label={w.name} hint={w.nameHint} problem={name}>
          {(tied) => <input {...tied} required maxLength={200} autocomplete="off" defaultValue={current?.name ?? ''} />}
        </Field>
        <ZoneField id="time-zone" chosen={current?.timeZone ?? 'UTC'} problem={zone} />
        {form.error !== undefined && name === undefined && zone === undefined && <Problem error={form.error} />}
        <div class="actions">
          <button type="submit" class="main">
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
