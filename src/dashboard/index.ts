/**
 * The dashboard: the shop's side in the browser. Must never: import http or worker, or share a credential with the
 * public API.
 */
export {
  type BackupDesk,
  createDashboardSlots,
  type DashboardDeps,
  type LiveHub,
  type Part,
  type Parts,
  type ReadingCtx,
  type ReadingRequest,
  type ReadingThread,
  type RestoreReport,
  type RestoreWish,
  sweepReceived,
  type Texts,
  takeTexts,
} from './desk/index.ts';
export { mayBeLarge } from './links/setup-access.ts';
export { createLiveHub } from './live/hub.ts';
export { pageForNothing, pageRoutes } from './pages/routes.ts';
export { READINGS, TEXT_READINGS } from './readings.ts';
export { dashboardRoutes } from './routes.ts';
