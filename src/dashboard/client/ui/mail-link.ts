/**
 * Returns the address of a link that opens a new mail. The email is encoded, because a `?` in it would let the client
 * add recipients and text to the mail.
 */
export const mailLink = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
