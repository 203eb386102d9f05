import { expect, spyOn, test } from 'bun:test';
import fc from 'fast-check';
import {
  canonicalJson,
  charCount,
  fitsChars,
  type JsonObject,
  type JsonValue,
  measureJson,
  memberText,
  parseBody,
  parseExact,
  parseFirst,
  parseMembers,
} from '../../src/base/json/json.ts';
import { ORDER_NUMBERS } from '../../src/orders/index.ts';
import { reversed } from '../support/any-json.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = fc.string({
  unit: fc.constantFrom('[', ']', '{', '}', '"', '\\', ':', ',', 'a', ' ', 'é', '\u0007', '😀'),
});
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const json = fc
  .jsonValue({ maxDepth: 5, stringUnit: 'binary' })
  .map((value): JsonValue => JSON.parse(JSON.stringify(value)));
const tricky = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.integer(),
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(text, fc.constant('__proto__')), tie('value'), { maxKeys: 4 }),
  ),
})).value;

function depthOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test('depth counts nested values, not brackets inside strings', () => {
  fc.assert(
    fc.property(tricky, fc.constantFrom(0, 1, 2), (value, indent) => {
      expect(measureJson(bytesOf(JSON.stringify(value, null, indent))).depth).toBe(depthOf(value));
    }),
    { numRuns: 500 },
  );
});

test('500,000 nested levels of JSON are counted without a stack overflow', () => {
  expect(measureJson(bytesOf('['.repeat(500_000))).depth).toBe(500_000);
  expect(measureJson(bytesOf('{"a":'.repeat(500_000))).depth).toBe(500_000);
});

