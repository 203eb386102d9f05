/**
 * Returns the address of a link that opens a new mail. A raw `?` would let the client add recipients and text. Half an
 * emoji would make the encoding throw without `toWellFormed`.
 */
export const mailLink = (email: string): string =>
  `mailto:${encodeURIComponent(email.toWellFormed()).replace('%40', '@')}`;
