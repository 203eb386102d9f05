import type { DrawingPaths } from '../drawing.tsx';

/** A cup next to a calendar: nothing is due. */
export const DAY: DrawingPaths = [
  ['paper', 'M42 28h52a4 4 0 0 1 4 4v54a4 4 0 0 1-4 4H42a4 4 0 0 1-4-4V32a4 4 0 0 1 4-4Z'],
  ['ink', 'M38 44h60M54 22v11M82 22v11M50 56h4M66 56h4M82 56h4M50 70h4'],
  ['spot', 'M72 66h40v10a18 18 0 0 1-18 18h-4a18 18 0 0 1-18-18Z'],
  ['ink', 'M112 70h5a7 7 0 0 1 0 14h-7M84 58c-3-4 3-6 0-10M98 58c-3-4 3-6 0-10'],
];
