import { NO } from './edges.ts';
import { keyOf } from './fill-draft.ts';
import { MOST_FOR_FLOWER, soldFor } from './goods.ts';
import { isGoodsWord, isOfFlowers, speaksOfGoods } from './goods-words.ts';
import { isProduct, meantBy, nearTo, offeredFor } from './match-product.ts';
import type { Part } from './part.ts';
import { isTimed } from './parts-of-day.ts';
import { isRemark, isWayToPay, paidIn, speaksOfMoney } from './remarks.ts';
import { PLUS } from './scan.ts';
import { sumIn } from './sums.ts';
import { goodIn, type LineMatches } from './wish-of.ts';

export type Answer = 'product' | 'item' | 'price' | 'note';

const meansGoods = (text: string): boolean =>
  !isWayToPay(text) && (speaksOfGoods(text) || text.split(' ').some(isGoodsWord));

export const saidSum = (part: Part) => (part.kind === 'unsure' || part.kind === 'tail' ? sumIn(part.value) : undefined);

/** Returns true if the words right before a sum count as goods, as most unknown words do: "jam jar 500". */
const isPriced = (words: Part, sum: Part): boolean =>
  words.at + words.text.length + 1 === sum.at &&
  IN_WORDS.test(words.text) &&
  !speaksOfMoney(words.text) &&
  !IS_FOR.test(words.text);
const IS_FOR = /^(?:for|to|для)\s/iu;
const IN_WORDS = /^\P{N}*\p{L}{3}\P{N}*$/u;

export function pricedBy(parts: readonly Part[], part: Part, { client, products }: LineMatches): Part | undefined {
  const said = saidSum(part);
  if (said === undefined || Number(said.sum) === 0 || (part.kind === 'tail' && client !== undefined)) return undefined;
  const isGood = (one: Part | undefined): one is Part =>
    one?.kind === 'item'
      ? one.value.price === ''
      : one?.kind === 'unsure' && (isProduct(one.value, products) || meansGoods(one.value) || isPriced(one, part));
  const at = parts.indexOf(part);
  // Digits after a name belong to a phone: "Иван 4429, 9 роз".
  if (part.kind === 'tail' && parts[at - 1]?.kind === 'name') return undefined;
  const goods = parts.filter(isGood);
  if (said.isOfAll) return goods.length === 1 ? goods[0] : undefined;
  // A day, a time or a person may come between goods and their sum: "Roses, tomorrow, £25, 2 cards".
  const before = parts
    .slice(0, at)
    .findLast(({ kind, text }) => kind !== 'date' && kind !== 'slot' && !IS_FOR.test(text));
  return [before, parts[at + 1]].find(isGood) ?? (goods.length === 1 ? goods[0] : undefined);
}

/** Words that mark a wish: "no lilies", "лилии не класть", "аллергия на лилии", "в крафте с лентой". */
const WITHOUT = new RegExp(`(?<!\\p{L})(?:${NO}|(?:аллерги|allerg)\\p{L}*)\\s|^(?:в|для|под|только|in|only)\\s`, 'iu');
/** Words at the beginning of a text that prove it is a wish, not goods: "ring the bell", "no lilies". */
const SURE_WISH = new RegExp(`^(?:please\\s)?(?:call|text|ring|phone|knock|leave|do not|${NO})\\s`, 'iu');
const isWish = (text: string): boolean => WITHOUT.test(text) || SURE_WISH.test(text);
const IS_JOINED = new RegExp(`^${PLUS}\\s`, 'iu');
const MAY_BE_WISH = /^\P{N}*\p{L}{3}|\p{L}{4}/u;

const MOST_WORDS = 3;
/**
 * Returns the first unknown words of a line, because they may be goods: "колокольчики, завтра, Ира". Returns undefined
 * if the line has known goods.
 */
