/**
 * The text of the search index. Long runs of digits are added a second time, packed: each character represents three
 * consecutive digits. There are only a thousand trigrams of digits, so each occurs thousands of times. Packed
 * characters overlap, so a trigram of them covers five digits.
 */

/**
 * A run of digits that is also stored in a packed form, as one character for each three digits. A packed run is faster
 * to find. Shorter runs are not packed.
 */
const LONG_RUN = /\d{5,}/g;
const DIGITS_OF_CHARACTER = 3;
/** The first of a thousand characters for three digits each. No typed text has these private-use characters. */
const FIRST_CHARACTER = 0xe0_00;
const GRAM = 3;

const packed = (digits: string): string =>
  Array.from({ length: digits.length - DIGITS_OF_CHARACTER + 1 }, (_, at) =>
    String.fromCharCode(FIRST_CHARACTER + Number(digits.slice(at, at + DIGITS_OF_CHARACTER))),
  ).join('');

export const indexText = (text: string): string => [text, ...(text.match(LONG_RUN) ?? []).map(packed)].join('\n');

/**
 * Returns the trigrams that every indexed text with the term has; none if the term is too short. In a term with runs of
 * five digits or more, only these are looked up, as packed text (see `packed`).
 */
export function trigramsOf(term: string): string[] {
  const runs = (term.match(LONG_RUN) ?? []).map(packed);
  const grams = (runs.length === 0 ? [term] : runs).flatMap((run) => {
    const points = Array.from(run);
    return points.slice(GRAM - 1).map((_, at) => points.slice(at, at + GRAM).join(''));
  });
  return [...new Set(grams)];
}
