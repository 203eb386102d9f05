import { digitsOf, foldText } from '../../storage/index.ts';

const PHONE_LIKE = /^[+\d()\s.-]+$/;
/**
 * The fewest digits that are searched for as a phone. Fewer digits are only searched for as text, such as an order's
 * number.
 */
const PHONE_DIGITS = 3;
/**
 * From this number of digits on, a leading 7 or 8 may be Russia's country code. A phone in an order may begin with
 * either.
 */
const WITH_COUNTRY = 5;

/** The most words of a search. More words exclude hardly anything, and each is searched for in every text. */
const WORDS = 12;

/**
 * The terms that an order's search text must contain, each in one of several spellings. That text has number, names,
 * address and items. It also has phones as digits, in which +7 and 8 count as the same.
 */
export function searchTerms(text: string): string[][] {
  const folded = foldText(text);
  if (folded === '') return [];
  const digits = digitsOf(folded);
  if (!PHONE_LIKE.test(folded) || digits.length < PHONE_DIGITS) return tellingWords(folded).map((word) => [word]);
  const hasCountry = folded.startsWith('+7') || (/^[78]/.test(digits) && digits.length >= WITH_COUNTRY);
  return [[...new Set([folded, digits, hasCountry ? digits.slice(1) : digits])]];
}

/** Drops words that are part of another word: a text that contains the longer one contains them too. */
function tellingWords(folded: string): string[] {
  const words = [...new Set(folded.split(' '))];
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word))).slice(0, WORDS);
}
