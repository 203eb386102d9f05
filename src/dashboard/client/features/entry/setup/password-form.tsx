import type { ComponentChildren } from 'preact';
import { NewPasswordField } from '../../../parts/new-password-field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Trouble } from '../../../ui/guest-parts.tsx';
import { type GoodLink, useLinkForm } from './link-page.tsx';

interface PasswordFormProps extends GoodLink {
  readonly email: string;
  readonly label: string;
  readonly verb: string;
  readonly read?: (text: (name: string) => string) => object;
  readonly children?: ComponentChildren;
}

/** Setting the password signs the person in. */
export function PasswordForm({ token, email, refuse, label, verb, read, children }: PasswordFormProps) {
  const form = useLinkForm({ token, refuse }, 'reset', (text) => ({
    password: text('password'),
    ...read?.(text),
  }));
  return (
    <Form of={form}>
      {/* Password managers need this field, because they store a password with its user name. */}
      <input type="hidden" name="username" autocomplete="username" value={email} />
      {children}
      <NewPasswordField name="password" label={label} />
      {form.whole !== undefined && <Trouble error={form.whole} />}
      <button type="submit" class="main wide">
        {verb}
      </button>
    </Form>
  );
}
