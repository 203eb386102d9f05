import { useEffect, useState } from 'preact/hooks';
import { LocationProvider, Route, Router } from 'preact-iso';
import { type Me, me, showMe } from '../data/me.ts';
import { proving } from '../data/session-ended.ts';
import { hideOpened } from '../data/typed-searches.ts';
import { loadAccountPage } from '../features/account/index.ts';
import { loadClientPage, loadClientsPage } from '../features/clients/index.ts';
import { loadConnectPage } from '../features/connect/index.ts';
import { loadDeliveriesPage } from '../features/deliveries/index.ts';
import { SignInDialog } from '../features/entry/sign-in/sign-in-dialog.tsx';
import { loadHistoryPage } from '../features/history/index.ts';
import { loadImportPage } from '../features/imports/index.ts';
import { loadInquiriesPage, loadInquiryPage } from '../features/inquiries/index.ts';
import { loadKeysPage } from '../features/keys/index.ts';
import {
  loadCouriersPage,
  loadEditOrderPage,
  loadNewOrderPage,
  loadOrderPage,
  loadOrderPaperPage,
  loadOrdersPage,
  loadSchedulesPage,
} from '../features/orders/index.ts';
import { loadStartPage } from '../features/overview/index.ts';
import { loadPaymentsPage, loadTillPage } from '../features/payments/index.ts';
import { loadReportsPage } from '../features/reports/index.ts';
import {
  loadBackupsPage,
  loadClientDataPage,
  loadFlowsPage,
  loadMailPage,
  loadPeoplePage,
  loadSlotsPage,
  loadSystemPage,
  loadWorkspacePage,
} from '../features/settings/index.ts';
import { loadProductPage, loadStockPage, loadStocktakePage, loadStocktakesPage } from '../features/stock/index.ts';
import { loadEndpointPage, loadWebhooksPage } from '../features/webhooks/index.ts';
import { keepFocus } from '../ui/focus.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { withOtherWords } from '../words/words.ts';
import { laterPage, lazyPage, settingsPage } from './lazy-pages.tsx';
import { NowherePage } from './nowhere-page.tsx';
import { disableWritesOffline } from './offline.ts';
import { dropSecondClicks } from './second-click.ts';
import { Shell } from './shell.tsx';

const AccountPage = settingsPage(loadAccountPage);
const ClientPage = laterPage(loadClientPage);
const ClientsPage = laterPage(loadClientsPage);
const ConnectPage = laterPage(loadConnectPage);
const DeliveriesPage = laterPage(loadDeliveriesPage);
const EditOrderPage = laterPage(loadEditOrderPage);
const EndpointPage = laterPage(loadEndpointPage);
const HistoryPage = laterPage(loadHistoryPage);
const InquiriesPage = laterPage(loadInquiriesPage);
const InquiryPage = laterPage(loadInquiryPage);
const KeysPage = laterPage(loadKeysPage);
const SchedulesPage = laterPage(loadSchedulesPage);
const OrderPaperPage = laterPage(loadOrderPaperPage);
const CouriersPage = laterPage(loadCouriersPage);
const ImportPage = laterPage(loadImportPage);
const NewOrderPage = laterPage(loadNewOrderPage);
const OrderPage = laterPage(loadOrderPage);
const OrdersPage = lazyPage(loadOrdersPage);
const FlowsPage = settingsPage(loadFlowsPage);
const BackupsPage = settingsPage(loadBackupsPage);
const MailPage = settingsPage(loadMailPage);
const PeoplePage = settingsPage(loadPeoplePage);
const ClientDataPage = settingsPage(loadClientDataPage);
const SlotsPage = settingsPage(loadSlotsPage);
const SystemPage = settingsPage(loadSystemPage);
const WorkspacePage = settingsPage(loadWorkspacePage);
const StartPage = lazyPage(loadStartPage);
const PaymentsPage = laterPage(loadPaymentsPage);
const TillPage = laterPage(loadTillPage);
const ReportsPage = laterPage(loadReportsPage);
const StockPage = laterPage(loadStockPage);
const ProductPage = laterPage(loadProductPage);
const StocktakesPage = laterPage(loadStocktakesPage);
const StocktakePage = laterPage(loadStocktakePage);
const WebhooksPage = laterPage(loadWebhooksPage);

const ProofDialog = lazyPart(async () => (await withOtherWords(import('./proof-dialog.tsx'))).ProofDialog);

/** Addresses of the dashboard's pages; the browser itself loads the manual, the reference and files from the server. */
const PAGES = /^(?:\?|\/app(?!\/api\/))/;

interface AppProps {
  readonly first: Me;
  readonly left: () => void;
}

disableWritesOffline();
dropSecondClicks();
keepFocus();

/** The pages for people who are signed in. */
export function App({ first, left }: AppProps) {
  useState(() => {
    showMe(first);
    hideOpened();
  });
  useEffect(() => {
    if (me.value === null) left();
  }, [me.value]);
  return (
    <LocationProvider scope={PAGES}>
      <Shell>
        <Router>
          <Route path="/app" component={StartPage} />
          <Route path="/app/orders/new" component={NewOrderPage} />
          <Route path="/app/:of/import" component={ImportPage} />
          <Route path="/app/orders/:id/print/:papers?" component={OrderPaperPage} />
          <Route path="/app/print/couriers" component={CouriersPage} />
          <Route path="/app/orders/schedules" component={SchedulesPage} />
          <Route path="/app/orders/:id/edit" component={EditOrderPage} />
          <Route path="/app/orders/:id" component={OrderPage} />
          <Route path="/app/deliveries" component={DeliveriesPage} />
          <Route path="/app/deliveries/couriers" component={CouriersPage} />
          <Route path="/app/inquiries" component={InquiriesPage} />
          <Route path="/app/inquiries/:id" component={InquiryPage} />
          <Route path="/app/webhooks" component={WebhooksPage} />
          <Route path="/app/webhooks/:id" component={EndpointPage} />
          <Route path="/app/connect" component={ConnectPage} />
          <Route path="/app/keys" component={KeysPage} />
          <Route path="/app/history" component={HistoryPage} />
          <Route path="/app/settings/statuses" component={FlowsPage} />
          <Route path="/app/settings/stages" component={FlowsPage} />
          <Route path="/app/clients" component={ClientsPage} />
          <Route path="/app/clients/:id" component={ClientPage} />
          <Route path="/app/payments" component={PaymentsPage} />
          <Route path="/app/payments/till" component={TillPage} />
          <Route path="/app/reports" component={ReportsPage} />
          <Route path="/app/stock" component={StockPage} />
          <Route path="/app/stock/stocktakes" component={StocktakesPage} />
          <Route path="/app/stock/stocktakes/:id" component={StocktakePage} />
          <Route path="/app/stock/:id" component={ProductPage} />
          <Route path="/app/settings/workspace" component={WorkspacePage} />
          <Route path="/app/settings/client-data" component={ClientDataPage} />
          <Route path="/app/settings/slots" component={SlotsPage} />
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
