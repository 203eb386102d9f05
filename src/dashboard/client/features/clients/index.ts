/**
 * Clients: their list, and a page for each.
 * May know: orders, as rows of a table. Must never: add up money itself, because the server does so in whole kopecks.
 */

export const loadClientsPage = async () => (await import('./clients-page.tsx')).ClientsPage;
export const loadClientPage = async () => (await import('./client-page.tsx')).ClientPage;
