/**
 * Endpoints, the events sent to each, and their outcomes.
 * May know: the kinds of events, and orders by their number. Must never: send by itself, or show a secret a second
 * time.
 */

export const loadWebhooksPage = async () => (await import('./list-page.tsx')).WebhooksPage;
export const loadEndpointPage = async () => (await import('./endpoint-page.tsx')).EndpointPage;
