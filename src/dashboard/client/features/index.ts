/**
 * The pages, with a folder for each feature. The purpose and the pages of a feature are in its own `index.ts`, which
 * the shell imports.
 * May know: `parts`, `ui`, `data` and `words`. Must never: import one another.
 */
export {};
