/**
 * The first page: how the shop is doing today, what needs attention, what is still to be set up.
 * May know: the sums that the server calculates. Must never: calculate a sum by itself, or change an order.
 */

export const loadStartPage = async () => (await import('./start/start-page.tsx')).StartPage;

export const loadOfflineDay = async () => (await import('./offline-day.tsx')).OfflineDay;
