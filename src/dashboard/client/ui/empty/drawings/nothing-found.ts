import type { DrawingPaths } from '../drawing.tsx';

/** A magnifying glass over an empty sheet. */
export const NOTHING_FOUND: DrawingPaths = [
  ['paper', 'M48 22h46a4 4 0 0 1 4 4v60a4 4 0 0 1-4 4H48a4 4 0 0 1-4-4V26a4 4 0 0 1 4-4Z'],
  ['ink', 'M54 36h18M54 48h10M54 78h22'],
  ['paper', 'M88 38a20 20 0 1 1 0 40a20 20 0 0 1 0-40Z'],
  ['ink', 'M102 72l18 18'],
  ['spot', 'M80 56h16a2 2 0 0 1 0 5H80a2 2 0 0 1 0-5Z'],
];
