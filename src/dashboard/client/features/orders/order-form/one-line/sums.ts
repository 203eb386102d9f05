/** Thousands with a space or a comma: "12 000", "12,000". */
export const THOUSANDS = '\\d{1,3}(?:(?:[ \\u00a0]\\d{3})+|(?:,\\d{3})+)(?!\\d)';
/** Thousands in words and letters: "3 тысячи", "3 тыс.", "5к", "5k", "3 т.р." */
export const TIMES_THOUSAND = '(?:\\s*(?:тысяч\\p{L}?|тыс\\.?|т\\.\\s?р\\.?)|[кk])(?![\\p{L}\\p{N}])';
export const AMOUNT = `((?:${THOUSANDS}|\\d{1,9})(?:[.,]\\d{1,2})?(?:${TIMES_THOUSAND})?)`;
/** Any sign or word for money means the shop's own currency. */
export const SIGN = '[₽$£€]';
export const ROUBLES = `(?:${SIGN}|руб\\p{L}*\\.?|р\\.?|rub|roubles?|quid|bucks|pounds?|dollars?|euros?)`;
export const IN_MONEY = new RegExp(`${SIGN}|\\d\\s*${ROUBLES}`, 'iu');
export const plain = (number: string): string => number.replaceAll(/[ \u00a0]/gu, '').replace(',', '.');
export function sumOf(amount: string): string {
  const sum = plain(amount.replace(IS_THOUSANDS, '').replaceAll(/,(?=\d{3})/gu, ''));
  return IS_THOUSANDS.test(amount) ? String(Math.round(Number(sum) * 1000)) : sum;
}

const IS_THOUSANDS = new RegExp(`${TIMES_THOUSAND}$`, 'iu');
export const OF_ALL = /^(?:итого|всего|(?:на )?сумм|total)|(?:итого|всего|total|all in|altogether)$/iu;
const SUM_ALONE = new RegExp(
  `^(?:(?:по|за|at|for|итого|всего|(?:на )?сумм[ау]|total(?: of)?)\\s*:?\\s*)?${SIGN}?\\s*${AMOUNT}\\s*${ROUBLES}?$`,
  'iu',
);
/**
 * Returns the sum in a text that contains nothing else, such as "за 5000" and "total 5,000"; undefined if there is
 * none.
 */
export function sumIn(text: string): { readonly sum: string; readonly isOfAll: boolean } | undefined {
  const [, amount] = SUM_ALONE.exec(text) ?? [];
  return amount === undefined ? undefined : { sum: sumOf(amount), isOfAll: OF_ALL.test(text) };
}
