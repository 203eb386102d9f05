import { Elysia } from 'elysia';
import { factorRoutes } from './account/factor-routes.ts';
import { forgottenRoutes } from './account/forgotten-routes.ts';
import { passkeyRoutes, passkeySignInRoutes } from './account/passkey-routes.ts';
import { accountRoutes } from './account/routes.ts';
import { restoreSteps } from './backups/restore.ts';
import { backupRoutes } from './backups/routes.ts';
import { backupSettingsRoutes, sealKeyRoutes } from './backups/settings-routes.ts';
import { clientRoutes } from './clients/routes.ts';
import { clientDataRoutes } from './clients-data/routes.ts';
import { connectRoutes } from './connect/routes.ts';
import { createDesk, type DashboardDeps } from './desk/index.ts';
import { flowRoutes } from './flows/routes.ts';
import { historyRoutes } from './history/routes.ts';
import { importRoutes } from './imports/file-routes.ts';
import { inquiryDeskRoutes } from './inquiries/routes.ts';
import { inquirySettingsRoutes } from './inquiries/settings-routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { heldAccessRoutes } from './links/access-routes.ts';
import { setupBackupRoutes, setupKeyRoutes } from './links/backup-routes.ts';
import { linkRoutes } from './links/routes.ts';
import { liveRoutes } from './live/routes.ts';
import { mailRoutes } from './mails/routes.ts';
import { deliveryRoutes } from './orders/delivery-routes.ts';
import { paymentRoutes } from './orders/payment-routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { viewRoutes } from './orders/view-routes.ts';
import { overviewRoutes } from './overview/routes.ts';
import { paymentListRoutes } from './payments/routes.ts';
import { tillRoutes } from './payments/till-routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { mailSettingsRoutes } from './settings/mail-routes.ts';
import { peopleRoutes } from './settings/people-routes.ts';
import { retentionRoutes } from './settings/retention-routes.ts';
import { systemRoutes } from './settings/system-routes.ts';
import { workspaceSettingsRoutes } from './settings/workspace-routes.ts';
import { startRoutes } from './start/routes.ts';
import { stockRoutes } from './stock/routes.ts';
import { webhookReadingRoutes } from './webhooks/reading/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/**
 * Adds everything below /app to an app: the pages, and the data behind them.
 * @param app the app that gets the routes directly; with an intermediate app, Elysia would build all routes twice
 */
export function dashboardRoutes(deps: DashboardDeps, app = new Elysia({ name: 'dashboard' })) {
  const [desk, steps] = [createDesk(deps), restoreSteps(deps)];
  return app
    .use(linkRoutes(desk, steps))
    .use(setupBackupRoutes(desk, steps))
    .use(setupKeyRoutes(desk))
    .use(heldAccessRoutes(desk))
    .use(accountRoutes(desk))
    .use(forgottenRoutes(desk))
    .use(factorRoutes(desk))
    .use(passkeySignInRoutes(desk))
    .use(passkeyRoutes(desk))
    .use(keyRoutes(desk))
    .use(webhookRoutes(desk))
    .use(orderRoutes(desk))
    .use(paymentRoutes(desk))
    .use(paymentListRoutes(desk))
    .use(tillRoutes(desk))
    .use(reportRoutes(desk))
    .use(clientRoutes(desk))
    .use(viewRoutes(desk))
    .use(inquiryDeskRoutes(desk))
    .use(inquirySettingsRoutes(desk))
    .use(flowRoutes(desk))
    .use(historyRoutes(desk))
    .use(liveRoutes(desk))
    .use(connectRoutes(desk))
    .use(startRoutes(desk))
    .use(overviewRoutes(desk))
    .use(webhookReadingRoutes(desk))
    .use(mailRoutes(desk))
    .use(stockRoutes(desk))
    .use(workspaceSettingsRoutes(desk))
    .use(peopleRoutes(desk))
    .use(mailSettingsRoutes(desk))
    .use(systemRoutes(desk))
    .use(retentionRoutes(desk))
    .use(clientDataRoutes(desk))
    .use(backupRoutes(desk, steps))
    .use(backupSettingsRoutes(desk))
    .use(sealKeyRoutes(desk))
    .use(importRoutes(desk))
    .use(deliveryRoutes(desk));
}
