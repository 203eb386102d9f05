import { api, ask, Refusal } from '../../data/api.ts';
import { me } from '../../data/me.ts';
import { Field, NewPasswordField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Problem } from '../../ui/problem/problem.tsx';
import { useFieldProblems } from '../../ui/problem/use-told.ts';
import { words } from '../../words/words.ts';

/** A new password; the present one is asked for, so that an unlocked screen is not enough. */
export function PasswordForm({ changed }: { readonly changed: () => void }) {
  const form = useForm(async (text, written) => {
    await ask(api.account.password.post({ present: text('present'), next: text('next') }));
    written.reset();
    changed();
  });
  const { error } = form;
  const w = words.value.person;
  const isWrong = error instanceof Refusal && error.code === 'wrong_password';
  const nextProblem = useFieldProblems(error)('next');
  return (
    <Form of={form} class="narrow-form">
      <input type="hidden" name="username" autocomplete="username" value={me.value?.person.email} />
      <Field name="present" label={w.present} problem={isWrong ? w.wrongPresent : undefined}>
        {(tied) => <input {...tied} type="password" autocomplete="current-password" required />}
      </Field>
      <NewPasswordField name="next" label={w.next} problem={nextProblem} />
      {error !== undefined && !isWrong && nextProblem === undefined && <Problem error={error} />}
      <button type="submit">{w.change}</button>
      <p role="status">{form.isDone && w.changed}</p>
    </Form>
  );
}
