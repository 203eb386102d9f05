/**
 * The history of the workspace: who did what and when.
 * May know: the words of every action. Must never: change anything, or show what the server did not word.
 */

export const loadHistoryPage = async () => (await import('./history-page.tsx')).HistoryPage;
