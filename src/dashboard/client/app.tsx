import { useEffect, useState } from 'preact/hooks';
import { LocationProvider, lazy, Route, Router } from 'preact-iso';
import { EndpointPage } from './endpoint-page.tsx';
import { KeysPage } from './keys-page.tsx';
import { Problem } from './parts.tsx';
import { Shell } from './shell.tsx';
import { SignInDialog } from './sign-in/sign-in-dialog.tsx';
import { me, refreshMe, words } from './state.ts';
import { WebhooksPage } from './webhooks-page.tsx';

const AccountPage = lazy(async () => (await import('./account/account-page.tsx')).AccountPage);
const StartPage = lazy(async () => (await import('./start/start-page.tsx')).StartPage);

/** The pages of who is signed in. */
export function App({ left }: { readonly left: () => void }) {
  const [error, setError] = useState<unknown>();
  const load = (): void => {
    setError(undefined);
    refreshMe().catch(setError);
  };
  useEffect(load, []);
  useEffect(() => {
    if (me.value !== null) return;
    me.value = undefined;
    left();
  }, [me.value]);
  if (error !== undefined) return <Problem error={error} retry={load} />;
  if (me.value === undefined || me.value === null) return <p class="loading">{words.value.loading}</p>;
  return (
    <LocationProvider>
      <Shell>
        <Router>
          <Route path="/app" component={StartPage} />
          <Route path="/app/webhooks/:id" component={EndpointPage} />
          <Route path="/app/keys" component={KeysPage} />
          <Route path="/app/account" component={AccountPage} />
          <Route default component={WebhooksPage} />
        </Router>
      </Shell>
      <SignInDialog />
    </LocationProvider>
  );
}
