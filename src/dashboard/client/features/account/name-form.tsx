import { api, ask } from '../../data/api.ts';
import { me, refreshMe } from '../../data/me.ts';
import { GuardedForm } from '../../parts/guarded-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { words } from '../../words/words.ts';

export function NameForm() {
  const form = useForm((text) => ask(api.account.post({ name: text('name') })).then(refreshMe));
  const w = words.value.person;
  return (
    <GuardedForm of={form} class="account-name">
      <TextField
        name="name"
        label={w.name}
        autocomplete="name"
        maxLength={200}
        defaultValue={me.value?.person.name ?? ''}
      />
      <FormActions action={w.saveName} done={w.nameSaved} />
    </GuardedForm>
  );
}
