/** The width at which the pages take the form of a phone. */
export const PHONE = '(width < 720px)';

/**
 * What a sheet writes in a query, as in `@media (--phone)`, and what the build puts there (scripts/client-build.ts). A query
 * cannot read a variable, and the bundler does not know `@custom-media` (2026).
 */
export const WIDTHS = {
  '(--phone)': PHONE,
  /** Phones and tablets; a desk is whatever is wider. */
  '(--below-desk)': '(width < 1100px)',
  '(--desk)': '(width >= 1100px)',
} as const;
