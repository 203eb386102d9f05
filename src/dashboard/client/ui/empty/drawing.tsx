/**
 * A stroke of a drawing. `paper` is a sheet with an edge, `ink` a line on it. `spot` is the single area in the shop's
 * accent, `seal` a line in the accent.
 */
type Stroke = readonly ['paper' | 'ink' | 'spot' | 'seal', path: string];

/** Docket's own drawings in one style: sheets on a background in the accent color, 160 by 112. */
export type DrawingPaths = readonly Stroke[];

const GROUND = 'M22 62C16 32 48 14 84 13s56 18 54 46-32 42-62 41S28 92 22 62Z';

export const Drawing = ({ of }: { readonly of: DrawingPaths }) => (
  <svg class="drawing" width="160" height="112" viewBox="0 0 160 112" aria-hidden="true">
    <path class="ground" d={GROUND} />
    {of.map(([kind, path]) => (
      <path key={path} class={kind} d={path} />
    ))}
  </svg>
);
