/**
 * What stands around every page: the first script, the routes, the menu, the palette, the shortcuts, the choice of a workspace.
 * May know: each feature, by its door. Must never: hold what a page is about; that is a feature's.
 *
 * A browser begins in `index.html`, which fetches `main.tsx`.
 */
export {};
