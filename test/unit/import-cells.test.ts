import { expect, test } from 'bun:test';
import { readPieces, readSum } from '../../src/dashboard/orders-import/cells.ts';

test.each([
  ['1500', 150_000],
  ['1 500,50', 150_050],
  ['1,500.50', 150_050],
  ['1.500,50', 150_050],
  ['1,5', 150],
  ['0.50', 50],
  ['1500.000', 150_000],
  ['1500,0000', 150_000],
])('a sum written %s is %d kopecks', (text, kopecks) => {
  expect(readSum(text)).toBe(kopecks);
});

test.each(['1,500', '1.500', '12,000', '-150.000', '1,500 ₽'])(
  'a sum written %s may be thousands or roubles: it is not guessed at',
  (text) => {
    expect(readSum(text)).toEqual({ fault: 'too_precise' });
  },
);

test('a quantity has three decimals', () => {
  expect(readPieces('1,500')).toBe(1_500);
});
