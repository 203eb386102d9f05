import type { DrawingPaths } from '../drawing.tsx';

/** A letter folded into a flying paper plane. */
export const WEBHOOKS: DrawingPaths = [
  ['paper', 'M126 24L46 52l24 12l10 26Z'],
  ['paper', 'M126 24L70 64l10 26l12-15Z'],
  ['ink', 'M126 24L70 64M30 62h8M26 76h18M36 90h20'],
  ['spot', 'M104 66a12 12 0 1 1 0 24a12 12 0 0 1 0-24Z'],
  ['seal', 'M98 78l4 4l8-8'],
];
