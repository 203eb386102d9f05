import { Elysia } from 'elysia';
import { accountRoutes } from './account/routes.ts';
import { connectRoutes } from './connect/routes.ts';
import type { DashboardDeps } from './deps.ts';
import { historyRoutes } from './history/routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { linkRoutes } from './links/routes.ts';
import { liveRoutes } from './live/routes.ts';
import { mailRoutes } from './mails/routes.ts';
import { courierRoutes } from './orders/courier-routes.ts';
import { paymentRoutes } from './orders/payment-routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { viewRoutes } from './orders/view-routes.ts';
import { importRoutes } from './orders-import/routes.ts';
import { startRoutes } from './start/routes.ts';
import { webhookReadingRoutes } from './webhooks/reading/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { workspaceRoutes } from './workspace/routes.ts';

/** Everything below /app: pages, and the data behind them. */
export function dashboardRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'dashboard' })
    .use(linkRoutes(deps))
    .use(accountRoutes(deps))
    .use(workspaceRoutes(deps))
    .use(keyRoutes(deps))
    .use(webhookRoutes(deps))
    .use(orderRoutes(deps))
    .use(paymentRoutes(deps))
    .use(viewRoutes(deps))
    .use(historyRoutes(deps))
    .use(liveRoutes(deps))
    .use(connectRoutes(deps))
    .use(startRoutes(deps))
    .use(webhookReadingRoutes(deps))
    .use(mailRoutes(deps))
    .use(importRoutes(deps))
    .use(courierRoutes(deps));
}
