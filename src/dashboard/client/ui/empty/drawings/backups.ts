import type { DrawingPaths } from '../drawing.tsx';

/** The two drawers of an archive, one of them marked. */
export const BACKUPS: DrawingPaths = [
  ['paper', 'M46 26h62a4 4 0 0 1 4 4v28H42V30a4 4 0 0 1 4-4Z'],
  ['paper', 'M42 58h70v28a4 4 0 0 1-4 4H46a4 4 0 0 1-4-4Z'],
  ['ink', 'M68 42h18M68 74h18'],
  ['spot', 'M114 66a15 15 0 1 1 0 30a15 15 0 0 1 0-30Z'],
  ['seal', 'M107 81l5 5l9-10'],
];
