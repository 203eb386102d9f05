/**
 * Money received and refunded: its sums, its lines, its file, and the end of a day at the till. May know: orders by
 * their number and client. Must never: add up payments itself, because the server does so in whole kopecks.
 */

export const loadPaymentsPage = async () => (await import('./payments-page.tsx')).PaymentsPage;
export const loadTillPage = async () => (await import('./till-page.tsx')).TillPage;
