import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LocationProvider, Route, Router } from 'preact-iso';
import type { PageAddress } from '../../shared/pages.ts';
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

/** An address opens the first page that matches it. */
const ROUTES: readonly (readonly [page: ComponentType, ...addresses: readonly (PageAddress | `${PageAddress}?`)[]])[] =
  [
    [lazyPage(loadStartPage), '/app'],
    [laterPage(loadNewOrderPage), '/app/orders/new'],
    [
      laterPage(loadImportPage),
      '/app/orders/import',
      '/app/clients/import',
      '/app/stock/import',
      '/app/payments/import',
    ],
    [laterPage(loadOrderPaperPage), '/app/orders/:id/print/:papers?'],
    [laterPage(loadCouriersPage), '/app/print/couriers', '/app/deliveries/couriers'],
    [laterPage(loadSchedulesPage), '/app/orders/schedules'],
    [laterPage(loadEditOrderPage), '/app/orders/:id/edit'],
    [laterPage(loadOrderPage), '/app/orders/:id'],
    [laterPage(loadDeliveriesPage), '/app/deliveries'],
    [laterPage(loadInquiriesPage), '/app/inquiries'],
    [laterPage(loadInquiryPage), '/app/inquiries/:id'],
    [laterPage(loadWebhooksPage), '/app/webhooks'],
    [laterPage(loadEndpointPage), '/app/webhooks/:id'],
    [laterPage(loadConnectPage), '/app/connect'],
    [laterPage(loadKeysPage), '/app/keys'],
    [laterPage(loadHistoryPage), '/app/history'],
    [settingsPage(loadFlowsPage), '/app/settings/statuses', '/app/settings/stages'],
    [laterPage(loadClientsPage), '/app/clients'],
    [laterPage(loadClientPage), '/app/clients/:id'],
    [laterPage(loadPaymentsPage), '/app/payments'],
    [laterPage(loadTillPage), '/app/payments/till'],
    [laterPage(loadReportsPage), '/app/reports'],
    [laterPage(loadStockPage), '/app/stock'],
    [laterPage(loadStocktakesPage), '/app/stock/stocktakes'],
    [laterPage(loadStocktakePage), '/app/stock/stocktakes/:id'],
    [laterPage(loadProductPage), '/app/stock/:id'],
    [settingsPage(loadWorkspacePage), '/app/settings/workspace'],
    [settingsPage(loadClientDataPage), '/app/settings/client-data'],
    [settingsPage(loadSlotsPage), '/app/settings/slots'],
    [settingsPage(loadPeoplePage), '/app/settings/people'],
    [settingsPage(loadBackupsPage), '/app/settings/backups'],
    [settingsPage(loadMailPage), '/app/settings/mail'],
    [settingsPage(loadSystemPage), '/app/settings/system'],
    [settingsPage(loadAccountPage), '/app/account'],
    [lazyPage(loadOrdersPage), '/app/orders'],
  ];

const ProofDialog = lazyPart(async () => (await withOtherWords(import('./proof-dialog.tsx'))).ProofDialog);

/**
 * Matches addresses of the dashboard's pages. The browser itself loads the manual, the reference and files from the
 * server.
 */
const PAGES = /^(?:\?|\/app(?!\/api\/))/;

disableWritesOffline();
dropSecondClicks();
keepFocus();

export function App({ first, left }: { readonly first: Me; readonly left: () => void }) {
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
          {ROUTES.flatMap(([page, ...addresses]) =>
            // All addresses of a page share one `key`. So the page stays when the reader moves from one address to
            // another.
            addresses.map((address) => <Route key={addresses[0]} path={address} component={page} />),
          )}
          <Route default component={NowherePage} />
        </Router>
      </Shell>
      {proving.value !== undefined && <ProofDialog answer={proving.value.answer} />}
      <SignInDialog />
    </LocationProvider>
  );
}
