import type { DrawingPaths } from '../drawing.tsx';

/** A slip with a torn lower edge, and the outline of another one. */
export const ORDERS: DrawingPaths = [
  ['paper', 'M52 22h50a3 3 0 0 1 3 3v68l-7-5-7 5-7-5-7 5-7-5-7 5-7-5-7 5V25a3 3 0 0 1 3-3Z'],
  ['ink', 'M60 36h20M60 50h34M60 61h34M60 72h18M88 72h6'],
  ['spot', 'M110 24a14 14 0 1 1 0 28a14 14 0 0 1 0-28Z'],
  ['seal', 'M110 32v12M104 38h12'],
];
