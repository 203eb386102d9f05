import { useEffect, useState } from 'preact/hooks';
import { callServer } from './call-server.ts';
import { Later, Trouble } from './sign-in/guest-parts.tsx';
import { guestWords } from './sign-in/guest-words.ts';
import { SignInPage } from './sign-in/sign-in-page.tsx';

/**
 * What is needed before anybody is signed in, and no more of it: the rest is fetched by who is. The address stays, so that
 * signing in leads to where one wanted to go.
 */
export function Entry() {
  if (location.pathname === '/app/setup')
    return <Later load={async () => (await import('./setup/setup-page.tsx')).SetupPage} />;
  if (location.pathname === '/app/reset')
    return <Later load={async () => (await import('./setup/reset-page.tsx')).ResetPage} />;
  return <Door />;
}

function Door() {
  const [isIn, setIsIn] = useState<boolean>();
  const [error, setError] = useState<unknown>();
  const look = async (): Promise<void> => {
    setError(undefined);
    await callServer<object | null>('me').then((me) => setIsIn(me !== null), setError);
  };
  useEffect(() => {
    void look();
  }, []);
  if (error !== undefined) return <Trouble error={error} retry={look} />;
  if (isIn === undefined) return <p class="loading">{guestWords.value.loading}</p>;
  if (!isIn) return <SignInPage signedIn={() => setIsIn(true)} />;
  return <Later load={async () => (await import('./app.tsx')).App} left={() => setIsIn(false)} />;
}
