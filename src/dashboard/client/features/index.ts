/**
 * The pages, a folder each. The purpose and the pages of a feature are in its own `index.ts`; the shell enters there.
 * May know: `parts`, `ui`, `data` and `words`. Must never: import one another.
 */
export {};
