/**
 * A courier's day on a phone: where to go, whom to call, the sum to collect; one press records payment or delivery. May
 * know: the deliveries that the server shows. Must never: show a sum of several orders, or link to an order's own page.
 */

export const loadDeliveriesPage = async () => (await import('./deliveries-page.tsx')).DeliveriesPage;
