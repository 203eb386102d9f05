import { type Meanings, type Part, unsure } from './part.ts';
import { END, Scan, START } from './scan.ts';
import { ROUBLES, SIGN, sumOf, THOUSANDS } from './sums.ts';

const flags = 'giu';
/** Words between "delivery" and its price: "Доставка за город 800". */
const WHERE = '(?:\\s+(?:по городу|за город|платная))?';
export const CARRIER = '(?:delivery|courier|дост(?:авк\\p{L}|\\.)?|курьер\\p{L}{0,3})';
const CARRIED = `${START}${CARRIER}${WHERE}\\s*[:—-]?\\s*`;
const SUM = `(${THOUSANDS}|\\d{2,6}(?:[.,]\\d{1,2})?|(?<=${SIGN}\\s*)\\d(?:[.,]\\d{1,2})?)`;
/** Matches only where a part of the line begins. In "roses 350 delivery", the sum may be the price of the roses. */
const APART = '(?<=(?:^|[,;\\n\\ufffc])\\s*)';
const BEFORE_CARRIER = `\\s+(?:(?:за|for)\\s+)?(?:delivery|доставк\\p{L})(?!\\s*[:—-]?\\s*\\d{3})${END}`;
/** Matches the roubles of a delivery, which must not become the price of an item. */
export const DELIVERY_ROUBLES = new RegExp(
  `${CARRIED}(?:${SIGN}\\s*${SUM}|${SUM}\\s*${ROUBLES})${END}|${APART}(?:${SIGN}\\s*(\\d{1,3})|(\\d{1,3})\\s*${ROUBLES})${BEFORE_CARRIER}`,
  flags,
);
/**
 * Matches the price of a delivery without a currency: "доставка 300". Does not match a number that counts something
 * else: "курьер 25 роз", "delivery 25 tulips".
 */
export const DELIVERY_PRICE = new RegExp(
  `${APART}(\\d{2,3})${BEFORE_CARRIER}|${START}delivery\\s*[:—-]?\\s*(\\d)(?=\\s*(?:[,;\\n]|$))|${START}(?:delivery|дост(?:авка|\\.)?)\\s*[:—-]?\\s*${SUM}${END}(?![/-]\\d)(?!(?<!\\d{3})\\s+\\p{L})|${CARRIED}${SUM}${END}(?![/-]\\d)(?!\\s+(?!(?:to|на|по|в)\\s)\\p{L})`,
  flags,
);
const FREE = new RegExp(
  `${START}(?:(?:бесплатн\\p{L}*|free)\\s+${CARRIER}|${CARRIER}\\s+(?:бесплатн\\p{L}*|free))${END}`,
  flags,
);
export const takeFreeDelivery = (scan: Scan): Part[] =>
  scan.take(FREE, () => '0', 1).map((price) => ({ ...price, kind: 'deliveryPrice' }));

export const takeDeliveryPrice = (scan: Scan, pattern: RegExp): Part[] =>
  scan
    .take(pattern, ([, ...sums]) => sumOf(sums.find((sum) => sum !== undefined) ?? ''), 1)
    .map((price) => ({ ...price, kind: 'deliveryPrice' }));

const PICK_UP = new RegExp(
  `${START}(?:pick[- ]?up|picks? (?:it )?up|(?:(?:is|will be) )?collect(?:s|ing|ion)?|take[- ]?away|самовывоз\\p{L}*|(?:забер(?:[её]т|у|ут)|забира\\p{L}{1,3}|забрать)(?:\\s+сам[аи]?)?)${END}`,
  flags,
);
const DELIVERY = new RegExp(
  `(?<!(?:before|after|without|no|до|перед|после|без)\\s)${START}(?:(?:with|с|со)\\s+)?(?:deliver(?:y|ed)?|del(?=\\s+(?:to\\s|\\ufffc))|courier|дост(?:авк\\p{L}*|ав(?:ить|им|ят|ьте)|\\.)?|привез(?:ти|ут|[её]м|ите)|курьер\\p{L}*)${END}`,
  flags,
);

/** Returns the delivery method that a text names, such as `pickup` for "Самовывоз". */
export const wayOf = (text: string): Meanings['way'] | undefined =>
  takeWay(new Scan(text)).flatMap((part) => (part.kind === 'way' ? [part.value] : []))[0];

/**
 * Takes the delivery method. A pickup takes precedence: a delivery in the same line counts as words without a clear
 * meaning.
 */
export function takeWay(scan: Scan): Part[] {
  const [pickup] = scan.take(PICK_UP, () => 'pickup' as const, 1);
  const [delivery] = scan.take(DELIVERY, () => 'delivery' as const, 1);
  return [pickup, delivery].flatMap((way): Part[] => {
    if (way === undefined) return [];
    return [way === delivery && pickup !== undefined ? unsure(way) : { ...way, kind: 'way' }];
  });
}
