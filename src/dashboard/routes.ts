import { Elysia } from 'elysia';
import { accountRoutes } from './account/routes.ts';
import type { DashboardDeps } from './deps.ts';
import { keyRoutes } from './keys/routes.ts';
import { linkRoutes } from './links/routes.ts';
import { mailRoutes } from './mails/routes.ts';
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
    .use(webhookReadingRoutes(deps))
    .use(webhookRoutes(deps))
    .use(mailRoutes(deps));
}
