import { digitsOf, foldText } from '../../storage/index.ts';

const PHONE_LIKE = /^[+\d()\s.-]+$/;
/**
 * The least number of digits that are searched for as a phone. Fewer digits are searched for only as text, such as an
 * order's number.
 */
const PHONE_DIGITS = 3;
/**
 * The minimum number of digits for treating a leading 7 or 8 as the Russian phone prefix (+7 or 8). The search then
 * also tries the digits without this prefix, because the order's phone may begin with the other prefix.
 */
const WITH_COUNTRY = 5;

const WORDS = 12;

/**
 * Returns the terms that an order's search text must contain, each in one of several spellings. That text has number,
 * names, address and items. It also has phones as digits, in which +7 and 8 are equal.
 */
export function searchTerms(text: string): string[][] {
  const folded = foldText(text);
  if (folded === '') return [];
  const digits = digitsOf(folded);
  if (!PHONE_LIKE.test(folded) || digits.length < PHONE_DIGITS) return tellingWords(folded).map((word) => [word]);
  const hasCountry = folded.startsWith('+7') || (/^[78]/.test(digits) && digits.length >= WITH_COUNTRY);
  return [[...new Set([folded, digits, hasCountry ? digits.slice(1) : digits])]];
}

/** A word that is part of another word is dropped, because a text with the longer word contains it. */
function tellingWords(folded: string): string[] {
  const words = [...new Set(folded.split(' '))];
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word))).slice(0, WORDS);
}
