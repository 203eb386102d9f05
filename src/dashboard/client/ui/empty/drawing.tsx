/**
 * A stroke of a drawing. `paper` is a sheet with an edge, `ink` a line on it. `spot` is the one place in the shop's
 * accent, `seal` a line of the accent.
 */
type Stroke = readonly ['paper' | 'ink' | 'spot' | 'seal', path: string];

/** Our own drawings, all in one hand: sheets on a ground of the accent, 160 by 112. */
export type DrawingPaths = readonly Stroke[];

const GROUND = 'M22 62C16 32 48 14 84 13s56 18 54 46-32 42-62 41S28 92 22 62Z';

/** A drawing without words; the text below it says what it means. */
export const Drawing = ({ of }: { readonly of: DrawingPaths }) => (
  <svg class="drawing" width="160" height="112" viewBox="0 0 160 112" aria-hidden="true">
    <path class="ground" d={GROUND} />
    {of.map(([kind, path]) => (
      <path key={path} class={kind} d={path} />
    ))}
  </svg>
);
