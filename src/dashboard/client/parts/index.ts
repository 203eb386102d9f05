/**
 * Each file here is about one subject, such as an order, an endpoint or a mail. It contains the calls, words and
 * components that several features share.
 * May know: ui, data and words. Must never: be a page, or know which feature asks.
 *
 * Each file is imported on its own, so that a page loads only what it needs.
 */
export {};
