import { digitsOf, foldText } from '../../storage/index.ts';

const PHONE_LIKE = /^[+\d()\s.-]+$/;
/** Fewer digits are taken for part of a number alone. */
const PHONE_DIGITS = 3;
/** From this number of digits on, a leading 7 or 8 may be Russia's, which orders have written either way. */
const WITH_COUNTRY = 5;

/** More words leave out hardly anything more, and each is looked for in each text that is looked through. */
const WORDS = 12;

/**
 * The terms that an order's search text must hold, each as one of several spellings. That text has number, names,
 * address, items, and phones by their digits, +7 and 8 being the same.
 */
export function searchTerms(text: string): string[][] {
  const folded = foldText(text);
  if (folded === '') return [];
  const digits = digitsOf(folded);
  if (!PHONE_LIKE.test(folded) || digits.length < PHONE_DIGITS) return tellingWords(folded).map((word) => [word]);
  const hasCountry = folded.startsWith('+7') || (/^[78]/.test(digits) && digits.length >= WITH_COUNTRY);
  return [[...new Set([folded, digits, hasCountry ? digits.slice(1) : digits])]];
}

/** A text that holds a word holds each part of it, too: such parts leave out nothing. */
function tellingWords(folded: string): string[] {
  const words = [...new Set(folded.split(' '))];
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word))).slice(0, WORDS);
}
