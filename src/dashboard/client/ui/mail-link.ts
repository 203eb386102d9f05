/**
 * Returns the address of a link that opens a new mail. The email is encoded, because a `?` in it would let the client
 * add recipients and text to the mail. Without `toWellFormed`, half an emoji would make the encoding throw and break
 * the page.
 */
export const mailLink = (email: string): string =>
  `mailto:${encodeURIComponent(email.toWellFormed()).replace('%40', '@')}`;
