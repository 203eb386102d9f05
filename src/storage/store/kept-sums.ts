import type { Db } from './open.ts';

/**
 * Sums stored next to the rows they add up, in the transaction that changes the rows. A page reads a few sums instead
 * of all rows. The additions of one transaction are collected and written once at its end. Most go to the same sum: 32
 * orders created together may all be for one day.
 */

/** The key of a sum within its kind. */
export type SumKey = readonly (string | number)[];

/** The amounts to add to the sums of one key. */
interface SumChange {
  readonly key: SumKey;
  readonly amounts: readonly number[];
}

/** Writes all additions of a transaction to one kind of sums, each key once. */
export type KeptSums = (tx: { readonly db: Db; readonly now: number }, added: readonly SumChange[]) => void;

export interface SumAddition extends SumChange {
  readonly sums: KeptSums;
}

/** Writes all additions of a transaction; must be called right before its commit. */
export function writeSums(tx: { readonly db: Db; readonly now: number }, additions: readonly SumAddition[]): void {
  if (additions.length === 0) return;
  const bySums = new Map<KeptSums, Map<string, { key: SumKey; amounts: number[] }>>();
  for (const { sums, key, amounts } of additions) {
    let byKey = bySums.get(sums);
    if (byKey === undefined) {
      byKey = new Map();
      bySums.set(sums, byKey);
    }
    const name = key.join('\n');
    const known = byKey.get(name);
    if (known === undefined) byKey.set(name, { key, amounts: [...amounts] });
    else for (const [at, amount] of amounts.entries()) known.amounts[at] = (known.amounts[at] ?? 0) + amount;
  }
  for (const [sums, byKey] of bySums) {
    const added = [...byKey.values()].filter(({ amounts }) => amounts.some((amount) => amount !== 0));
    if (added.length > 0) sums(tx, added);
  }
}
