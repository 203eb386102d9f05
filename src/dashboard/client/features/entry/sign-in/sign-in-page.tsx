import { useEffect, useState } from 'preact/hooks';
import { keptShop } from '../../../data/kept-shop.ts';
import { wearAccent } from '../../../ui/accent.ts';
import { GuestPage, Later } from '../../../ui/guest-parts.tsx';
import { guestWords } from '../../../words/guest-words.ts';
import { SignInForm } from './sign-in-form.tsx';

const addressIn = (within: HTMLElement): string =>
  within.parentElement?.querySelector<HTMLInputElement>('input[name=email]')?.value ?? '';

export function SignInPage({ signedIn }: { readonly signedIn: () => Promise<void> | void }) {
  const w = guestWords.value;
  const [shop] = useState(keptShop);
  const [typed, setTyped] = useState<string>();
  useEffect(() => {
    if (shop !== undefined) void wearAccent(document.documentElement, shop.accent);
  }, []);
  return (
    <GuestPage shop={shop}>
      <h1>{w.signInTitle}</h1>
      <SignInForm signedIn={signedIn} />
      <details onToggle={({ currentTarget }) => setTyped(currentTarget.open ? addressIn(currentTarget) : undefined)}>
        <summary>{w.forgot}</summary>
        {typed !== undefined && <Later load={async () => (await import('./forgotten.tsx')).Forgotten} email={typed} />}
      </details>
    </GuestPage>
  );
}
