/**
 * A path names a value in a payload, such as `client.phone`. It joins the names of members and the numbers of list
 * items with dots. `\.` is a dot inside a name.
 */

import type { JsonValue } from '../base/index.ts';

const MAX_PARTS = 20;
const PATH_CHARS = 500;

export function parsePath(text: string): readonly string[] | undefined {
  if (text.length > PATH_CHARS) return undefined;
  const parts: string[] = [''];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '.') parts.push('');
    else if (char === '\\') {
      at += 1;
      parts[parts.length - 1] += text[at] ?? '';
    } else parts[parts.length - 1] += char;
  }
  return parts.includes('') || parts.length > MAX_PARTS ? undefined : parts;
}

export const formatPath = (parts: readonly string[]): string =>
  parts.map((part) => part.replaceAll(/[\\.]/g, '\\$&')).join('.');

/**
 * Inherited members are not read. Otherwise a path with `__proto__` would reach an object that is not in the payload.
 */
export function valueAt(payload: JsonValue, parts: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = payload;
  for (const part of parts) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Array.isArray(value) ? value[Number(part)] : value[part];
  }
  return value;
}
