import { useEffect, useState } from 'preact/hooks';
import { keptShop } from '../../../data/kept-shop.ts';
import { wearAccent } from '../../../ui/accent.ts';
import { GuestPage } from '../../../ui/guest-parts.tsx';
import { guestWords } from '../../../words/guest-words.ts';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage({ signedIn }: { readonly signedIn: () => Promise<void> | void }) {
  const w = guestWords.value;
  const [shop] = useState(keptShop);
  useEffect(() => {
    if (shop !== undefined) void wearAccent(document.documentElement, shop.accent);
  }, []);
  return (
    <GuestPage shop={shop}>
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