function onlyGood(parts: readonly Part[], { products }: LineMatches): Part | undefined {
  const isGood = (part: Part): boolean =>
    part.kind === 'item' || (part.kind === 'unsure' && (isProduct(part.value, products) || meansGoods(part.value)));
  if (parts.some(isGood)) return undefined;
  return parts.find(
    ({ kind, text }) =>
      kind === 'unsure' &&
      /^\p{Ll}{4}/u.test(text) &&
      text.split(' ').length <= MOST_WORDS &&
      !isWish(text) &&
      ![isRemark, speaksOfMoney, isTimed].some((is) => is(text)),
  );
}

export function answerFor(parts: readonly Part[], part: Part, found: LineMatches): Answer | undefined {
  const good = goodIn(part);
  if (isWayToPay(part.text)) return undefined;
  if (good !== undefined && offeredFor(good, found.products) !== undefined) return 'product';
  if (pricedBy(parts, part, found) !== undefined) return 'price';
  if (part.kind !== 'unsure' || isProduct(part.value, found.products) || isTimed(part.text)) return undefined;
  if (speaksOfMoney(part.value) || paidIn(part.value) !== undefined) return undefined;
  if ((meansGoods(part.value) || IS_JOINED.test(part.text)) && !WITHOUT.test(part.value)) return 'item';
  if (part === onlyGood(parts, found)) return 'item';
  const isPricedGood = parts.some((one) => pricedBy(parts, one, found) === part);
  return !isPricedGood && MAY_BE_WISH.test(part.value) ? 'note' : undefined;
}

/** The number of characters in " and ", which is longer than " и ". */
const JOIN_CHARS = 5;
/** True for a round sum after flowers that the shop does not list: "51 roses 7500" can only be the price for all. */
function isSureSum(parts: readonly Part[], part: Part, found: LineMatches): boolean {
  const good = part.kind === 'unsure' ? pricedBy(parts, part, found) : undefined;
  const sum = Number(saidSum(part)?.sum);
  if (good?.kind !== 'item' || good.at > part.at || sum <= MOST_FOR_FLOWER || sum % 10 !== 0) return false;
  const { name, quantity } = good.value;
  // The sum may be for both goods: "букет и 3 розы 2300".
  const before = parts[parts.indexOf(good) - 1];
  if (before && goodIn(before)?.price === '' && before.at + before.text.length + JOIN_CHARS >= good.at) return false;
  const isProductToo =
    (meantBy(good.value, found.products).product ?? offeredFor(good.value, found.products)) !== undefined;
  return !isProductToo && Number(quantity) > 1 && isOfFlowers(name);
}

const isSureWish = (parts: readonly Part[], part: Part, found: LineMatches): boolean =>
  SURE_WISH.test(part.text) && answerFor(parts, part, found) === 'note';

/**
 * Applies Docket's suggested meanings to the parts that the user accepted. A part with only one possible meaning need
 * not be accepted.
 * @param taken the keys (`keyOf`) of the accepted parts
 */
export function withTaken(parts: readonly Part[], taken: readonly string[], found: LineMatches): Part[] {
  const isSure = (part: Part): boolean => isSureSum(parts, part, found) || isSureWish(parts, part, found);
  const answered = parts.filter((part) => taken.includes(keyOf(part)) || isSure(part));
  const sums = answered.flatMap((part) => {
    const good = pricedBy(parts, part, found);
    return good === undefined ? [] : [{ part, good, sum: saidSum(part)?.sum ?? '' }];
  });
  return parts.flatMap((part): Part[] => {
    if (sums.some((one) => one.part === part)) return [];
    const good = goodIn(part);
    const sum = sums.find((one) => one.good === part)?.sum;
    if (good !== undefined && sum !== undefined) return [{ ...part, kind: 'item', value: soldFor(good, sum) }];
    if (good === undefined || !answered.includes(part)) return [part];
    if (answerFor(parts, part, found) === 'note') return [{ ...part, kind: 'note', value: part.text }];
    const item: Part = { ...part, kind: 'item', value: { ...good, isTaken: true } };
    // The typed name also goes into the order's comment, because the product's name lacks a word such as "белые"
    // (white).
    return nearTo(good.name, found.products) === undefined
      ? [item]
      : [item, { ...part, kind: 'note', value: good.name }];
  });
}