const space = fc.constantFrom('', ' ', '\n', '\t ', '\r\n');
const escaped = (key: string): string =>
  `"${[...key].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;

test('the text of a JSON field parses to the value that JSON.parse gives', () => {
  const key = fc.constantFrom('payload', 'a', '__proto__', 'constructor', '', 'a"b', '{', ':');
  const member = fc.tuple(key, fc.boolean(), tricky, space, space, space, space);
  fc.assert(
    fc.property(fc.array(member, { maxLength: 6 }), space, key, (members, outer, wanted) => {
      const inside = members
        .map(([name, asEscapes, value, a, b, c, d]) => {
          return `${a}${asEscapes ? escaped(name) : JSON.stringify(name)}${b}:${c}${JSON.stringify(value)}${d}`;
        })
        .join(',');
      const source = `${outer}{${inside}}${outer}`;
      const parsed: JsonObject = JSON.parse(source);
      const found = memberText(source, wanted);
      if (Object.hasOwn(parsed, wanted)) expect(JSON.parse(found ?? '')).toEqual(parsed[wanted]);
      else expect(found).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});

test('the text of a JSON field keeps its digits', () => {
  expect(memberText('{"payload" : {"n": 12345678901234567890.10 } }', 'payload')).toBe(
    '{"n": 12345678901234567890.10 }',
  );
});

const FILLER = JSON.stringify('x'.repeat(5_000));

test('parseMembers and parseFirst return the same values as a parse of the whole text', () => {
  fc.assert(
    fc.property(fc.array(tricky, { minLength: 1, maxLength: 5 }), fc.constantFrom('', ' '), (values, gap) => {
      const texts = values.map((value) => JSON.stringify(value));
      const list = `[${gap}${[...texts, FILLER].join(`${gap},${gap}`)}${gap}]`;
      expect(parseFirst<JsonValue>(list)).toEqual({ first: values[0], count: values.length + 1 });
      const object = `{${gap}${[...texts, FILLER].map((one, at) => `"m${at}"${gap}:${gap}${one}`).join(`${gap},`)}}`;
      expect(parseMembers(object, ['m0', 'none'])).toEqual({ m0: values[0] ?? null });
    }),
    { numRuns: 300 },
  );
  expect(parseFirst('[]')).toEqual({ first: undefined, count: 0 });
  expect(parseFirst('[1,2]')).toEqual({ first: 1, count: 2 });
  expect(parseFirst(`[${FILLER}]`).count).toBe(1);
  expect(JSON.stringify(parseMembers(`{"a":${FILLER},"n":12345678901234567890.10}`, ['n']))).toBe(
    '{"n":12345678901234567890.10}',
  );
});

function withNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withNulls);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, member]): [string, JsonValue] => [key, withNulls(member)]);
  return Object.fromEntries([['left out', null], ...members]);
}

test('the canonical form ignores the sequence of fields and white space, and parses to the same value', () => {
  fc.assert(
    fc.property(json, (value) => {
      const canonical = canonicalJson(value, false);
      expect(canonicalJson(JSON.parse(JSON.stringify(reversed(value), null, 3)), false)).toBe(canonical);
      expect(Bun.deepEquals(JSON.parse(canonical), value, false)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('two values have the same canonical form exactly when they are equal', () => {
  fc.assert(
    fc.property(json, json, (a, b) => {
      const same = Bun.deepEquals(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)), true);
      expect(canonicalJson(a, false) === canonicalJson(b, false)).toBe(same);
    }),
    { numRuns: 500 },
  );
});

test('a null field can be dropped from the canonical form, but a null item of an array cannot', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(canonicalJson(withNulls(value), true)).toBe(canonicalJson(value, true));
    }),
    { numRuns: 500 },
  );
  expect(canonicalJson({ a: null }, false)).not.toBe(canonicalJson({}, false));
  expect(canonicalJson([null, 1], true)).not.toBe(canonicalJson([1], true));
});

test('characters are counted as code points, and a lone surrogate counts as one character', () => {
  const unit = fc.integer({ min: 0xd7f0, max: 0xe010 }).map((code) => String.fromCharCode(code));
  const any = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(unit).map((units) => units.join('')),
  );
  fc.assert(
    fc.property(any, (value) => {
      expect(charCount(value)).toBe(Array.from(value).length);
    }),
    { numRuns: 2000 },
  );
});

test('only numbers that a double would round are kept as text', () => {
  const text =
    '{"id":12345678901234567890,"tiny":1e-400,"huge":-1E400,"fine":-2e5,"price":0.30000000000000004,"text":"1e9 1234567890123456"}';
  const value = parseExact(text);
  expect(JSON.stringify(value)).toBe(text.replace('-2e5', '-200000'));
  expect(value).toMatchObject({ fine: -200000 });
  expect(canonicalJson(parseExact('{"a":12345678901234567890}'), true)).not.toBe(
    canonicalJson(parseExact('{"a":12345678901234567891}'), true),
  );
});

test('a number keeps its digits anywhere in a value, and a text of digits stays a text', () => {
  const long = '12345678901234567890';
  for (const written of [
    `${long}`,
    ` \n-${long}`,
    `[1, \t${long}]`,
    `{"a" : [ ${long}]}`,
    `{"a":\r\n ${long} }`,
    '[1E999]',
    '[0 , 1.5e-999]',
  ])
    expect(JSON.stringify(parseExact(written))).toBe(written.replaceAll(/\s/g, ''));
  expect(parseExact(`{"a":"${long}","b":"1e999"}`)).toEqual({ a: long, b: '1e999' });
});

test('the canonical form of stored fingerprints never changes', () => {
  const forms = {
    '{"b":1,"a":[{"d":null,"c":-0}]}': '{"a":[{"c":0,"d":null}],"b":1}',
    '{"10":1,"9":[{"2":0,"1":{"__proto__":null}}],"a":2}': '{"10":1,"9":[{"1":{"__proto__":null},"2":0}],"a":2}',
    '{"b":{"__proto__":{"z":1,"y":2}},"a":3}': '{"a":3,"b":{"__proto__":{"y":2,"z":1}}}',
    '{"toJSON":1,"":"\\u0000\\"\\\\\\ud800\\u0085🌷/"}': '{"":"\\u0000\\"\\\\\\ud800\u0085🌷/","toJSON":1}',
    '{"n":12345678901234567890}': '{"n":{"rawJSON":"12345678901234567890"}}',
  };
  for (const [written, form] of Object.entries(forms)) expect(canonicalJson(parseExact(written), false)).toBe(form);
});

test.each(['', 'data', 'order'])(
  'a long number in place of an object is read as a plain number, under the path "%s"',
  (within) => {
    const fields = '{"client":12345678901234567890}';
    const body = parseBody(within === '' ? fields : `{"${within}":${fields}}`, ORDER_NUMBERS) as JsonObject;
    expect((within === '' ? body : (body[within] as JsonObject))['client']).toBe(Number('12345678901234567890'));
  },
);

test('if a text has more code units than twice the limit, fitsChars refuses it without counting its characters', () => {
  const rose = '🌹'.repeat(500);
  expect([500, 499].map((max) => fitsChars(rose, max))).toEqual([true, false]);
  using counted = spyOn(String.prototype, 'charCodeAt');
  expect([fitsChars(`${rose}1`, 500), fitsChars('1'.repeat(20_000), 500)]).toEqual([false, false]);
  expect(counted).not.toHaveBeenCalled();
});
