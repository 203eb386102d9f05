import type { PricedLine } from '../../../shared/money.ts';
import { itemKopecks, kopecksOf } from './item-sums.ts';

/**
 * Divides an amount in proportion to weights. The parts are whole kopecks that add up to the amount. The largest
 * remainders get the kopecks left over.
 */
function share(amount: number, weights: readonly number[]): number[] {
  const all = BigInt(weights.reduce((sum, one) => sum + one, 0));
  if (all === 0n) return weights.map(() => 0);
  const exact = weights.map((one) => BigInt(amount) * BigInt(one));
  const parts = exact.map((one) => Number(one / all));
  const rests = exact.map((one, at) => ({ rest: one % all, at })).toSorted((a, b) => Number(b.rest - a.rest));
  const left = amount - parts.reduce((sum, one) => sum + one, 0);
  for (const { at } of rests.slice(0, left)) parts[at] = (parts[at] ?? 0) + 1;
  return parts;
}

const isWhole = ({ quantity }: PricedLine): boolean => Number.isInteger(quantity);

/** Returns the price at which a fractional quantity costs exactly this sum, or the next possible sum above it. */
const priceFor = (kopecks: number, { quantity }: PricedLine): number =>
  Math.ceil((kopecks * 1_000) / Math.round(quantity * 1_000)) / 100;

/**
 * Prices an item so that it costs this sum. If the quantity does not divide the sum, two items take the item's place.
 * Their prices differ by a kopeck.
 */
function atSum<T extends PricedLine>(item: T, kopecks: number): readonly (T & PricedLine)[] {
  const { quantity, price } = item;
  const each = Math.floor(kopecks / quantity);
  const dearer = kopecks - each * quantity;
  return [
    { ...item, quantity: quantity - dearer, price: each / 100, listPrice: price },
    { ...item, quantity: dearer, price: (each + 1) / 100, listPrice: price },
  ].filter((one) => one.quantity > 0);
}

/**
 * Distributes a discount over items that have no discount yet, in proportion to their sums. The reduced price of a
 * fractional quantity is rounded up to a whole kopeck. Items with whole quantities bear the rest.
 * @param kopecks at most the sum of the items
 * @returns for each item, the items that replace it
 */
export function takeOff<T extends PricedLine>(
  items: readonly T[],
  kopecks: number,
): readonly (readonly (T & PricedLine)[])[] {
  const sums = items.map(itemKopecks);
  const wanted = share(kopecks, sums);
  const fractional = items.map((item, at) => {
    const price = priceFor((sums[at] ?? 0) - (wanted[at] ?? 0), item);
    return isWhole(item) || price >= item.price ? item : { ...item, price, listPrice: item.price };
  });
  const taken = fractional.reduce((sum, item, at) => sum + (sums[at] ?? 0) - itemKopecks(item), 0);
  const wholeSums = items.map((item, at) => (isWhole(item) ? (sums[at] ?? 0) : 0));
  const most = wholeSums.reduce((sum, one) => sum + one, 0);
  const shares = share(Math.min(kopecks - taken, most), wholeSums);
  return fractional.map((item, at) => {
    const part = shares[at] ?? 0;
    return part === 0 ? [item] : atSum(item, (sums[at] ?? 0) - part);
  });
}

/** 100 % in hundredths of a percent. */
const WHOLE = 10_000;

/**
 * Parses a discount as a person writes it, `500` or `10%`, and returns it in kopecks. Undefined if the text is not a
 * discount or exceeds the sum.
 */
export function kopecksOff(text: string, sum: number, parse: (text: string) => number | undefined): number | undefined {
  const isPart = text.trim().endsWith('%');
  const number = parse(text.replace('%', ''));
  if (number === undefined) return undefined;
  const kopecks = isPart ? Math.round((sum * Math.round(number * 100)) / WHOLE) : kopecksOf(number);
  return kopecks > 0 && kopecks <= sum ? kopecks : undefined;
}
