import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { callServer } from '../call-server.ts';
import { focusFirst, Trouble } from './guest-parts.tsx';
import { guestWords } from './guest-words.ts';

interface SignInFormProps {
  /** Who was signed in before, where that is known. */
  readonly email?: string;
  readonly signedIn: () => Promise<void> | void;
  /** Before the button that signs in. */
  readonly children?: ComponentChildren;
}

export function SignInForm({ email, signedIn, children }: SignInFormProps) {
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const w = guestWords.value;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string): string => String(form.get(name) ?? '');
    setBusy(true);
    try {
      const remember = form.get('remember') !== null;
      await callServer('sign-in', { email: text('email'), password: text('password'), remember });
      await signedIn();
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit}>
      <label>
        {w.email}
        <input
          name="email"
          type="email"
          autocomplete="username"
          required
          defaultValue={email ?? ''}
          ref={email === undefined ? focusFirst : null}
        />
      </label>
      <label>
        {w.password}
        <input
          name="password"
          type="password"
          autocomplete="current-password"
          required
          autofocus={email !== undefined}
        />
      </label>
      <label class="check">
        <input name="remember" type="checkbox" /> {w.remember}
      </label>
      {error !== undefined && <Trouble error={error} />}
      <div class="actions">
        {children}
        <button type="submit" class="main" disabled={busy}>
          {w.signIn}
        </button>
      </div>
    </form>
  );
}
