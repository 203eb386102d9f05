/**
 * The frame and everything that it needs. The build joins all chunks shared by the first pages into this one
 * (join-chunks.ts).
 */
export { keptDay } from '../data/kept-day.ts';
export { loadResetPage, loadSetupPage } from '../features/entry/index.ts';
export { loadOfflineDay } from '../features/overview/index.ts';
export { loadWords } from '../words/words.ts';
export { App } from './app.tsx';
