import { GuestPage } from '../../../ui/guest-parts.tsx';
import { guestWords } from '../../../words/guest-words.ts';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage({ signedIn }: { readonly signedIn: () => Promise<void> | void }) {
  const w = guestWords.value;
  return (
    <GuestPage>
      <h1>{w.signInTitle}</h1>
      <SignInForm signedIn={signedIn} />
      <details>
        <summary>{w.forgot}</summary>
        <p class="meta">{w.forgotWhat}</p>
        <p class="secret">
          <code>{w.forgotCommand}</code>
        </p>
      </details>
    </GuestPage>
  );
}
