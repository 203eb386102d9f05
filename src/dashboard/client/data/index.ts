/**
 * The traffic with the server: calls, loading, live hints, who is signed in, drafts that the browser keeps.
 * May know: words, and the types of the server's answers. Must never: draw anything, or know which page asks.
 *
 * Each file is imported by itself: a page that is fetched brings along no more than it needs.
 */
export {};
