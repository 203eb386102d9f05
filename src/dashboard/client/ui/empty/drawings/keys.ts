import type { DrawingPaths } from '../drawing.tsx';

export const KEYS: DrawingPaths = [
  ['paper', 'M58 24a22 22 0 0 1 19 33l37 26v12H98l-3-9h-9l-3-9l-13-9A22 22 0 1 1 58 24Z'],
  ['ink', 'M53 38a7 7 0 1 1 0 14a7 7 0 0 1 0-14Z'],
  ['ink', 'M59 41c18-12 32-12 42-1'],
  ['spot', 'M101 40l16-6a4 4 0 0 1 5 2l5 14a4 4 0 0 1-2 5l-9 4a4 4 0 0 1-4-1Z'],
];
