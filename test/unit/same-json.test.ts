import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { canonicalJson, type JsonObject, type JsonValue, parseExact } from '../../src/base/index.ts';
import { differInPlace, isSameJson } from '../../src/base/json/same-json.ts';
import { jsonOf } from '../support/any-json.ts';

const name = fc.constantFrom('a', 'b', 'id', '1', '0', '__proto__', 'toJSON', 'rawJSON', '"', '\\', ':', 'a":1');
const digits = fc.constantFrom('12345678901234567890', '12345678901234567891', '1e400', '100000000000000000000');
const scalar = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '"', '\\', '\u2028', '\ud800', '🌷', '{', ':', ',', '1'), maxLength: 3 }),
  fc.constantFrom(null, true, false, 0, 1, 12, -1.5, 1e-7, 1e20, '12345678901234567890'),
  digits.map((text) => JSON.rawJSON(text) as JsonValue),
  digits.map((text): JsonValue => ({ rawJSON: text })),
);
const value = jsonOf(scalar, name);

/** Returns a copy of a value. Each number in `by` chooses the change, or none, at one level of nesting. */
function changed(one: JsonValue, by: readonly number[]): JsonValue {
  const [now = 9, ...rest] = by;
  if (now === 0) return 'changed';
  if (typeof one !== 'object' || one === null || JSON.isRawJSON(one)) return now === 1 ? [one] : one;
  if (Array.isArray(one)) {
    const items = one.map((item, at) => changed(item, at === now % 3 ? rest : []));
    return now === 2 ? items.slice(1) : items;
  }
  const members = Object.entries(one).map(
    ([key, item], at) => [key, changed(item, at === now % 3 ? rest : [])] as const,
  );
  if (now === 2) return Object.fromEntries(members.slice(1));
  return Object.fromEntries(now === 3 ? members.reverse() : members);
}
const object = fc
  .array(fc.tuple(name, value), { maxLength: 5 })
  .map((members): JsonObject => Object.fromEntries(members));
const edits = fc.array(fc.nat({ max: 6 }), { maxLength: 4 });
const pair = fc
  .oneof(
    fc.tuple(object, object),
    fc.tuple(object, edits).map(([one, by]) => [one, changed(one, by)] as const),
  )
  .map(([a, b]) => [JSON.stringify(a), JSON.stringify(b)] as const);

const canonical = (text: string): string => canonicalJson(parseExact(text), false);

test('two values compare as equal if and only if their canonical forms are equal', () => {
  fc.assert(
    fc.property(pair, ([a, b]) => {
      // The canonical form writes a long number as an object with a member `rawJSON`. So texts with such an object are
      // skipped.
      fc.pre(![a, b].some((text) => text.includes('"rawJSON"')));
      expect(isSameJson(parseExact(a), parseExact(b))).toBe(canonical(a) === canonical(b));
      expect(isSameJson(parseExact(a), JSON.parse(a, keepingNone))).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

/**
 * Keeps a number as raw JSON only if `String` writes it differently. So 100000000000000000000 becomes a plain number
 * here, but not in `parseExact`.
 */
const keepingNone = (_name: string, member: JsonValue, context?: { source?: string }): JsonValue => {
  const source = context?.source ?? '';
  return typeof member === 'number' && String(member) !== source ? (JSON.rawJSON(source) as JsonValue) : member;
};

test('two JSON texts have different canonical forms if their first differing character is within a value', () => {
  let found = 0;
  fc.assert(
    fc.property(pair, ([a, b]) => {
      fc.pre(a !== b);
      const differ = differInPlace(a, b);
      expect(differInPlace(b, a)).toBe(differ);
      if (!differ) return;
      found += 1;
      expect(canonical(a)).not.toBe(canonical(b));
      const nulls = (text: string) => canonicalJson({ id: null, a: null, b: null, ...Object(parseExact(text)) }, false);
      if (a.startsWith('{') && b.startsWith('{')) expect(nulls(a)).not.toBe(nulls(b));
    }),
    { numRuns: 3_000 },
  );
  expect(found).toBeGreaterThan(100);
});

test.each([
  ['{"a":1}', '{"a":2}', true],
  ['{"a":1}', '{"a":12}', true],
  ['{"a":"x\\"y"}', '{"a":"x\\"z"}', true],
  ['{"a":[]}', '{"a":[1]}', true],
  ['{"a":[1,2]}', '{"a":[1,"2"]}', true],
  ['{"a":{}}', '{"a":null}', true],
  ['{"a":1,"b":2}', '{"b":2,"a":1}', false],
  ['{"a":1}', '{"a":1,"b":2}', false],
  ['{}', '{"a":null}', false],
  ['{"a":12345678901234567890}', '{"a":{"rawJSON":"12345678901234567890"}}', false],
])('the comparison tells whether the first difference of two texts is within a value: %s %s', (a, b, expected) => {
  expect(differInPlace(a, b)).toBe(expected);
});

test('differInPlace works for long texts with thousands of numbers and escaped quotes', () => {
  const text = (last: string) =>
    JSON.stringify({ quotes: '"\\'.repeat(9_000), list: Array.from({ length: 9_000 }, (_, at) => at), last });
  expect(differInPlace(text('a'), text('b'))).toBe(true);
  expect(differInPlace(`${text('a').slice(0, -1)},"x":1}`, `${text('a').slice(0, -1)},"y":1}`)).toBe(false);
});
