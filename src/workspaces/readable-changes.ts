/** A machine that changes one thing every minute leaves more in a day. */
const CHANGES_SHOWN = 200;

/** A change may say 2 MB, and 200 of them would be a load to everybody: some 2 ms. */
const BYTES_SHOWN = 524_288;

interface Weight {
  readonly bytes: number;
}

/** Counts the changes, from the first, that are no load together: at least one. */
export function countReadable(weights: readonly Weight[]): number {
  let sum = 0;
  const over = weights.findIndex(({ bytes }) => {
    sum += bytes;
    return sum > BYTES_SHOWN;
  });
  return over === -1 ? weights.length : Math.max(over, 1);
}

/** The newest changes of one thing, oldest first, as far as they are no load. Both functions find the newest ones, newest first. */
export const readNewest = <Row>(weigh: (most: number) => readonly Weight[], read: (most: number) => Row[]): Row[] =>
  read(countReadable(weigh(CHANGES_SHOWN))).reverse();
