/**
 * The traffic with the server: calls, loading, live hints, the signed-in person, and drafts that the browser keeps.
 * May know: words, and the types of the server's answers. Must never: draw anything, or know which page asks.
 *
 * Each file is imported on its own, so that a page loads only what it needs.
 */
export {};
