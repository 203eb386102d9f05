/** The most changes of an object to read: a machine that changes one every minute makes more in a day. */
const CHANGES_SHOWN = 200;

/** A change may have 2 MB, and 200 of them would slow everybody down; this bound takes some 2 ms. */
const BYTES_SHOWN = 524_288;

interface Weight {
  readonly bytes: number;
}

/** The number of changes, from the first, that fit the bound together: at least one. */
export function countReadable(weights: readonly Weight[]): number {
  let sum = 0;
  const over = weights.findIndex(({ bytes }) => {
    sum += bytes;
    return sum > BYTES_SHOWN;
  });
  return over === -1 ? weights.length : Math.max(over, 1);
}

/**
 * The newest changes of one object, oldest first, within the bound. Both functions return the newest ones, newest
 * first.
 */
export const readNewest = <Row>(weigh: (most: number) => readonly Weight[], read: (most: number) => Row[]): Row[] =>
  read(countReadable(weigh(CHANGES_SHOWN))).reverse();
