import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { callServer } from '../../../data/call-server.ts';
import { isRefusal } from '../../../data/refusal.ts';
import { hasPasskeys } from '../../../data/secure-context.ts';
import { useAsked } from '../../../data/use-asked.ts';
import type { PasskeyPart } from '../../../parts/passkey-part.tsx';
import { Form, useForm } from '../../../ui/form.tsx';
import { focusFirst, Later, Trouble } from '../../../ui/guest-parts.tsx';
import { guestWords } from '../../../words/guest-words.ts';

interface SignInFormProps {
  readonly email?: string;
  readonly signedIn: () => Promise<void> | void;
  readonly children?: ComponentChildren;
}

export function SignInForm({ email, signedIn, children }: SignInFormProps) {
  const [given, setGiven] = useState<object>();
  const remember = useRef<HTMLInputElement>(null);
  const w = guestWords.value;
  const form = useForm(async (text) => {
    const first = { email: text('email'), password: text('password'), remember: remember.current?.checked === true };
    try {
      await callServer('sign-in', first);
      await signedIn();
    } catch (problem) {
      if (isRefusal(problem, 'code_needed')) setGiven(first);
      else throw problem;
    }
  });
  if (given !== undefined) {
    const load = async () => (await import('./code-step.tsx')).CodeStep;
    return <Later load={load} given={given} signedIn={signedIn} back={() => setGiven(undefined)} />;
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

/**
 * Loads the script for passkeys; undefined if nobody can sign in with a passkey here. Browsers offer passkeys only over
 * https, or from a server on the same machine.
 */
async function loadPasskeys() {
  if (!hasPasskeys) return undefined;
  const { origin } = await callServer<{ readonly origin: string | null }>('passkeys/offer');
  return origin === location.origin ? await import('../../../parts/passkey-part.tsx') : undefined;
}

/** The form does not wait for this part: the password works without it. */
function MaybePasskey(props: PasskeyProps) {
  const { data } = useAsked(loadPasskeys, '');
  return data === undefined ? null : <data.PasskeyPart {...props} />;
}
