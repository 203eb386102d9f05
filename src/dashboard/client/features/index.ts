/**
 * The pages, a folder each. What a feature is for, and which pages it has, stands in its own `index.ts`; the shell enters there.
 * May know: `parts`, `ui`, `data` and `words`. Must never: import one another.
 */
export {};
