/** The width at which the pages take the form of a phone. */
export const PHONE = '(width < 720px)';

/**
 * The queries that a sheet writes, as in `@media (--phone)`, and their replacements by the build
 * (scripts/client-build.ts). A query cannot read a variable, and the bundler does not know `@custom-media` (2026).
 */
export const WIDTHS = {
  '(--phone)': PHONE,
  /** Phones and tablets; a desk is whatever is wider. */
  '(--below-desk)': '(width < 1100px)',
  '(--desk)': '(width >= 1100px)',
  /** A tablet on its side: its menu has no room to spare. */
  '(--low)': '(height < 860px)',
} as const;
