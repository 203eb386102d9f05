import { Form } from '../form.tsx';
import { Trouble } from '../sign-in/guest-parts.tsx';
import { NewPasswordField } from './fields.tsx';
import { LinkPage, useLinkForm } from './link-page.tsx';
import { fieldProblem, setupWords } from './setup-words.ts';

export function ResetPage() {
  const w = setupWords.value;
  return (
    <LinkPage<{ readonly email: string; readonly passkeys: number }>
      purpose="reset"
      title={w.resetTitle}
      noLink={w.resetNoLink}
      command={w.resetCommand}
      form={({ token, about, refuse }) => <ResetForm {...{ token, refuse }} {...about} />}
    />
  );
}

interface ResetFormProps {
  readonly token: string;
  readonly email: string;
  /** How many of them go on opening the account. */
  readonly passkeys: number;
  readonly refuse: (error: unknown) => void;
}

function ResetForm({ token, email, passkeys, refuse }: ResetFormProps) {
  const form = useLinkForm({ token, refuse }, 'reset', (text) => ({ password: text('password') }));
  const w = setupWords.value;
  const { error } = form;
  const problem = fieldProblem(error, 'password');
  return (
    <>
      <h1>{w.resetTitle}</h1>
      <p class="lead">
        {w.resetFor} <strong>{email}</strong>
      </p>
      <Form of={form}>
        {/* For the password manager, which keeps a password with its name. */}
        <input type="hidden" name="username" autocomplete="username" value={email} />
        <NewPasswordField name="password" label={w.newPassword} problem={problem} />
        {error !== undefined && problem === undefined && <Trouble error={error} />}
        <button type="submit" class="main wide">
          {w.resetSubmit}
        </button>
      </Form>
      <p class="meta">
        {w.resetNote} {passkeys > 0 && w.resetPasskeys}
      </p>
    </>
  );
}
