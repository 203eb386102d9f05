import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LocationProvider, lazy, Route, Router } from 'preact-iso';
import { Shell } from './shell.tsx';
import { SignInDialog } from './sign-in/sign-in-dialog.tsx';
import { type Me, me, showMe } from './state.ts';

/** A page that is fetched when it is first opened; anew with all the rest where an update has taken it away. */
const page = (load: () => Promise<ComponentType>) =>
  lazy(() =>
    load().catch((error: unknown) => {
      location.reload();
      throw error;
    }),
  );

const AccountPage = page(async () => (await import('./account/account-page.tsx')).AccountPage);
const ConnectPage = page(async () => (await import('./connect/connect-page.tsx')).ConnectPage);
const EditOrderPage = page(async () => (await import('./orders/form-page.tsx')).EditOrderPage);
const EndpointPage = page(async () => (await import('./endpoint-page.tsx')).EndpointPage);
const HistoryPage = page(async () => (await import('./history/history-page.tsx')).HistoryPage);
const KeysPage = page(async () => (await import('./keys/keys-page.tsx')).KeysPage);
const NewOrderPage = page(async () => (await import('./orders/form-page.tsx')).NewOrderPage);
const OrderPage = page(async () => (await import('./orders/order-page.tsx')).OrderPage);
const OrdersPage = page(async () => (await import('./orders/orders-page.tsx')).OrdersPage);
const StartPage = page(async () => (await import('./start/start-page.tsx')).StartPage);
const WebhooksPage = page(async () => (await import('./webhooks-page.tsx')).WebhooksPage);

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
          <Route path="/app/orders/new" component={NewOrderPage} />
          <Route path="/app/orders/:id/edit" component={EditOrderPage} />
          <Route path="/app/orders/:id" component={OrderPage} />
          <Route path="/app/webhooks" component={WebhooksPage} />
          <Route path="/app/webhooks/:id" component={EndpointPage} />
          <Route path="/app/connect" component={ConnectPage} />
          <Route path="/app/keys" component={KeysPage} />
          <Route path="/app/history" component={HistoryPage} />
          <Route path="/app/account" component={AccountPage} />
          <Route default component={OrdersPage} />
        </Router>
      </Shell>
      <SignInDialog />
    </LocationProvider>
  );
}
