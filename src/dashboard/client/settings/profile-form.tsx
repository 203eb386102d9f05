import { ask } from '../api.ts';
import { Form, useForm } from '../form.tsx';
import { Problem } from '../parts.tsx';
import { Field } from '../setup/fields.tsx';
import { refreshMe, words, workspace } from '../state.ts';
import { pageWords } from './page-words.ts';
import { ruleOf } from './rule-of.ts';
import { settingsOf, wordRule } from './workspace-data.ts';
import { ZoneField } from './zone-field.tsx';

export function ProfileForm() {
  const current = workspace.value;
  const form = useForm(async (text) => {
    const body = { name: text('name'), timeZone: text('timeZone') };
    await ask(settingsOf(current?.id ?? '').profile.post(body));
    await refreshMe();
  });
  const w = pageWords.value.workspace;
  const [name, zone] = [ruleOf(form.error, 'name'), ruleOf(form.error, 'timeZone')];
  return (
    <section aria-labelledby="profile-title">
      <h2 id="profile-title">{w.profile}</h2>
      <Form of={form} class="narrow-form" onInput={form.reset}>
        <Field id="workspace-name" name="name" label={w.name} hint={w.nameHint} problem={wordRule(name)}>
          {(tied) => <input {...tied} required maxLength={200} autocomplete="off" defaultValue={current?.name ?? ''} />}
        </Field>
        <ZoneField id="time-zone" chosen={current?.timeZone ?? 'UTC'} rule={zone} />
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
