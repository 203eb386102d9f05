/**
 * Figures of a period, compared with the period before. May know: the filters of the pages of orders and payments,
 * which its figures link to. Must never: add up money itself, because the server does so in whole kopecks.
 */

export const loadReportsPage = async () => (await import('./reports-page.tsx')).ReportsPage;
