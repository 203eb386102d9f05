/** This file compares the figures of two periods. Amounts are kopecks, quantities thousandths. */

import { type Steps, sortInSteps } from '../../base/index.ts';

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
  readonly name: string | null;
}

/** Figures by name. The entry with the key `undefined` is the sum of all names that the map does not list. */
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

interface Sized {
  readonly name: string;
  readonly now: number;
  readonly before: number;
}

const largestFirst = (a: Sized, b: Sized): number => b.now - a.now || b.before - a.before || (a.name < b.name ? -1 : 1);

/**
 * Compares the figures of both periods by name. The largest current sums get their own rows; one last row sums up all
 * other names.
 * @param told the number of names with a row of their own
 */
export function* compare(now: Figures, before: Figures, told: number): Steps<ComparedRow[]> {
  const any = now.values().next().value ?? before.values().next().value;
  if (any === undefined) return [];
  const zero = zeroOf(any);
  const sized: Sized[] = [];
  // `now` may sum up unlisted names under the key undefined. Names that only `before` lists may be among them. So only
  // the names of `now` get rows.
  for (const figures of now.has(undefined) ? [now] : [now, before]) {
    for (const name of figures.keys()) {
      yield;
      if (name === undefined || (figures === before && now.has(name))) continue;
      sized.push({ name, now: now.get(name)?.sum ?? 0, before: before.get(name)?.sum ?? 0 });
    }
  }
  const names = (yield* sortInSteps(sized, largestFirst)).slice(0, told).map(({ name }) => name);
  // If `before` has a sum for unlisted names, that sum may include a missing name. The name's previous figure is then
  // unknown, not zero.
  const missing = before.has(undefined) ? null : zero;
  const rows = names.map((name) => ({ name, now: now.get(name) ?? zero, before: before.get(name) ?? missing }));
  const apart = new Set<string | undefined>(names);
  const others = { name: null, now: yield* sumOthers(now, apart, zero), before: yield* sumOthers(before, apart, zero) };
  return isNothing(others.now) && isNothing(others.before) ? rows : [...rows, others];
}

function* sumOthers(figures: Figures, apart: ReadonlySet<string | undefined>, zero: Figure): Steps<Figure> {
  let sum = zero;
  for (const [name, one] of figures) {
    yield;
    if (!apart.has(name)) sum = plus(sum, one);
  }
  return sum;
}

const isNothing = ({ count, quantity, sum }: Figure): boolean => sum === 0 && !count && !quantity;
