import { api, ask } from '../../data/api.ts';
import { me, refreshMe } from '../../data/me.ts';
import { Form, useForm } from '../../ui/form.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { words } from '../../words/words.ts';

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
