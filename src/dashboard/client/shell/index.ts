/**
 * The frame of every page: the first script, the routes, the menu, the palette, the shortcuts, the choice of a
 * workspace.
 * May know: each feature, by its door. Must never: hold the subject of a page; that is a feature's.
 *
 * A browser begins in `index.html`, which fetches `main.tsx`.
 */
export {};
