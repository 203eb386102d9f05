import { useEffect, useState } from 'preact/hooks';
import { LocationProvider, Route, Router } from 'preact-iso';
import { type Me, me, showMe } from '../data/me.ts';
import { proving } from '../data/session-ended.ts';
import { SignInDialog } from '../features/entry/sign-in/sign-in-dialog.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { laterPage, lazyPage, settingsPage } from './lazy-pages.tsx';
import { NowherePage } from './nowhere-page.tsx';
import { disableWritesOffline } from './offline.ts';
import { dropSecondClicks } from './second-click.ts';
import { Shell } from './shell.tsx';

const AccountPage = settingsPage(async () => (await import('../features/account/account-page.tsx')).AccountPage);
const ConnectPage = laterPage(async () => (await import('../features/connect/connect-page.tsx')).ConnectPage);
const EditOrderPage = laterPage(async () => (await import('../features/orders/form-page.tsx')).EditOrderPage);
const EndpointPage = laterPage(async () => (await import('../features/webhooks/endpoint-page.tsx')).EndpointPage);
const HistoryPage = laterPage(async () => (await import('../features/history/history-page.tsx')).HistoryPage);
const InquiriesPage = laterPage(async () => (await import('../features/inquiries/inquiries-page.tsx')).InquiriesPage);
const InquiryPage = laterPage(async () => (await import('../features/inquiries/inquiry-page.tsx')).InquiryPage);
const InquirySettingsPage = laterPage(
  async () => (await import('../features/inquiries/settings-page.tsx')).InquirySettingsPage,
);
const KeysPage = laterPage(async () => (await import('../features/keys/keys-page.tsx')).KeysPage);
const CardPage = laterPage(async () => (await import('../features/orders/print/card-page.tsx')).CardPage);
const CouriersPage = laterPage(async () => (await import('../features/orders/print/couriers-page.tsx')).CouriersPage);
const ImportPage = laterPage(async () => (await import('../features/orders/import/import-page.tsx')).ImportPage);
const SlipPage = laterPage(async () => (await import('../features/orders/print/slip-page.tsx')).SlipPage);
const NewOrderPage = laterPage(async () => (await import('../features/orders/form-page.tsx')).NewOrderPage);
const OrderPage = laterPage(async () => (await import('../features/orders/order-page.tsx')).OrderPage);
const OrdersPage = lazyPage(async () => (await import('../features/orders/orders-page.tsx')).OrdersPage);
const BackupsPage = settingsPage(async () => (await import('../features/settings/backups-page.tsx')).BackupsPage);
const MailPage = settingsPage(async () => (await import('../features/settings/mail-page.tsx')).MailPage);
const PeoplePage = settingsPage(async () => (await import('../features/settings/people-page.tsx')).PeoplePage);
const SystemPage = settingsPage(async () => (await import('../features/settings/system-page.tsx')).SystemPage);
const WorkspacePage = settingsPage(async () => (await import('../features/settings/workspace-page.tsx')).WorkspacePage);
const StartPage = lazyPage(async () => (await import('../features/overview/start/start-page.tsx')).StartPage);
const StatusesPage = settingsPage(
  async () => (await import('../features/settings/statuses/statuses-page.tsx')).StatusesPage,
);
const StockPage = laterPage(async () => (await import('../features/stock/stock-page.tsx')).StockPage);
const ProductPage = laterPage(async () => (await import('../features/stock/product-page.tsx')).ProductPage);
const WebhooksPage = laterPage(async () => (await import('../features/webhooks/list-page.tsx')).WebhooksPage);

const ProofDialog = lazyPart(async () => (await import('../ui/proof-dialog.tsx')).ProofDialog);

interface AppProps {
  /** Who came in. */
  readonly first: Me;
  readonly left: () => void;
}

disableWritesOffline();
dropSecondClicks();

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
          <Route path="/app/inquiries" component={InquiriesPage} />
          <Route path="/app/inquiries/settings" component={InquirySettingsPage} />
          <Route path="/app/inquiries/:id" component={InquiryPage} />
          <Route path="/app/webhooks" component={WebhooksPage} />
          <Route path="/app/webhooks/:id" component={EndpointPage} />
          <Route path="/app/connect" component={ConnectPage} />
          <Route path="/app/keys" component={KeysPage} />
          <Route path="/app/history" component={HistoryPage} />
          <Route path="/app/settings/statuses" component={StatusesPage} />
          <Route path="/app/stock" component={StockPage} />
          <Route path="/app/stock/:id" component={ProductPage} />
          <Route path="/app/settings/workspace" component={WorkspacePage} />
          <Route path="/app/settings/people" component={PeoplePage} />
          <Route path="/app/settings/backups" component={BackupsPage} />
          <Route path="/app/settings/mail" component={MailPage} />
          <Route path="/app/settings/system" component={SystemPage} />
          <Route path="/app/account" component={AccountPage} />
          <Route path="/app/orders" component={OrdersPage} />
          <Route default component={NowherePage} />
        </Router>
      </Shell>
      {proving.value !== undefined && <ProofDialog answer={proving.value.answer} />}
      <SignInDialog />
    </LocationProvider>
  );
}
