import { useEffect, useState } from 'preact/hooks';
import { keptShop } from '../../../data/kept-shop.ts';
import { wearAccent } from '../../../ui/accent.ts';
import { GuestPage, Later } from '../../../ui/guest-parts.tsx';
import { guestWords } from '../../../words/guest-words.ts';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage({ signedIn }: { readonly signedIn: () => Promise<void> | void }) {
  const w = guestWords.value;
  const [shop] = useState(keptShop);
  const [hasForgotten, setForgotten] = useState(false);
  useEffect(() => {
    if (shop !== undefined) void wearAccent(document.documentElement, shop.accent);
  }, []);
  return (
    <GuestPage shop={shop}>
      <h1>{w.signInTitle}</h1>
      <SignInForm signedIn={signedIn} />
      <details onToggle={({ currentTarget }) => setForgotten(currentTarget.open)}>
        <summary>{w.forgot}</summary>
        {hasForgotten && <Later load={async () => (await import('./forgotten.tsx')).Forgotten} />}
      </details>
    </GuestPage>
  );
}
