/**
 * The widths at which the pages change their form. A style sheet cannot read a name in a query, so the sheets write
 * these two and their opposites out. test/unit/look.test.ts holds them to it.
 */
export const PHONE = '(width < 720px)';
/** Phones and tablets; a desk is whatever is wider. */
export const BELOW_DESK = '(width < 1100px)';
