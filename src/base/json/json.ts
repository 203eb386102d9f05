/** Bounds and canonical form for untrusted JSON. Nothing here recurses to a depth that the sender chooses. */

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
export type JsonObject = { [key: string]: JsonValue };

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

const QUOTE = 0x22;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

interface JsonMeasure {
  /** The deepest nesting of objects and arrays, the outermost counting as 1. */
  readonly depth: number;
  /**
   * The number of commas, objects and arrays. A text has at most `parts + 1` values, so a limit on `parts` also limits
   * the work of parsing.
   */
  readonly parts: number;
}

export function measureJson(bytes: Uint8Array): JsonMeasure {
  let [depth, deepest, parts] = [0, 0, 0];
  let inString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
      continue;
    }
    if (byte === QUOTE) inString = true;
    else if (byte === COMMA) parts += 1;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      parts += 1;
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) depth -= 1;
  }
  return { depth: deepest, parts };
}

/**
 * Returns the exact text of a top-level member's value, which preserves numbers beyond a double's precision. `text`
 * must be a valid JSON object. Of equal names, the last counts, as in JSON.parse.
 */
export const memberText = (text: string, name: string): string | undefined => memberTexts(text, [name]).get(name);

function memberTexts(text: string, names: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let at = text.indexOf('{') + 1;
  for (;;) {
    const keyStart = text.indexOf('"', at);
    if (keyStart < 0) return found;
    const keyEnd = stringEnd(text, keyStart);
    const valueStart = text.indexOf(':', keyEnd) + 1;
    at = valueEnd(text, valueStart);
    const raw = text.slice(keyStart + 1, keyEnd);
    const key: string = raw.includes('\\') ? JSON.parse(`"${raw}"`) : raw;
    if (names.includes(key)) found.set(key, text.slice(valueStart, at).trim());
    at += 1;
  }
}

/** The length up to which a whole parse takes less time than a search for members. */
const SHORT = 4_096;

/**
 * Parses the named top-level members of an object's stored text. A short text is parsed as a whole, so its result
 * contains all members. In a long text, the search for the named members takes a fifth of the time of a whole parse.
 */
export const parseMembers = (text: string, names: readonly string[]): JsonObject =>
  text.length <= SHORT
    ? parseStored<JsonObject>(text)
    : Object.fromEntries([...memberTexts(text, names)].map(([name, own]) => [name, parseStored<JsonValue>(own)]));

/** Parses the first item of a stored list and counts all items. The rest of a long text is not parsed. */
export function parseFirst<T>(text: string): { readonly first: T | undefined; readonly count: number } {
  if (text.length <= SHORT) {
    const all = parseStored<readonly T[]>(text);
    return { first: all[0], count: all.length };
  }
  const start = text.indexOf('[') + 1;
  const end = valueEnd(text, start);
  let count = 1;
  for (let at = end; text.charCodeAt(at) === COMMA; at = valueEnd(text, at + 1)) count += 1;
  return { first: parseStored<T>(text.slice(start, end)), count };
}

/** Returns the index of the quote that ends a string. @param start the index of its first quote */
export function stringEnd(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE || at >= text.length) return at;
    at += unit === BACKSLASH ? 2 : 1;
  }
}

/** Returns the index of the comma, brace or bracket after a value. */
function valueEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = stringEnd(text, at);
    else if (unit === OPEN_OBJECT || unit === OPEN_ARRAY) depth += 1;
    else if (depth === 0 && (unit === COMMA || unit === CLOSE_OBJECT || unit === CLOSE_ARRAY)) return at;
    else if (unit === CLOSE_OBJECT || unit === CLOSE_ARRAY) depth -= 1;
  }
  return text.length;
}

/**
 * Returns the same text for all ways to write a JSON value: members sorted by name, no white space. With `dropNulls` a
 * member that is null counts as absent (contract, section 3). The depth must already be bounded.
 */
export function canonicalJson(value: JsonValue, dropNulls: boolean): string {
  // Creating an order would take a tenth longer if the members' texts were joined one by one. One `JSON.stringify` of a
  // sorted copy is three times as fast as joining them.
  const copy = sortedCopy(value, dropNulls);
  return copy === undefined ? canonicalText(value, dropNulls) : JSON.stringify(copy);
}

/**
 * Returns a copy with sorted members. Undefined if a member would not stay in its place: a JavaScript object puts
 * integer names first, and does not treat `__proto__` as a member.
 */
function sortedCopy(value: JsonValue, dropNulls: boolean): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: JsonValue[] = [];
    for (const item of value) {
      const copy = sortedCopy(item, dropNulls);
      if (copy === undefined) return undefined;
      items.push(copy);
    }
    return items;
  }
  const members: JsonObject = {};
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member === undefined || (dropNulls && member === null)) continue;
    const copy = sortedCopy(member, dropNulls);
    const first = key.charCodeAt(0);
    if (copy === undefined || (first >= DIGIT_0 && first <= DIGIT_9) || key === '__proto__') return undefined;
    members[key] = copy;
  }
  return members;
}

