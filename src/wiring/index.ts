/**
 * The larger pieces that app.ts assembles: the listener, the observers, the background work, and the parts of the
 * dashboard. Must never: decide anything that a lower layer could.
 */
export { createBackground } from './background.ts';
export { createBackupDesk } from './backup-desk.ts';
export { createDashboardDeps } from './dashboard-deps.ts';
export { createHttpDeps } from './http-deps.ts';
export { createListener } from './listener.ts';
export { createWatching, type Watching } from './watching.ts';
