import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { codeAt, fromBase32, stepAt, toBase32 } from '../../src/base/index.ts';

const SECRET = new TextEncoder().encode('12345678901234567890');

/** RFC 6238, appendix B, the rows of SHA-1: seconds since 1970, and the code of eight digits. */
const RFC_6238: readonly (readonly [number, string])[] = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
];

test.each(RFC_6238)('the authenticator code at %d seconds matches RFC 6238', (seconds, code) => {
  expect(codeAt(SECRET, stepAt(seconds * 1000), 8)).toBe(code);
});

/** RFC 4226, appendix D. */
const RFC_4226 = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ');

test('the first ten codes match RFC 4226', () => {
  expect(RFC_4226.map((_, step) => codeAt(SECRET, step))).toEqual(RFC_4226);
});

test('base32 encodes as RFC 4648 shows, and decoding returns the original bytes', () => {
  const write = (text: string): string => toBase32(new TextEncoder().encode(text));
  expect(['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map(write)).toEqual([
    '',
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ]);
  fc.assert(fc.property(fc.uint8Array(), (bytes) => expect(fromBase32(toBase32(bytes))).toEqual(bytes)));
  expect(() => fromBase32('1')).toThrow();
});
