/**
 * The owner's side in the browser.
 * Must never: import http or worker, or share a credential with the public API.
 */
export type { BackupDesk, RestoreReport, RestoreWish } from './backups/desk.ts';
export type { DashboardDeps } from './deps.ts';
export { createLiveHub, type LiveHub } from './live/hub.ts';
export { pageForNothing, pageRoutes } from './pages/routes.ts';
export { sweepReceived } from './received.ts';
export { dashboardRoutes } from './routes.ts';
export { createDashboardSlots } from './slots.ts';