function canonicalText(value: JsonValue, dropNulls: boolean): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item, dropNulls)).join()}]`;
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member === undefined || (dropNulls && member === null)) continue;
    members.push(`${JSON.stringify(key)}:${canonicalText(member, dropNulls)}`);
  }
  return `{${members.join()}}`;
}

/**
 * Matches a number that a double may round: 16 or more digits and points in a row, or an exponent. A text without a
 * match needs no further check. A member name of 16 digits does not match, because its opening quote precedes it.
 */
const SUSPECT = /(?:^|[[:,])\s*-?(?:[\d.]{16}|\d[\d.]*[eE])/;

/**
 * Returns true if a double may round a number in a JSON text. If it returns false, `parseExact` works like JSON.parse.
 */
export const mayHaveLongNumbers = (text: string): boolean => SUSPECT.test(text);

/** Numbers of up to this many decimal digits stay distinct as doubles. */
const EXACT_DIGITS = 15;

/** Works like JSON.parse, but keeps all digits of a number that a double would round. @throws SyntaxError */
export function parseExact(text: string): JsonValue {
  return mayHaveLongNumbers(text) ? parseKeeping(text, JSON.rawJSON) : JSON.parse(text);
}

/**
 * Parses JSON text that Docket wrote. A long number becomes a text of its digits, because browsers would round the
 * number.
 * @throws SyntaxError
 */
export const parseLegible = <T>(text: string): T =>
  (SUSPECT.test(text) ? parseKeeping(text, (digits) => digits) : JSON.parse(text)) as T;

function parseKeeping(text: string, keep: (digits: string) => JsonValue): JsonValue {
  return JSON.parse(text, (_key: string, value: JsonValue, context?: { source?: string }) => {
    const source = context?.source;
    if (typeof value !== 'number' || source === undefined || !isInexact(source)) return value;
    return keep(source);
  });
}

/**
 * Docket's own fields in a request body. `parseBody` rounds long numbers in these fields. At the top level, these are
 * all fields except those in `kept`.
 */
export interface OwnNumbers {
  /**
   * The number fields in each member of the body, such as `price` and `quantity` in `products`. The member is an object
   * or a list of objects.
   */
  readonly of: Readonly<Record<string, readonly string[]>>;
  /** The top-level members that may wrap the fields of the body, such as `data` of an update. */
  readonly within: readonly string[];
  /** Top-level members whose numbers keep all their digits, because Docket does not calculate with them. */
  readonly kept: readonly string[];
}

/**
 * Parses the body of a request. Long numbers in the sender's fields become raw JSON values, which keep all digits. Long
 * numbers in Docket's own fields become ordinary, rounded numbers, because validation would take a raw value for an
 * object.
 * @throws SyntaxError
 */
export function parseBody(text: string, own?: OwnNumbers): JsonValue {
  if (!SUSPECT.test(text)) return JSON.parse(text);
  const body = parseKeeping(text, JSON.rawJSON);
  if (JSON.isRawJSON(body)) return Number(JSON.stringify(body));
  if (!isJsonObject(body)) return body;
  for (const part of [body, ...(own?.within ?? []).map((name) => body[name])]) {
    if (!isJsonObject(part)) continue;
    const kept = own?.kept ?? [];
    makePlain(
      part,
      Object.keys(part).filter((name) => !kept.includes(name)),
    );
    for (const [name, fields] of Object.entries(own?.of ?? {})) {
      for (const holder of [part[name]].flat()) makePlain(holder, fields);
    }
  }
  return body;
}

function makePlain(holder: JsonValue | undefined, names: readonly string[]): void {
  if (!isJsonObject(holder)) return;
  for (const name of names) if (JSON.isRawJSON(holder[name])) holder[name] = Number(JSON.stringify(holder[name]));
}

export const parseStored = <T>(text: string): T => parseExact(text) as T;

/** Returns undefined for a text that is not JSON. */
export function parseForeign(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isInexact(number: string): boolean {
  const [mantissa = ''] = number.split(/[eE]/);
  const digits = mantissa.replace(/^-?0*(?:\.0*)?|\./g, '');
  const value = Number(number);
  return digits.length > EXACT_DIGITS || !Number.isFinite(value) || (value === 0 && digits !== '');
}

/** Counts the characters (code points, not UTF-16 units) of a text. */
export function charCount(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(at + 1);
      if (next >= 0xdc00 && next <= 0xdfff) {
        count -= 1;
        at += 1;
      }
    }
  }
  return count;
}

/**
 * Returns true if the text has at most `max` characters. A character has at most two UTF-16 units. So a text of more
 * than `2 * max` units is refused without counting its characters, because it may be very long.
 */
export const fitsChars = (text: string, max: number): boolean =>
  text.length <= max || (text.length <= 2 * max && charCount(text) <= max);
