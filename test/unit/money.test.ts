import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  lineAmount,
  MAX_KOPECKS,
  MAX_THOUSANDTHS,
  parseQuantity,
  parseRoubles,
  toPieces,
  toRoubles,
} from '../../src/base/money/money.ts';

const kopecks = fc.integer({ min: 0, max: MAX_KOPECKS });
const thousandths = fc.integer({ min: 0, max: MAX_THOUSANDTHS });

test('every amount of kopecks survives conversion to roubles, JSON and back', () => {
  fc.assert(
    fc.property(kopecks, (amount) => {
      expect(parseRoubles(JSON.parse(JSON.stringify(toRoubles(amount))))).toBe(amount);
    }),
    { numRuns: 2000 },
  );
});

test('every quantity in thousandths survives conversion to pieces and back', () => {
  fc.assert(
    fc.property(thousandths, (amount) => {
      expect(parseQuantity(toPieces(amount))).toBe(amount);
    }),
    { numRuns: 2000 },
  );
});

test('an amount within 1e-6 rouble of a kopeck is rounded to it', () => {
  // 8e-7 leaves room for the error of the double itself, which is 1e-7 at a billion.
  const offset = fc.double({ min: -8e-7, max: 8e-7, noNaN: true });
  fc.assert(
    fc.property(kopecks, offset, (amount, off) => {
      expect(parseRoubles(toRoubles(amount) + off)).toBe(amount);
    }),
    { numRuns: 2000 },
  );
});

test('a third decimal is refused, not rounded', () => {
  const digit = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_KOPECKS - 1 }), digit, (amount, third) => {
      expect(
        parseRoubles(Number(`${(amount - (amount % 100)) / 100}.${String(amount % 100).padStart(2, '0')}${third}`)),
      ).toBe('too_precise');
    }),
    { numRuns: 2000 },
  );
});

test('an amount exactly 0.000001 roubles away from a whole kopeck is refused', () => {
  for (const number of [0.000001, 0.009999, 0.010001, 1.000001, 1.009999, 10.000001, 1000.000001]) {
    expect([number, parseRoubles(number)]).toEqual([number, 'too_precise']);
  }
  expect([1.0000009, 0.0099991].map(parseRoubles)).toEqual([100, 1]);
});

test('a quantity has three decimals: a floating-point error is ignored, and a small fourth decimal is refused', () => {
  expect([0.1 + 0.2, 1.1 + 2.2, 33.3 * 3, 999_999_999.999].map(parseQuantity)).toEqual([
    300,
    3300,
    99_900,
    MAX_THOUSANDTHS,
  ]);
  for (const number of [1.0005, 1.0001, 1.000001, 1.0000000001]) {
    expect([number, parseQuantity(number)]).toEqual([number, 'too_precise']);
  }
});

test.each([
  [0, 0],
  [-1e-9, 0],
  [0.01, 1],
  [999_999_999.99, MAX_KOPECKS],
  [1_000_000_000, 'too_large'],
  [Number.MAX_VALUE, 'too_large'],
  [-0.01, 'negative'],
  [-1, 'negative'],
])('an amount of %p roubles is parsed as kopecks or as an error: %p', (roubles, expected) => {
  expect(parseRoubles(roubles)).toBe(expected as number);
});

test('the sum of an item is rounded half up and exact at any size', () => {
  fc.assert(
    fc.property(thousandths, kopecks, (quantity, price) => {
      expect(lineAmount(quantity, price)).toBe(Number((BigInt(quantity) * BigInt(price) + 500n) / 1000n));
    }),
    { numRuns: 5000 },
  );
});

test('half a kopeck is rounded up', () => {
  expect(lineAmount(500, 1)).toBe(1);
  expect(lineAmount(499, 1)).toBe(0);
  expect(lineAmount(1500, 1)).toBe(2);
});
