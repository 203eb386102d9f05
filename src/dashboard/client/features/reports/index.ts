/**
 * Figures of a period, against the one before it.
 * May know: the filters of the pages of orders and payments, which its figures lead to. Must never: add up money itself:
 * the server does, in whole kopecks.
 */

export const loadReportsPage = async () => (await import('./reports-page.tsx')).ReportsPage;
