/** Compares the figures of two periods. Amounts are kopecks, quantities thousandths. */

export interface Figure {
  readonly count: number | null;
  readonly quantity: number | null;
  readonly sum: number;
}

export interface ComparedFigure {
  readonly now: Figure;
  readonly before: Figure | null;
}

export interface ComparedRow extends ComparedFigure {
  /** The name; null for the sum of all names without a row of their own. */
  readonly name: string | null;
}

/** Figures by name; the key undefined is for the sum of all names without figures of their own. */
export type Figures = ReadonlyMap<string | undefined, Figure>;

const plus = (a: Figure, b: Figure): Figure => ({
  count: a.count === null || b.count === null ? null : a.count + b.count,
  quantity: a.quantity === null || b.quantity === null ? null : a.quantity + b.quantity,
  sum: a.sum + b.sum,
});

const zeroOf = ({ count, quantity }: Figure): Figure => ({
  count: count === null ? null : 0,
  quantity: quantity === null ? null : 0,
  sum: 0,
});

/**
 * The rows of both periods: the largest sums of the current one, and all others in one row.
 *
 * @param told the number of names with a row of their own
 */
export function compare(now: Figures, before: Figures, told: number): ComparedRow[] {
  const [any] = [...now.values(), ...before.values()];
  if (any === undefined) return [];
  const zero = zeroOf(any);
  // A name listed only for the period before may be among the others of the current period.
  const named = now.has(undefined) ? now : new Map([...before, ...now]);
  const names = [...named.keys()].filter((name) => name !== undefined);
  const size = (name: string) => [now.get(name)?.sum ?? 0, before.get(name)?.sum ?? 0] as const;
  names.sort((a, b) => size(b)[0] - size(a)[0] || size(b)[1] - size(a)[1] || (a < b ? -1 : 1));
  // A name not listed for the period before may be among its others.
  const missing = before.has(undefined) ? null : zero;
  const rows = names.slice(0, told).map((name) => ({
    name,
    now: now.get(name) ?? zero,
    before: before.get(name) ?? missing,
  }));
  const apart = new Set<string | undefined>(names.slice(0, told));
  const sumOf = (figures: Figures): Figure =>
    [...figures].reduce((sum, [name, one]) => (apart.has(name) ? sum : plus(sum, one)), zero);
  const others = { name: null, now: sumOf(now), before: sumOf(before) };
  return isNothing(others.now) && isNothing(others.before) ? rows : [...rows, others];
}

const isNothing = ({ count, quantity, sum }: Figure): boolean => sum === 0 && !count && !quantity;
