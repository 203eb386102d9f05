import { Elysia } from 'elysia';
import { accountRoutes } from './account/routes.ts';
import type { DashboardDeps } from './deps.ts';
import { linkRoutes } from './links/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** Everything below /app: pages, and the data behind them. */
export function dashboardRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'dashboard' }).use(linkRoutes(deps)).use(accountRoutes(deps)).use(webhookRoutes(deps));
}
