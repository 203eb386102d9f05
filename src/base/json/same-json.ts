/** Compares JSON without writing canonical forms, because a value may have a megabyte. */

import { type JsonValue, stringEnd } from './json.ts';

/**
 * Returns true if two JSON values are equal. Members may be in any order, but numbers must have the same digits. The
 * depth must already be bounded, because this function calls itself.
 */
export function isSameJson(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (!isNested(a) || !isNested(b)) return !isNested(a) && !isNested(b) && JSON.stringify(a) === JSON.stringify(b);
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, at) => isSameJson(item, b[at] ?? null));
  }
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && isSameJson(a[name] ?? null, b[name] ?? null));
}

type Nested = JsonValue[] | { [key: string]: JsonValue };

const isNested = (value: JsonValue): value is Nested =>
  typeof value === 'object' && value !== null && !JSON.isRawJSON(value);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const CHUNK = 4_096;
const IN_SCALAR = /^[\w.+-]$/;
const NUMBER_START = /^[\d-]$/;

/**
 * Compares two texts made by JSON.stringify, without parsing them. Returns true if the first different character
 * belongs to a value, not to a key: the values then certainly differ. Otherwise the keys may only be in a different
 * order, so the caller must compare the parsed values.
 */
export function differInPlace(a: string, b: string): boolean {
  const at = firstDifference(a, b);
  const start = openString(a, at);
  if (start !== undefined) return a[stringEnd(a, start) + 1] !== ':';
  const [before = '', one = '', other = ''] = [a[at - 1], a[at], b[at]];
  if (IN_SCALAR.test(before)) return IN_SCALAR.test(one) || IN_SCALAR.test(other);
  // The canonical form writes a long number as an object, so an object may equal a number.
  const mayEqual = (x: string, y: string): boolean => x === '{' && NUMBER_START.test(y);
  return [':', '[', ','].includes(before) && !mayEqual(one, other) && !mayEqual(other, one);
}

/** Returns the index of the first character that differs. The texts must not be equal. */
function firstDifference(a: string, b: string): number {
  let at = 0;
  while (a.slice(at, at + CHUNK) === b.slice(at, at + CHUNK)) at += CHUNK;
  while (a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

function openString(text: string, end: number): number | undefined {
  let at = 0;
  for (;;) {
    const start = text.indexOf('"', at);
    if (start < 0 || start >= end) return undefined;
    at = start + 1;
    while (at < end && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
    if (at >= end) return start;
    at += 1;
  }
}
