/**
 * The components of pages: dialog, form, field, chip, menu, chart, problem, and their common look.
 * May know: data and words. Must never: know a feature, or the subject of a page.
 *
 * Each component is imported from its own file, so that a page loads only what it shows.
 */
export {};
