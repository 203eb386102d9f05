/**
 * Stored sums of rows. Many additions of a transaction change the same sum. So the additions are collected, and each
 * sum is written once at the end of the transaction.
 */

import type { Db } from './open.ts';

export type SumKey = readonly (string | number)[];

interface SumChange {
  readonly key: SumKey;
  readonly amounts: readonly number[];
}

/**
 * Updates the stored sums of one kind with the amounts of a transaction, each sum once. With many sums, it yields after
 * each sum, so that other requests do not wait.
 */
export type KeptSums = (
  tx: { readonly db: Db; readonly now: number },
  added: readonly SumChange[],
) => Generator<void, void> | undefined;

export interface SumAddition extends SumChange {
  readonly sums: KeptSums;
}

/**
 * The number of changed sums at which a batch ends. Writing this many sums takes some 10 ms. A full batch that only
 * creates simple orders changes about a thousand sums.
 */
const MOST_SUMS = 2_000;

export function createPendingSums() {
  const bySums = new Map<KeptSums, Map<string, { key: SumKey; amounts: number[] }>>();
  let size = 0;
  return {
    isFull: () => size >= MOST_SUMS,
    add(additions: readonly SumAddition[]): void {
      for (const { sums, key, amounts } of additions) {
        let byKey = bySums.get(sums);
        if (byKey === undefined) {
          byKey = new Map();
          bySums.set(sums, byKey);
        }
        const name = key.join('\n');
        const known = byKey.get(name);
        if (known === undefined) {
          byKey.set(name, { key, amounts: [...amounts] });
          size += 1;
        } else for (const [at, amount] of amounts.entries()) known.amounts[at] = (known.amounts[at] ?? 0) + amount;
      }
    },
    /** Writes all additions. Call it right before the commit. */
    *write(tx: { readonly db: Db; readonly now: number }): Generator<void, void> {
      for (const [sums, byKey] of bySums) {
        const added = [...byKey.values()].filter(({ amounts }) => amounts.some((amount) => amount !== 0));
        if (added.length > 0) yield* sums(tx, added) ?? [];
      }
    },
  };
}
