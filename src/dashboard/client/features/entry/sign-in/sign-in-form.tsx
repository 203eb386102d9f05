import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { callServer } from '../../../data/call-server.ts';
import { Refusal } from '../../../data/refusal.ts';
import { Form, useForm } from '../../../ui/form.tsx';
import { focusFirst, Later, Trouble } from '../../../ui/guest-parts.tsx';
import type { PasskeyPart } from '../../../ui/passkey-part.tsx';
import { guestWords } from '../../../words/guest-words.ts';

interface SignInFormProps {
  /** Who was signed in before, where that is known. */
  readonly email?: string;
  readonly signedIn: () => Promise<void> | void;
  /** Before the button that signs in. */
  readonly children?: ComponentChildren;
}

export function SignInForm({ email, signedIn, children }: SignInFormProps) {
  /** What was given, when a code is asked for as well. */
  const [given, setGiven] = useState<object>();
  const remember = useRef<HTMLInputElement>(null);
  const w = guestWords.value;
  const form = useForm(async (text) => {
    const first = { email: text('email'), password: text('password'), remember: remember.current?.checked === true };
    try {
      await callServer('sign-in', first);
      await signedIn();
    } catch (problem) {
      if (problem instanceof Refusal && problem.code === 'code_needed') setGiven(first);
      else throw problem;
    }
  });
  if (given !== undefined) {
    const load = async () => (await import('./code-step.tsx')).CodeStep;
    return <Later {...{ load, given, signedIn }} back={() => setGiven(undefined)} />;
  }
  return (
    <Form of={form}>
      <label>
        {w.email}
        <input
          name="email"
          type="email"
          autocomplete="username webauthn"
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
        <input name="remember" type="checkbox" ref={remember} /> {w.remember}
      </label>
      {form.whole !== undefined && <Trouble error={form.whole} />}
      <div class="actions">
        {children}
        <button type="submit" class="main">
          {w.signIn}
        </button>
      </div>
      <MaybePasskey signedIn={signedIn} choices={() => ({ remember: remember.current?.checked === true })} />
    </Form>
  );
}

type PasskeyProps = Parameters<typeof PasskeyPart>[0];

/** Comes when it comes, and is not even fetched where nobody has a passkey, or the browser can have none: nobody waits for it. */
function MaybePasskey(props: PasskeyProps) {
  const [part, setPart] = useState<{ readonly Part: ComponentType<PasskeyProps> }>();
  useEffect(() => {
    // Browsers have them over https alone, and on this machine itself.
    if (!isSecureContext || !('PublicKeyCredential' in window)) return;
    callServer<{ readonly origin: string | null }>('passkeys/offer')
      .then(async ({ origin }) => {
        if (origin === location.origin) setPart({ Part: (await import('../../../ui/passkey-part.tsx')).PasskeyPart });
      })
      // There is still the password.
      .catch(() => undefined);
  }, []);
  return part === undefined ? null : <part.Part {...props} />;
}
