import type { DrawingPaths } from '../drawing.tsx';

/** An open box with a plant growing out of it. */
export const STOCK: DrawingPaths = [
  ['ink', 'M80 64V40'],
  ['spot', 'M80 46c-1-12 7-20 20-20c0 12-7 20-20 20ZM80 56c-10 0-16-6-16-16c10 0 16 6 16 16Z'],
  ['paper', 'M48 56l32 12l32-12v28l-32 14l-32-14Z'],
  ['paper', 'M48 56l-11 11l32 12l11-11ZM112 56l11 11l-32 12l-11-11Z'],
  ['ink', 'M80 68v30'],
];
