import { api, ask } from '../api.ts';
import { Form, useForm } from '../form.tsx';
import { Problem } from '../parts.tsx';
import { me, refreshMe, words } from '../state.ts';

export function NameForm() {
  const form = useForm((text) => ask(api.account.post({ name: text('name') })).then(refreshMe));
  const w = words.value.person;
  return (
    <Form of={form} class="narrow-form">
      <div class="field">
        <label for="own-name">{w.name}</label>
        <input
          id="own-name"
          name="name"
          autocomplete="name"
          maxLength={200}
          defaultValue={me.value?.person.name ?? ''}
        />
      </div>
      {form.error !== undefined && <Problem error={form.error} />}
      <button type="submit">{w.saveName}</button>
      <p role="status">{form.isDone && w.nameSaved}</p>
    </Form>
  );
}
