/**
 * The pieces that pages are made of: dialog, form, field, chip, menu, chart, problem, and the look that all of them wear.
 * May know: data and words. Must never: know a feature, or what a page is about.
 *
 * A piece is imported by its own file: a page that is fetched brings along no more than it shows.
 */
export {};
