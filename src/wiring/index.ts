/**
 * The larger pieces that app.ts puts together: what listens, what looks on, what goes on in the background, what the dashboard works with.
 * Must never: decide anything that a lower floor could.
 */
export { createBackground } from './background.ts';
export { createBackupDesk } from './backup-desk.ts';
export { createDashboardDeps } from './dashboard-deps.ts';
export { createHttpDeps } from './http-deps.ts';
export { createListener } from './listener.ts';
export { createWatching, type Watching } from './watching.ts';
