/**
 * Parts on one subject, such as an order, an endpoint or a mail, that several features share: its calls, its words, its
 * components.
 * May know: ui, data and words. Must never: be a page, or know which feature asks.
 *
 * Each file is imported on its own, so that a page loads only what it needs.
 */
export {};
