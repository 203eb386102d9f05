import { digitsOf, foldText } from '../../storage/index.ts';

const PHONE_LIKE = /^[+\d()\s.-]+$/;
/** Fewer digits are taken for part of a number alone. */
const PHONE_DIGITS = 3;
/** A Russian number from its area code on: what +7 and 8 stand before. */
const NATIONAL_DIGITS = 10;

/**
 * What must be found in an order's search text, each as one of several spellings: number, names, and phones by their
 * digits, +7 and 8 being the same.
 */
export function searchTerms(text: string): string[][] {
  const folded = foldText(text);
  if (folded === '') return [];
  if (PHONE_LIKE.test(folded) && digitsOf(folded).length >= PHONE_DIGITS) return [[folded, nationalDigits(folded)]];
  return folded.split(' ').map((word) => [word]);
}

function nationalDigits(text: string): string {
  const digits = digitsOf(text);
  const isWhole = digits.length === NATIONAL_DIGITS + 1 && /^[78]/.test(digits);
  if (isWhole || text.startsWith('+7')) return digits.slice(1);
  return digits;
}
