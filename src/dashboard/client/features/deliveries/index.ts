/**
 * A courier's day on a phone: where to, whom to call, the sum to collect; paid and delivered by a press.
 * May know: the deliveries that the server shows.
 * Must never: show a sum of several orders, or lead to an order's own page.
 */

export const loadDeliveriesPage = async () => (await import('./deliveries-page.tsx')).DeliveriesPage;
