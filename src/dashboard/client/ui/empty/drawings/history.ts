import type { DrawingPaths } from '../drawing.tsx';

/** A clock with its hands turned back. */
export const HISTORY: DrawingPaths = [
  ['paper', 'M80 24a33 33 0 1 1 0 66a33 33 0 0 1 0-66Z'],
  ['ink', 'M80 38v19l13 9M80 29v3M80 82v3M52 57h3M105 57h3'],
  ['spot', 'M40 30a12 12 0 1 1 0 24a12 12 0 0 1 0-24Z'],
  ['seal', 'M46 42H35M39 37l-5 5l5 5'],
];
