import { api, ask } from '../../data/api.ts';
import { me } from '../../data/me.ts';
import { atField } from '../../data/wrong-field.ts';
import { GuardedForm } from '../../parts/guarded-form.tsx';
import { NewPasswordField } from '../../parts/new-password-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { useForm } from '../../ui/form.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { words } from '../../words/words.ts';

/** Sets a new password. It asks for the present one, so that an unlocked screen is not enough. */
export function PasswordForm({ changed }: { readonly changed: () => void }) {
  const w = words.value.person;
  const form = useForm(async (text, written) => {
    const body = { present: text('present'), next: text('next') };
    await ask(api.account.password.post(body)).catch(atField('wrong_password', 'present', w.wrongPresent));
    written.reset();
    changed();
  });
  return (
    <GuardedForm of={form} class="narrow-form">
      <input type="hidden" name="username" autocomplete="username" value={me.value?.person.email} />
      <TextField name="present" label={w.present} type="password" autocomplete="current-password" required />
      <NewPasswordField name="next" label={w.next} />
      <FormActions action={w.change} done={w.changed} />
    </GuardedForm>
  );
}
