/** Discounts on the items of the order form. An item whose price or quantity is not a number yet has no discount. */

import { discountOf, listPriceOf, type PricedLine } from '../../../../shared/money.ts';
import { newUuid } from '../../../data/new-uuid.ts';
import { moneyText, numberText, parseNumber } from '../../../data/plain-values.ts';
import { kopecksOff, takeOff } from '../discount.ts';
import { itemsKopecks } from '../item-sums.ts';
import { type Item, isWhole, withPieces } from './order-items.ts';

interface PricedItem extends PricedLine {
  readonly item: Item;
}

function pricedOf(item: Item): PricedItem | undefined {
  const { listPrice } = { listPrice: undefined, ...item.rest };
  const [quantity, price] = [parseNumber(item.quantity), parseNumber(item.price)];
  return quantity === undefined || quantity === 0 || price === undefined
    ? undefined
    : { item, quantity, price, listPrice };
}

const isPriced = (one: PricedItem | undefined): one is PricedItem => one !== undefined;

/** Returns the kopecks that discounts take off the items. */
export const takenOff = (items: readonly Item[]): number => discountOf(items.map(pricedOf).filter(isPriced));

function restored(item: Item): Item {
  const price = parseNumber(item.price);
  const { listPrice: before, ...rest } = { listPrice: undefined, ...item.rest };
  if (price === undefined) return item;
  // A small discount may leave an item's price unchanged and set `listPrice` to the same value.
  const full = before === price ? price : listPriceOf({ price, listPrice: before });
  return full === undefined ? item : { ...item, price: moneyText(full), rest };
}

/**
 * Returns a text of everything about an item except its quantity. If a discount split an item into parts, the parts
 * have the same text once the discount is removed.
 */
const goodsOf = (item: Item): string => JSON.stringify([item.name, item.price, item.rest]);

/**
 * Returns the items without discounts, or without the discount of the item with the key `only`. If a discount split an
 * item in two, the two are joined again.
 */
export function withoutDiscount(items: readonly Item[], only?: string): Item[] {
  const about = items.find(({ key }) => key === only);
  const goods = about && goodsOf(restored(about));
  const all: Item[] = [];
  const places = new Map<string, { readonly at: number; readonly isMeant: boolean }>();
  for (const item of items) {
    const full = restored(item);
    const isMeant = full !== item && (goods === undefined || goodsOf(full) === goods);
    const shown = isMeant ? full : item;
    const there = places.get(goodsOf(shown));
    const twin = there && all[there.at];
    // Joins equal items, because a discount may have split one item in two. If neither item had a discount, they stay
    // apart, because the user entered them as two items. Items with fractional quantities stay apart too, because a
    // discount never splits them.
    if (there !== undefined && twin !== undefined && (isMeant || there.isMeant) && isWhole(twin) && isWhole(shown)) {
      all[there.at] = { ...twin, quantity: withPieces(twin.quantity, parseNumber(shown.quantity) ?? 0) };
      continue;
    }
    places.set(goodsOf(shown), { at: all.length, isMeant });
    all.push(shown);
  }
  return all;
}

const put = ({ item, quantity, price, listPrice }: PricedItem, at: number): Item => ({
  ...item,
  key: at === 0 ? item.key : newUuid(),
  quantity: numberText(quantity),
  price: moneyText(price),
  rest: typeof listPrice === 'number' ? { ...item.rest, listPrice } : item.rest,
});

/** The greatest number of items that the server accepts in an order (src/orders/pricing.ts). */
export const MOST_ITEMS = 100;

/**
 * Applies a discount (`500` or `10%`) to the whole order, or to the item with the key `only`. Replaces an earlier
 * discount. Undefined if `text` is not a discount, or exceeds the sum.
 */
export function withDiscount(items: readonly Item[], text: string, only?: string): Item[] | undefined {
  const full = withoutDiscount(items, only);
  const meant = full.flatMap((item) => (only === undefined || item.key === only ? (pricedOf(item) ?? []) : []));
  const kopecks = kopecksOff(text, itemsKopecks(meant), parseNumber);
  if (kopecks === undefined) return undefined;
  const parts = new Map(takeOff(meant, kopecks).map((all, at) => [meant[at]?.item, all]));
  return full.flatMap((item) => parts.get(item)?.map(put) ?? [item]);
}
