/**
 * Amounts as the server calculates them (src/base/money/money.ts): whole kopecks and thousandths of a piece, never sums
 * of roubles.
 */

interface Item {
  readonly quantity: number;
  readonly price: number;
}

export const kopecksOf = (roubles: number): number => Math.round(roubles * 100);

/** Quantity x price in kopecks, rounded half up; exact for all that the server takes. */
export function itemKopecks({ quantity, price }: Item): number {
  const product = BigInt(Math.round(quantity * 1000)) * BigInt(kopecksOf(price));
  return Number((product + 500n) / 1000n);
}

export const itemsKopecks = (items: readonly Item[]): number => items.reduce((sum, item) => sum + itemKopecks(item), 0);
