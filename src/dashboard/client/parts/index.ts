/**
 * Parts that several features share on one subject, such as an order, an endpoint or a mail: its calls, its words, its
 * pieces.
 * May know: ui, data and words. Must never: be a page, or know which feature asks.
 *
 * Each file is imported by itself: a page that is fetched brings along no more than it needs.
 */
export {};
