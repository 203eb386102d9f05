import { ANY_GOODS, PACK, PACKED } from './goods-words.ts';
import { END, PLUS, type Scan, type Span, START } from './scan.ts';
import { AMOUNT, IN_MONEY, OF_ALL, ROUBLES, SIGN, sumOf, TIMES_THOUSAND } from './sums.ts';

const flags = 'giu';
const EACH = '(?:each|ea\\.?|apiece|(?:per|a) (?:piece|stem)|за штуку|за шт\\.?|\\/\\s*(?:шт\\.?|pcs?|piece|stem))';
const PRICE = new RegExp(
  `(?:${START}(?:по|at|up to|under|around|about|budget(?: of)?|(за|for|итого|всего|(?:на )?сумм[ау]|total(?: of)?)\\s*:?)\\s+|@\\s*)${SIGN}?${AMOUNT}\\s*${ROUBLES}?(?:\\s*(?:${EACH}|шт\\.?))?(?![\\p{L}\\p{N}:]|[.,]\\d)|${START}(?<!\\d[-–—:./])${AMOUNT}\\s*(?:${ROUBLES}${END}(?:\\s*${EACH})?|${EACH}${END})|${SIGN}\\s*${AMOUNT}(?:\\s*${EACH}${END}|\\s+(?:in total|total|all in|altogether)${END})?|${START}(?<!\\d[-–—:./])(\\d{1,3}(?:[.,]\\d{1,2})?${TIMES_THOUSAND})(?:\\s*${ROUBLES})?${END}|${START}(?<!\\d[-–—:./])${AMOUNT}\\s*${ROUBLES}?\\s+(?:in )?(?:итого|всего|total|all in|altogether)${END}`,
  flags,
);
/** The least number after "за" or "for" that is a price. "за 2 часа" and "for 10 guests" have smaller numbers. */
const LEAST_SUM = 100;
/** The greatest number that may be an hour: "at 120" is a price. */
const MOST_HOUR = 24;
export interface Sum {
  readonly sum: string;
  /** True for "for 5000" and "5000 in total": the price of all pieces of an item. */
  readonly isTotal: boolean;
  readonly mayBeTotal: boolean;
  /** True for "total 5000", which is the price of the whole order. */
  readonly isOfAll: boolean;
}

export type Price = Span & { value: Sum };
const EACH_AT_END = new RegExp(`(?:${EACH}|шт\\.?)$`, 'iu');
/** A count of flowers after these words is not a price: "3 букета по 7 роз". */
const IN_BOUQUETS = new RegExp(`\\d\\s+${PACKED}\\s+$`, 'iu');
const FEW = /^по\s+\d{1,2}(?!\s*(?:\d|[.,]\d|р|₽|к|т))/iu;
const BY_COUNT = /^(?:по|at|up to|around|about)\s+(?:\d{1,2}|10[01])$/iu;
const COUNTED_BEHIND = new RegExp(
  `^\\s+(?:штук|шт|stems?|pieces?|вет|стеб|метр|м(?!\\p{L})|см(?!\\p{L})|m(?!\\p{L})|met|people|guests|${ANY_GOODS}${END})`,
  'iu',
);
const IN_PACKS = new RegExp(`\\d\\s+${PACK}\\s+$`, 'iu');
/**
 * Matches a quantity, such as "4 cards", before "at 15". The 15 may be an hour or a price. It is a price if the line
 * names an hour elsewhere: "4 cards at 15, Friday 8am".
 */
const IS_COUNTED = /(?<!\p{N})\d{1,3}\s+(?:\p{L}+\s+){1,3}$/u;
const HAS_HOUR = /\d\s*[ap]m(?!\p{L})|\d:\d{2}/iu;
export function takePrices(scan: Scan): Price[] {
  return scan.take(PRICE, (match) => {
    const [text, total, said = '', marked = '', sign = '', thousands = '', all = ''] = match;
    const behind = match.input.slice(match.index + text.length);
    const ahead = match.input.slice(0, match.index);
    const isFew = FEW.test(text) && IN_BOUQUETS.test(ahead);
    const isCount = BY_COUNT.test(text) && COUNTED_BEHIND.test(behind);
    if (IN_PACKS.test(ahead) || isFew || isCount) return undefined;
    const sum = sumOf(said || marked || sign || thousands || all);
    const isMarked = IN_MONEY.test(text) || EACH_AT_END.test(text);
    const isAfterCount = /\d\s$/u.test(ahead) && ENDS.test(behind);
    if (total !== undefined && Number(sum) < LEAST_SUM && !isMarked && !isAfterCount) return undefined;
    const isPriced = isMarked || (IS_COUNTED.test(ahead) && (HAS_HOUR.test(match.input) || /^\s+\p{Ll}/u.test(behind)));
    const isHour = /^(?:at|about|around)\s/iu.test(text) && Number(sum) <= MOST_HOUR && !isPriced;
    // "9 peonies 4500 rub" may be the price of all nine, unlike "9 peonies at 4500" and "4500 rub each".
    const isOfEach = EACH_AT_END.test(text) || /^(?:по|at|@)/iu.test(text);
    const isTotal = (total !== undefined || all !== '') && !isOfEach;
    return isHour ? undefined : { sum, isTotal, mayBeTotal: !isOfEach, isOfAll: OF_ALL.test(text) };
  });
}

export const ENDS = new RegExp(`^\\s*(?:[,;\\n\\ufffc]|$|${PLUS}\\s)`, 'iu');
