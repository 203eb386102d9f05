/**
 * The address of a link that writes a mail. It is encoded: a `?` in it would let the client add copies and a text to
 * the mail.
 */
export const mailLink = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
