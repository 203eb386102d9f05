import type { ComponentChildren } from 'preact';
import { Form } from '../form.tsx';
import { Trouble } from '../sign-in/guest-parts.tsx';
import { NewPasswordField } from './fields.tsx';
import { useLinkForm } from './link-page.tsx';
import { fieldProblem } from './setup-words.ts';

interface PasswordFormProps {
  readonly token: string;
  readonly email: string;
  readonly refuse: (error: unknown) => void;
  readonly label: string;
  readonly verb: string;
  /** What goes with the password. */
  readonly read?: (text: (name: string) => string) => object;
  /** Above the password. */
  readonly children?: ComponentChildren;
}

/** A password chosen by a link, which signs in. */
export function PasswordForm({ token, email, refuse, label, verb, read, children }: PasswordFormProps) {
  const form = useLinkForm({ token, refuse }, 'reset', (text) => ({
    password: text('password'),
    ...read?.(text),
  }));
  const { error } = form;
  const problem = fieldProblem(error, 'password');
  return (
    <Form of={form}>
      {/* For the password manager, which keeps a password with its name. */}
      <input type="hidden" name="username" autocomplete="username" value={email} />
      {children}
      <NewPasswordField name="password" label={label} problem={problem} />
      {error !== undefined && problem === undefined && <Trouble error={error} />}
      <button type="submit" class="main wide">
        {verb}
      </button>
    </Form>
  );
}
