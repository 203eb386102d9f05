/**
 * The text of the index of searches (order_search in src/storage/store/search-file.ts, product_search in the database). Trigrams of letters are rare enough; of digits there are a
 * thousand, and of many orders each has thousands. So every longer run of digits stands in it once more, in characters that stand for
 * three digits each: a trigram of these is five digits.
 */

/** Fewer are looked for as they are. */
const LONG_RUN = /\d{5,}/g;
const DIGITS_OF_CHARACTER = 3;
/** A thousand characters that nobody writes, of the private use area. */
const FIRST_CHARACTER = 0xe0_00;
const GRAM = 3;

const packed = (digits: string): string =>
  Array.from({ length: digits.length - DIGITS_OF_CHARACTER + 1 }, (_, at) =>
    String.fromCharCode(FIRST_CHARACTER + Number(digits.slice(at, at + DIGITS_OF_CHARACTER))),
  ).join('');

/** The part of orders.search_text that the index holds. */
export const indexText = (text: string): string => [text, ...(text.match(LONG_RUN) ?? []).map(packed)].join('\n');

/** Trigrams that the index has for each text with this term, the rarest first; none if it is too short. */
export function trigramsOf(term: string): string[] {
  const runs = (term.match(LONG_RUN) ?? []).map(packed);
  const grams = (runs.length === 0 ? [term] : runs).flatMap((run) => {
    const points = Array.from(run);
    return points.slice(GRAM - 1).map((_, at) => points.slice(at, at + GRAM).join(''));
  });
  return [...new Set(grams)];
}

/** A text between quotes is a string to FTS5, and nothing in it an operator. */
const quoted = (gram: string): string => `"${gram.replaceAll('"', '""')}"`;

/** The query of the search index for texts that hold all of these trigrams. */
export const holdingAll = (grams: readonly string[]): string => grams.map(quoted).join(' AND ');
