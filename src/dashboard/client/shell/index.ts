/**
 * The frame of every page: the first script, the routes, the menu, the palette, the shortcuts, the choice of a
 * workspace.
 * May know: each feature, by its `index.ts`. Must never: implement the subject of a page, which belongs in a feature.
 *
 * A browser begins with `index.html`, which loads `main.tsx`.
 */
export {};
