import type { JsonValue } from '../base/index.ts';

export interface Leaf {
  readonly path: readonly string[];
  readonly text: string;
}

/**
 * Limits of the search for the parts that a card should show. The search only guesses, and nothing beyond these limits
 * is worth showing.
 */
const MOST_VISITED = 500;
const MOST_DEPTH = 6;
const LEAF_CHARS = 1_000;

/**
 * Checks for a number that a double would round. parseExact represents it as an object without a prototype, and no
 * other object lacks one.
 */
const isExactNumber = (value: JsonValue | undefined): boolean =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null;

const isPlain = (value: JsonValue): boolean => typeof value === 'string' || typeof value === 'number';

/** Formats a value as one line for a card. Returns an empty text for a value that a card cannot show. */
export function textOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return oneLine(value);
  if (typeof value === 'number') return String(value);
  if (isExactNumber(value)) return JSON.stringify(value);
  if (Array.isArray(value) && value.length > 0 && value.every(isPlain)) {
    return oneLine(value.slice(0, 20).map(String).join(', '));
  }
  return '';
}

/** Puts a text on one line. A long text is cut before its lines are joined, because a card shows only its beginning. */
const oneLine = (text: string): string =>
  text
    .slice(0, LEAF_CHARS)
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();

type PlacedValue = readonly [path: readonly string[], value: JsonValue];

/** Lists the values of a payload that a card could show, level by level. Values near the top matter more. */
export function leavesOf(payload: JsonValue): Leaf[] {
  const leaves: Leaf[] = [];
  let level: readonly PlacedValue[] = membersOf([], payload);
  let visited = 0;
  for (let depth = 0; depth < MOST_DEPTH && level.length > 0; depth += 1) {
    const looked = level.slice(0, MOST_VISITED - visited);
    visited += looked.length;
    const texts = looked.map(([, value]) => textOf(value));
    for (const [at, text] of texts.entries()) if (text !== '') leaves.push({ path: looked[at]?.[0] ?? [], text });
    level = looked.filter((_, at) => texts[at] === '').flatMap(([path, value]) => membersOf(path, value));
  }
  return leaves;
}

function membersOf(path: readonly string[], value: JsonValue): PlacedValue[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .slice(0, MOST_VISITED)
    .map(([key, member]) => [[...path, key], member]);
}
