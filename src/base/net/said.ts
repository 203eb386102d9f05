const MOST_CHARS = 500;
/** Blanks, and signs that steer a terminal or turn a line around. */
const UNPRINTED = /[\s\p{C}]+/gu;

/** Another server's text, made fit for a person, a log and a terminal: one line of a bearable length. */
export const saidText = (text: string): string =>
  text
    .slice(0, 20 * MOST_CHARS)
    .replaceAll(UNPRINTED, ' ')
    .trim()
    .slice(0, MOST_CHARS);
