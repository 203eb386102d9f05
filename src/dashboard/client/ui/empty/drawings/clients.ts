import type { DrawingPaths } from '../drawing.tsx';

/** A card of an index, and those behind it. */
export const CLIENTS: DrawingPaths = [
  ['paper', 'M50 32V26a4 4 0 0 1 4-4h64a4 4 0 0 1 4 4v44a4 4 0 0 1-4 4h-4'],
  ['paper', 'M40 34h70a4 4 0 0 1 4 4v48a4 4 0 0 1-4 4H40a4 4 0 0 1-4-4V38a4 4 0 0 1 4-4Z'],
  ['spot', 'M59 46a8 8 0 1 1 0 16a8 8 0 0 1 0-16ZM45 79c1-9 7-13 14-13s13 4 14 13Z'],
  ['ink', 'M83 54h20M83 65h20M83 76h12'],
];
