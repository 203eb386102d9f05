import { useEffect, useState } from 'preact/hooks';
import { LocationProvider, lazy, Route, Router } from 'preact-iso';
import { AccountPage } from './account-page.tsx';
import { EndpointPage } from './endpoint-page.tsx';
import { HistoryPage } from './history/history-page.tsx';
import { KeysPage } from './keys/keys-page.tsx';
import { EditOrderPage, NewOrderPage } from './orders/form-page.tsx';
import { OrderPage } from './orders/order-page.tsx';
import { OrdersPage } from './orders/orders-page.tsx';
import { Problem } from './parts.tsx';
import { Shell } from './shell.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { me, refreshMe, words } from './state.ts';
import { WebhooksPage } from './webhooks-page.tsx';

const ConnectPage = lazy(() => import('./connect/connect-page.tsx').then((page) => page.ConnectPage));

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
          <Route path="/app/orders/new" component={NewOrderPage} />
          <Route path="/app/orders/:id/edit" component={EditOrderPage} />
          <Route path="/app/orders/:id" component={OrderPage} />
          <Route path="/app/webhooks" component={WebhooksPage} />
          <Route path="/app/history" component={HistoryPage} />
          <Route path="/app/webhooks/:id" component={EndpointPage} />
          <Route path="/app/connect" component={ConnectPage} />
          <Route path="/app/keys" component={KeysPage} />
          <Route path="/app/account" component={AccountPage} />
          <Route default component={OrdersPage} />
        </Router>
      </Shell>
    </LocationProvider>
  );
}
