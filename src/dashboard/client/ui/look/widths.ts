/**
 * The width at which the pages take the form of a phone. The bundler writes `width < 720px` as `max-width: 719.999px`,
 * which browsers round to 720: at that width the sheets would be a phone's, and the scripts a tablet's.
 */
export const PHONE = '(max-width: 719.98px)';

/**
 * The queries that a sheet writes, as in `@media (--phone)`, and their replacements by the build
 * (scripts/client-build.ts). A query cannot read a variable, and the bundler does not know `@custom-media` (2026).
 */
export const WIDTHS = {
  '(--phone)': PHONE,
  /** Phones and tablets; a desk is whatever is wider. */
  '(--below-desk)': '(max-width: 1099.98px)',
  '(--desk)': '(width >= 1100px)',
  /** A tablet on its side: its menu has no room to spare. */
  '(--low)': '(height < 860px)',
} as const;
