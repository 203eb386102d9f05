import type { DrawingPaths } from '../drawing.tsx';

/** A signpost that points both ways. */
export const NOWHERE: DrawingPaths = [
  ['ink', 'M80 20v76M64 96h32'],
  ['paper', 'M52 28h56l12 11l-12 11H52Z'],
  ['spot', 'M108 56H56L44 66l12 10h52Z'],
];
