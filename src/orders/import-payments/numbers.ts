export interface OrderMention {
  /**
   * The text of the order cell, cut to the greatest length of an order number; empty if the file has no order column.
   */
  readonly exact: string;
  /** The numbers to try if no order has exactly the number `exact`. */
  readonly numbers: readonly string[];
}

const NUMBER_CHARS = 100;
/** The maximum number of possible order numbers taken from one text. */
const LOOKED_UP = 20;
const TEXT_CHARS = 1_000;

/** Long runs of spaces are shortened first. Otherwise the patterns would try every way to divide a run. */
const BLANKS = /\s+/gu;
/**
 * A word this long is not a number, even after the word “order”, so it is removed. Otherwise a pattern would restart at
 * each of its characters.
 */
const LONG_WORDS = /[^\s,;]{120,}/gu;
const NUMBER = String.raw`[^\s,;]{0,${NUMBER_CHARS}}\d[^\s,;]*`;
const LIST = String.raw`(${NUMBER}(?:(?:\s?[,;]\s?|\s(?:и|and)\s)${NUMBER})*)`;
const BEHIND_ORDER = new RegExp(
  String.raw`(?:заказ\p{L}{0,20}(?!\p{L})|orders?)\s?(?:№|#|номер\p{L}{0,2}|number|no\b\.?|n\b\.?)?\s?:?\s?${LIST}`,
  'giu',
);
const BEHIND_SIGN = new RegExp(String.raw`[№#]\s?${LIST}`, 'gu');
const REFUND = /возврат|refund/iu;
const WORDS = new RegExp(NUMBER, 'gu');

const bare = (word: string): string => word.replaceAll(/^[([{'«"№#:]+|[)\]}'»".!?:]+$/g, '');

const listed = (texts: readonly string[]): string[] => {
  const words = texts.flatMap((text) => text.match(WORDS) ?? []).map(bare);
  return [...new Set(words)].filter((word) => word !== '' && word.length <= NUMBER_CHARS).slice(0, LOOKED_UP);
};

const behind = (text: string, pattern: RegExp): string[] =>
  listed([...text.matchAll(pattern)].map(([, numbers = '']) => numbers));

/**
 * Finds the numbers in the order cell. It uses the first of three groups that is not empty: numbers after “заказ” or
 * “order”, numbers after “№”, and words with a digit.
 */
function numbersOf(cell: string): string[] {
  const [named, signed] = [BEHIND_ORDER, BEHIND_SIGN].map((pattern) => behind(cell, pattern));
  return [named, signed, listed([cell])].find((numbers = []) => numbers.length > 0) ?? [];
}

/**
 * Finds the numbers in the purpose of a payment. A purpose also names contracts and tax offices, so a bare number
 * counts only if it is the whole text. Money that left the shop may have paid an invoice, and “№” may name that
 * invoice. So with `isRefund`, a number after “№” counts only if the text mentions a refund.
 */
function numbersOfPurpose(text: string, isRefund: boolean): string[] {
  const named = behind(text, BEHIND_ORDER);
  if (named.length > 0) return named;
  if (!/\s/.test(text.trim())) return listed([text]);
  return isRefund && !REFUND.test(text) ? [] : behind(text, BEHIND_SIGN);
}

const read = (text: string): string => text.slice(0, TEXT_CHARS).replaceAll(LONG_WORDS, ' ').replaceAll(BLANKS, ' ');

export function numbersIn(order: string, purpose: string, isRefund = false): OrderMention {
  const numbers = numbersOf(read(order));
  return {
    exact: order.slice(0, NUMBER_CHARS),
    numbers: numbers.length > 0 ? numbers : numbersOfPurpose(read(purpose), isRefund),
  };
}
