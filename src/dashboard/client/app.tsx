import { useEffect, useState } from 'preact/hooks';
import { LocationProvider, Route, Router } from 'preact-iso';
import { lazyPage } from './lazy-page.tsx';
import { Shell } from './shell.tsx';
import { SignInDialog } from './sign-in/sign-in-dialog.tsx';
import { type Me, me, showMe } from './state.ts';

const AccountPage = lazyPage(async () => (await import('./account/account-page.tsx')).AccountPage);
const ConnectPage = lazyPage(async () => (await import('./connect/connect-page.tsx')).ConnectPage);
const EditOrderPage = lazyPage(async () => (await import('./orders/form-page.tsx')).EditOrderPage);
const EndpointPage = lazyPage(async () => (await import('./webhooks/endpoint-page.tsx')).EndpointPage);
const HistoryPage = lazyPage(async () => (await import('./history/history-page.tsx')).HistoryPage);
const KeysPage = lazyPage(async () => (await import('./keys/keys-page.tsx')).KeysPage);
const CardPage = lazyPage(async () => (await import('./print/card-page.tsx')).CardPage);
const CouriersPage = lazyPage(async () => (await import('./print/couriers-page.tsx')).CouriersPage);
const ImportPage = lazyPage(async () => (await import('./orders-import/import-page.tsx')).ImportPage);
const SlipPage = lazyPage(async () => (await import('./print/slip-page.tsx')).SlipPage);
const NewOrderPage = lazyPage(async () => (await import('./orders/form-page.tsx')).NewOrderPage);
const OrderPage = lazyPage(async () => (await import('./orders/order-page.tsx')).OrderPage);
const OrdersPage = lazyPage(async () => (await import('./orders/orders-page.tsx')).OrdersPage);
const StartPage = lazyPage(async () => (await import('./start/start-page.tsx')).StartPage);
const WebhooksPage = lazyPage(async () => (await import('./webhooks/list-page.tsx')).WebhooksPage);

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
          <Route path="/app/orders/import" component={ImportPage} />
          <Route path="/app/orders/:id/print/slip" component={SlipPage} />
          <Route path="/app/orders/:id/print/card" component={CardPage} />
          <Route path="/app/print/couriers" component={CouriersPage} />
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
