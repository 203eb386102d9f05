/**
 * The maximum length of the text of a number, in characters. SIGNS takes quadratic time on a text with blanks inside: 2
 * s for 20,000 characters.
 */
const MOST_CHARS = 100;
const SIGNS = /^([-−+])?₽?\s?(.+?)\s*(?:₽|руб\.?|р\.?)?$/iu;
const PLAIN = /^\d+(?:[.,]\d+)?$/;
const BY_BLANKS = /^\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d+)?$/;
const BY_COMMAS = /^\d{1,3}(?:,\d{3})+\.\d+$|^\d{1,3}(?:,\d{3}){2,}$/;
const BY_POINTS = /^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$/;

/**
 * Reads a number as people and spreadsheets write it: `1500`, `1 500,50`, `1,500.50`, `1.500,50`, `1'500`, `−5` or `1
 * 500 ₽`. Groups must have three digits, so that two numbers in one cell are not read as one. A single comma or point
 * is the decimal separator.
 * @returns undefined if the text is not a number
 */
export function readWrittenNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MOST_CHARS) return undefined;
  const [, sign, written = ''] = SIGNS.exec(trimmed) ?? [];
  const digits = digitsOf(written);
  if (digits === undefined) return undefined;
  return sign === undefined || sign === '+' ? Number(digits) : -Number(digits);
}

function digitsOf(written: string): string | undefined {
  if (PLAIN.test(written)) return written.replace(',', '.');
  if (BY_BLANKS.test(written)) return written.replaceAll(/[\s'’]/g, '').replace(',', '.');
  if (BY_COMMAS.test(written)) return written.replaceAll(',', '');
  return BY_POINTS.test(written) ? written.replaceAll('.', '').replace(',', '.') : undefined;
}

const ROUNDED = /^\+?\d+(?:[.,]\d+)?E\+\d+$/i;

/** Returns true if a spreadsheet took a text for a number and rounded it, as in 4.60001E+12: its digits are lost. */
export const isRounded = (text: string): boolean => ROUNDED.test(text);
