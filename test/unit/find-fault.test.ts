import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { badByteAt, faultAt, placeOfBadByte, placeOfFault } from '../../src/base/json/find-fault.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

test.each([
  ['{"a": 1,}', 1, 9],
  ['{"a": 1', 1, 8],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
  ["{'a': 1}", 1, 2],
  ['{"a": undefined}', 1, 7],
  ['{"a": tru}', 1, 10],
  ['{"a": NaN}', 1, 7],
  ['[1, 2', 1, 6],
  ['[1 2]', 1, 4],
  ['[01]', 1, 3],
  ['[1.]', 1, 3],
  ['{"a": "x\ny"}', 1, 9],
  ['{"a": "\\x"}', 1, 8],
  ['{"ключ": "🌷🌷" нет}', 1, 15],
  ['{"a": 1}\r\n{"b": 2}', 2, 1],
  ['\n\n', 3, 1],
  ['id=5&name=x', 1, 1],
  ['{"a": {"b": [1}}', 1, 15],
  ['{"a" 1}', 1, 6],
  ['"open', 1, 6],
])('the fault of %j is at line %d, column %d', (text, line, column) => {
  expect(isJson(text)).toBe(false);
  expect(placeOfFault(text)).toEqual({ line, column });
});

test('a fault is found exactly when JSON.parse refuses the text', () => {
  const mutated = fc
    .tuple(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', ',', '"', '\\', '}', ']', '{', ':', '0', '-', '.', 'e', 'n', '\n', '\u0000', '\u2028', ' '),
    )
    .map(([text, at, char]) => {
      const place = at % (text.length + 1);
      return char === ''
        ? text.slice(0, place) + text.slice(place + 1)
        : text.slice(0, place) + char + text.slice(place);
    });
  fc.assert(
    fc.property(fc.oneof(fc.json(), mutated, fc.string()), (text) => {
      const at = faultAt(text);
      expect(at === undefined).toBe(isJson(text));
      // The text before the fault can be completed to valid JSON, so it contains no earlier fault.
      if (at !== undefined) expect(faultAt(text.slice(0, at)) ?? at).toBe(at);
    }),
    { numRuns: 3_000 },
  );
});

test('an invalid byte is found exactly when the bytes are not UTF-8', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 12 }),
    fc.tuple(fc.string({ unit: 'binary' }), fc.nat(), fc.nat(255)).map(([text, at, byte]) => {
      const encoded = new TextEncoder().encode(text);
      if (encoded.length > 0) encoded[at % encoded.length] = byte;
      return encoded;
    }),
  );
  fc.assert(
    fc.property(bytes, (sent) => {
      const at = badByteAt(sent);
      expect(at === undefined).toBe(isUtf8(sent));
      if (at !== undefined) expect(isUtf8(sent.subarray(0, at))).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

test('the column of a bad byte is counted in characters, not in bytes', () => {
  const sent = Buffer.concat([Buffer.from('{"a": "Анна",\n "б🌷": "'), Buffer.from([0xff]), Buffer.from('"}')]);
  expect(placeOfBadByte(sent)).toEqual({ line: 2, column: 9 });
  expect(placeOfBadByte(Buffer.from('Привет').subarray(0, 11))).toEqual({ line: 1, column: 6 });
});
