import type { DrawingPaths } from '../drawing.tsx';

/** A question with the answer below it. */
export const INQUIRIES: DrawingPaths = [
  ['paper', 'M42 24h56a7 7 0 0 1 7 7v30a7 7 0 0 1-7 7H64L50 80V68h-8a7 7 0 0 1-7-7V31a7 7 0 0 1 7-7Z'],
  ['ink', 'M49 39h42M49 52h26'],
  ['spot', 'M96 60h24a6 6 0 0 1 6 6v16a6 6 0 0 1-6 6h-2v9l-10-9H96a6 6 0 0 1-6-6V66a6 6 0 0 1 6-6Z'],
  ['seal', 'M100 74h16'],
];
