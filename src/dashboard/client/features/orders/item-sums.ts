/** Amounts of items in the pages' units: quantities in pieces, prices in roubles. */

import { lineAmount, type PricedLine } from '../../../shared/money.ts';

export const kopecksOf = (roubles: number): number => Math.round(roubles * 100);

/** Returns quantity × price in kopecks, rounded half up. */
export const itemKopecks = ({ quantity, price }: PricedLine): number =>
  lineAmount(Math.round(quantity * 1000), kopecksOf(price));

export const itemsKopecks = (items: readonly PricedLine[]): number =>
  items.reduce((sum, item) => sum + itemKopecks(item), 0);
