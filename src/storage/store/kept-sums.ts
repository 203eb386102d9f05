import type { Db } from './open.ts';

/**
 * Sums that are kept beside the rows they are of, in the transaction that changes these: a page reads a few sums in
 * place of all rows. What the changes of one transaction add is gathered and written once at its end. Most of them add
 * to the same sum: of 32 orders that are made together all may be for one day.
 */

/** The key of a sum among those of its kind. */
export type SumKey = readonly (string | number)[];

/** One sum, or several that share a key, and what is added to each. */
interface SumChange {
  readonly key: SumKey;
  readonly amounts: readonly number[];
}

/** A kind of sums: writes what a transaction has added to them, each key once. */
export type KeptSums = (tx: { readonly db: Db; readonly now: number }, added: readonly SumChange[]) => void;

export interface Addition extends SumChange {
  readonly sums: KeptSums;
}

/** Writes all additions of a transaction; to be called right before its commit. */
export function writeSums(tx: { readonly db: Db; readonly now: number }, additions: readonly Addition[]): void {
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
