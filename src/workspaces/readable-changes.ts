/**
 * The maximum number of changes that one read of an object's history returns. A limit is needed, because a program may
 * change an object every minute.
 */
export const CHANGES_SHOWN = 200;

/**
 * The limit on the bytes of changes that one read returns. Reading these bytes takes about 2 ms. One change may have 2
 * MB, and reading 200 such changes would slow everybody down.
 */
export const BYTES_SHOWN = 524_288;

interface Weight {
  readonly bytes: number;
}

/**
 * Returns the number of changes, counted from the first, that fit into `BYTES_SHOWN` together; at least 1 if there are
 * any.
 */
export function countReadable(weights: readonly Weight[]): number {
  let sum = 0;
  const over = weights.findIndex(({ bytes }) => {
    sum += bytes;
    return sum > BYTES_SHOWN;
  });
  return over === -1 ? weights.length : Math.max(over, 1);
}

/**
 * Returns the newest changes of one object, oldest first. `CHANGES_SHOWN` limits their number, and `countReadable`
 * limits their size. `weigh` and `read` must return the newest first.
 */
export const readNewest = <Row>(weigh: (most: number) => readonly Weight[], read: (most: number) => Row[]): Row[] =>
  read(countReadable(weigh(CHANGES_SHOWN))).reverse();
