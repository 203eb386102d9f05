import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LocationProvider, lazy, Route, Router } from 'preact-iso';
import { EndpointPage } from './endpoint-page.tsx';
import { KeysPage } from './keys-page.tsx';
import { Shell } from './shell.tsx';
import { SignInDialog } from './sign-in/sign-in-dialog.tsx';
import { type Me, me, showMe } from './state.ts';
import { WebhooksPage } from './webhooks-page.tsx';

/** A page that is fetched when it is first opened; anew with all the rest where an update has taken it away. */
const page = (load: () => Promise<ComponentType>) =>
  lazy(() =>
    load().catch((error: unknown) => {
      location.reload();
      throw error;
    }),
  );

const AccountPage = page(async () => (await import('./account/account-page.tsx')).AccountPage);
const StartPage = page(async () => (await import('./start/start-page.tsx')).StartPage);

interface AppProps {
  /** Who came in. */
  readonly first: Me;
  readonly left: () => void;
}

/** The pages of who is signed in. */
export function App({ first, left }: AppProps) {
  useState(() => showMe(first));
  useEffect(() => {
    if (me.value === null) left();
  }, [me.value]);
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
