import { useState } from 'preact/hooks';
import { api, ask, Refusal } from '../api.ts';
import { Problem } from '../parts.tsx';
import { Field, NewPasswordField } from '../setup/fields.tsx';
import { fieldProblem } from '../setup/setup-words.ts';
import { me, words } from '../state.ts';

/** A new password; the present one is asked for, so that an unlocked screen is not enough. */
export function PasswordForm({ changed }: { readonly changed: () => void }) {
  const [error, setError] = useState<unknown>();
  const [isDone, setIsDone] = useState(false);
  const w = words.value.person;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement)) return;
    const text = (name: string): string => String(new FormData(form).get(name) ?? '');
    setError(undefined);
    setIsDone(false);
    try {
      await ask(api.account.password.post({ present: text('present'), next: text('next') }));
      form.reset();
      setIsDone(true);
      changed();
    } catch (problem) {
      setError(problem);
    }
  };
  const isWrong = error instanceof Refusal && error.code === 'wrong_password';
  const nextProblem = fieldProblem(error, 'next');
  return (
    <form class="narrow-form" onSubmit={submit}>
      <input type="hidden" name="username" autocomplete="username" value={me.value?.person.email} />
      <Field name="present" label={w.present} problem={isWrong ? w.wrongPresent : undefined}>
        {(tied) => <input {...tied} type="password" autocomplete="current-password" required />}
      </Field>
      <NewPasswordField name="next" label={w.next} problem={nextProblem} />
      {error !== undefined && !isWrong && nextProblem === undefined && <Problem error={error} />}
      <button type="submit">{w.change}</button>
      <p role="status">{isDone && w.changed}</p>
    </form>
  );
}
