import { lineAmount, MAX_ROUBLES } from './money.ts';

/**
 * Discounts lie in the prices of the items, so that the sum of an order stays that of its items. An item keeps its price
 * before the discount as `listPrice` (money-and-dates.md).
 */

interface Priced {
  readonly quantity: number;
  /** Roubles. */
  readonly price: number;
  readonly listPrice?: unknown;
}

/** The price before the discount; undefined for an item without one. The key is the shop's own: it may hold anything. */
export const listPriceOf = ({ price, listPrice }: Omit<Priced, 'quantity'>): number | undefined =>
  typeof listPrice === 'number' && listPrice > price && listPrice <= MAX_ROUBLES ? listPrice : undefined;

/** Kopecks that were taken off the items. */
export const discountOf = (items: readonly Priced[]): number =>
  items.reduce((sum, { quantity, price, listPrice }) => {
    const before = listPriceOf({ price, listPrice });
    const at = (roubles: number): number => lineAmount(Math.round(quantity * 1000), Math.round(roubles * 100));
    return before === undefined ? sum : sum + at(before) - at(price);
  }, 0);
