/**
 * The history of the workspace: who did what and when. May know: the words of every action. Must never: change
 * anything.
 */

export const loadHistoryPage = async () => (await import('./history-page.tsx')).HistoryPage;
