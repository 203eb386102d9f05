/**
 * The first page: how the shop does today, what needs attention, what is still to be set up.
 * May know: the sums that the server reckons. Must never: reckon a sum by itself, or change an order.
 */

export const loadStartPage = async () => (await import('./start/start-page.tsx')).StartPage;

/** For who comes without a connection; brings its words along. */
export const loadOfflineDay = async () => (await import('./offline-day.tsx')).OfflineDay;
