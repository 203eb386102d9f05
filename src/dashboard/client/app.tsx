import { useEffect, useState } from 'preact/hooks';
import { LocationProvider, lazy, Route, Router } from 'preact-iso';
import { AccountPage } from './account-page.tsx';
import { KeysPage } from './keys-page.tsx';
import { Problem } from './parts.tsx';
import { Shell } from './shell.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { me, refreshMe, words } from './state.ts';
import { WebhooksPage } from './webhooks/list-page.tsx';

const EndpointPage = lazy(() => import('./webhooks/endpoint-page.tsx').then((page) => page.EndpointPage));

/** Who is there decides what there is to see; the address stays, so that signing in leads to where one wanted to go. */
export function App() {
  const [error, setError] = useState<unknown>();
  const load = (): void => {
    setError(undefined);
    refreshMe().catch(setError);
  };
  useEffect(load, []);
  if (error !== undefined) return <Problem error={error} retry={load} />;
  if (me.value === undefined) return <p class="loading">{words.value.loading}</p>;
  if (me.value === null) return <SignInPage />;
  return (
    <LocationProvider>
      <Shell>
        <Router>
          <Route path="/app/webhooks/:id" component={EndpointPage} />
          <Route path="/app/keys" component={KeysPage} />
          <Route path="/app/account" component={AccountPage} />
          <Route default component={WebhooksPage} />
        </Router>
      </Shell>
    </LocationProvider>
  );
}
