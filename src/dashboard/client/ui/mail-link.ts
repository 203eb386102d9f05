/**
 * Returns the address of a link that opens a new mail. Without the encoding, a `?` in `email` could add recipients and
 * text. Without `toWellFormed`, half an emoji would make the encoding throw.
 */
export const mailLink = (email: string): string =>
  `mailto:${encodeURIComponent(email.toWellFormed()).replace('%40', '@')}`;
