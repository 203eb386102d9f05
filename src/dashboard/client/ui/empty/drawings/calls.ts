import type { DrawingPaths } from '../drawing.tsx';

/** A terminal window before the first command. */
export const CALLS: DrawingPaths = [
  ['paper', 'M42 24h76a5 5 0 0 1 5 5v54a5 5 0 0 1-5 5H42a5 5 0 0 1-5-5V29a5 5 0 0 1 5-5Z'],
  ['ink', 'M37 38h86M45 31h1M52 31h1M59 31h1M50 52l8 7l-8 7'],
  ['spot', 'M66 62h22a2 2 0 0 1 2 2v2a2 2 0 0 1-2 2H66a2 2 0 0 1-2-2v-2a2 2 0 0 1 2-2Z'],
];
