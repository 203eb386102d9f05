/**
 * Where the pages change their form. The queries of the style sheets are these two and their opposites
 * (test/unit/look.test.ts), since a sheet cannot read a name in one.
 */
export const PHONE = '(width < 720px)';
/** Phones and tablets; a desk is whatever is wider. */
export const BELOW_DESK = '(width < 1100px)';
