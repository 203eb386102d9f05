/**
 * Money that came in and went back: its sums, its lines, its file.
 * May know: orders by their number and client. Must never: add up money itself: the server does, in whole kopecks.
 */

export const loadPaymentsPage = async () => (await import('./payments-page.tsx')).PaymentsPage;
