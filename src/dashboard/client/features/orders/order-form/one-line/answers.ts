import { numberText } from '../../../../data/plain-values.ts';
import { keyOf } from './fill-draft.ts';
import { type Good, isGoodsWord, speaksOfGoods, sumIn } from './goods.ts';
import { isProduct, offeredFor } from './match-product.ts';
import type { Part } from './part.ts';
import { speaksOfMoney } from './remarks.ts';
import { isPartOfDay } from './when.ts';
import { goodIn, type LineMatches } from './wish-of.ts';

/** The answers that Docket offers for parts without a clear meaning. */

/** What the user can say about a part: it is the offered product, an item, a price or a wish. */
export type Answer = 'product' | 'item' | 'price' | 'note';

const meansGoods = (text: string): boolean => speaksOfGoods(text) || text.split(' ').some(isGoodsWord);

/** The sum in a part that may be a price. */
export const saidSum = (part: Part) => (part.kind === 'unsure' || part.kind === 'tail' ? sumIn(part.value) : undefined);

/** The good whose price a sum next to it may be. */
export function pricedBy(parts: readonly Part[], part: Part, { client, products }: LineMatches): Part | undefined {
  const said = saidSum(part);
  if (said === undefined || Number(said.sum) === 0 || (part.kind === 'tail' && client !== undefined)) return undefined;
  const isGood = (one: Part | undefined): one is Part =>
    one?.kind === 'item'
      ? one.value.price === ''
      : one?.kind === 'unsure' && (isProduct(one.value, products) || meansGoods(one.value));
  const at = parts.indexOf(part);
  // "Иван 4429, 9 роз": digits behind a name are a phone.
  if (part.kind === 'tail' && parts[at - 1]?.kind === 'name') return undefined;
  return said.isOfAll && parts.filter(isGood).length > 1 ? undefined : [parts[at - 1], parts[at + 1]].find(isGood);
}

/** "No lilies" and "не класть лилии" are wishes. */
const WITHOUT = /^(?:не|без|no|not|without|don['’]t)\s/iu;
const IN_WORDS = /^\P{N}*\p{L}{3}\P{N}*$/u;

/** The answer that Docket offers for a part; undefined if its meaning is clear. */
export function answerFor(parts: readonly Part[], part: Part, found: LineMatches): Answer | undefined {
  const good = goodIn(part);
  if (good !== undefined && offeredFor(good, found.products) !== undefined) return 'product';
  if (pricedBy(parts, part, found) !== undefined) return 'price';
  if (part.kind !== 'unsure' || isProduct(part.value, found.products) || isPartOfDay(part.text)) return undefined;
  if (speaksOfMoney(part.value)) return undefined;
  if (meansGoods(part.value) && !WITHOUT.test(part.value)) return 'item';
  return IN_WORDS.test(part.value) ? 'note' : undefined;
}

const KOPECKS = 100;

/** A good at a sum for all of its pieces. If no price in kopecks gives that sum, they are one item: "51 roses" for 7500. */
function soldFor({ name, quantity }: Good, sum: string): Good {
  const each = Number(sum) / Number(quantity);
  return Number.isInteger(each * KOPECKS)
    ? { name, quantity, price: String(each) }
    : { name: `${numberText(Number(quantity))} ${name}`, quantity: '1', price: sum };
}
/**
 * The parts with the user's answers about them.
 *
 * @param taken the keys (`keyOf`) of the parts whose offered answer was taken
 */
export function withTaken(parts: readonly Part[], taken: readonly string[], found: LineMatches): Part[] {
  const answered = parts.filter((part) => taken.includes(keyOf(part)));
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
    return [{ ...part, kind: 'item', value: { ...good, isTaken: true } }];
  });
}
