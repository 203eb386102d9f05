/**
 * Makes the text of the search index, in which a search looks up trigrams. Only a thousand trigrams of digits exist, so
 * each is in thousands of orders and slow to search for. Therefore each long run of digits is also added in a packed
 * form. For example, 12345 becomes three characters for 123, 234 and 345.
 */

/**
 * A run of digits that is also stored in a packed form, as one character for each three digits. A packed run is faster
 * to find. Shorter runs are not packed.
 */
const LONG_RUN = /\d{5,}/g;
const DIGITS_OF_CHARACTER = 3;
/**
 * The first of a thousand characters: one for each group of three digits, from 000 to 999. They are private-use
 * characters, so no typed text contains them.
 */
const FIRST_CHARACTER = 0xe0_00;
const GRAM = 3;

const packed = (digits: string): string =>
  Array.from({ length: digits.length - DIGITS_OF_CHARACTER + 1 }, (_, at) =>
    String.fromCharCode(FIRST_CHARACTER + Number(digits.slice(at, at + DIGITS_OF_CHARACTER))),
  ).join('');

export const indexText = (text: string): string => [text, ...(text.match(LONG_RUN) ?? []).map(packed)].join('\n');

/**
 * Returns the trigrams to look up for a search term; none if the term is too short. Every indexed text that contains
 * the term has all these trigrams. If the term has runs of five or more digits, only the trigrams of the `packed` runs
 * are returned.
 */
export function trigramsOf(term: string): string[] {
  const runs = (term.match(LONG_RUN) ?? []).map(packed);
  const grams = (runs.length === 0 ? [term] : runs).flatMap((run) => {
    const points = Array.from(run);
    return points.slice(GRAM - 1).map((_, at) => points.slice(at, at + GRAM).join(''));
  });
  return [...new Set(grams)];
}
