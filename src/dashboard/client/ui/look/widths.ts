/**
 * The media query for the phone layout. The bundler writes `width < 720px` as `max-width: 719.999px`, which browsers
 * round to 720. At that width the style sheets would use a phone's rules, and the scripts a tablet's.
 */
export const PHONE = '(max-width: 719.98px)';

/**
 * The names that media queries use, as in `@media (--phone)`, and their replacements by the build
 * (scripts/client-build.ts). A query cannot read a variable, and the bundler does not support `@custom-media` (2026).
 */
export const WIDTHS = {
  '(--phone)': PHONE,
  /** Phones and tablets; anything wider counts as a desktop. */
  '(--below-desk)': '(max-width: 1099.98px)',
  '(--desk)': '(width >= 1100px)',
  /** A tablet in landscape, where the menu has no room to spare. */
  '(--low)': '(height < 860px)',
  '(--lower)': '(max-height: 779.98px)',
} as const;
