/**
 * A discount lowers the prices of items, so that an order's sum stays the sum of its items. An item keeps its price
 * before the discount as `listPrice` (money-and-dates.md).
 */

import { lineAmount, MAX_ROUBLES } from './money.ts';

export interface PricedLine {
  /** The quantity in pieces, meters or kilograms. */
  readonly quantity: number;
  /** The price of one unit, in roubles. */
  readonly price: number;
  readonly listPrice?: unknown;
}

/**
 * Returns the price before the discount; undefined if the item has no discount. A shop may send any value as
 * `listPrice`.
 */
export const listPriceOf = ({ price, listPrice }: Omit<PricedLine, 'quantity'>): number | undefined =>
  typeof listPrice === 'number' && listPrice > price && listPrice <= MAX_ROUBLES ? listPrice : undefined;

/** Returns the total discount on the items, in kopecks. */
export const discountOf = (items: readonly PricedLine[]): number =>
  items.reduce((sum, { quantity, price, listPrice }) => {
    const before = listPriceOf({ price, listPrice });
    const at = (roubles: number): number => lineAmount(Math.round(quantity * 1000), Math.round(roubles * 100));
    return before === undefined ? sum : sum + at(before) - at(price);
  }, 0);
