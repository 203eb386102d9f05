/**
 * Clients: their list, and a page for each.
 * May know: orders by their rows. Must never: add up money itself: the server does, in whole kopecks.
 */

export const loadClientsPage = async () => (await import('./clients-page.tsx')).ClientsPage;
export const loadClientPage = async () => (await import('./client-page.tsx')).ClientPage;
