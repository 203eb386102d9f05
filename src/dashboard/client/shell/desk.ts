/**
 * The frame of the dashboard and everything that the frame needs. The build also joins the shared code of the first
 * pages into this script (join-chunks.ts).
 */
export { keptDay } from '../data/kept-day.ts';
export { loadResetPage, loadSetupPage } from '../features/entry/index.ts';
export { loadOfflineDay } from '../features/overview/index.ts';
export { loadWords } from '../words/words.ts';
export { App } from './app.tsx';
