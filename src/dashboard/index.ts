/**
 * The owner's side in the browser.
 * Must never: import http or worker, or share a credential with the public API.
 */
export {
  type BackupDesk,
  createDashboardSlots,
  type DashboardDeps,
  type LiveHub,
  type RestoreReport,
  type RestoreWish,
  sweepReceived,
} from './desk/index.ts';
export { createLiveHub } from './live/hub.ts';
export { pageForNothing, pageRoutes } from './pages/routes.ts';
export { dashboardRoutes } from './routes.ts';
