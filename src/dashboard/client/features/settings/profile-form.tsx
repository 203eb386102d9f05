import { ask } from '../../data/api.ts';
import { refreshMe, workspace } from '../../data/me.ts';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { pageWords } from '../../words/settings-pages.ts';
import { words } from '../../words/words.ts';
import { settingsOf } from './workspace-data.ts';
import { ZoneField } from './zone-field.tsx';

export function ProfileForm() {
  const current = workspace.value;
  const form = useForm(async (text) => {
    const body = { name: text('name'), timeZone: text('timeZone') };
    await ask(settingsOf().profile.post(body));
    await refreshMe();
  });
  const w = pageWords.value.workspace;
  return (
    <section aria-labelledby="profile-title">
      <h2 id="profile-title">{w.profile}</h2>
      <Form of={form} class="narrow-form">
        <TextField
          name="name"
          label={w.name}
          hint={w.nameHint}
          required
          maxLength={200}
          autocomplete="off"
          defaultValue={current?.name ?? ''}
        />
        <ZoneField chosen={current?.timeZone ?? 'UTC'} />
        <FormActions action={words.value.save} done={w.saved} />
      </Form>
    </section>
  );
}
