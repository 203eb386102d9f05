import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { inLine, isScalar, type JsonValue, parseExact, scalarText } from '../../src/base/index.ts';

test('equal numbers in different notations have the same text', () => {
  for (const [text, written] of [
    ['55', ['55', '55.0', '5.5e1', '550E-1', '55.00000000000000000000', '0.055e+3']],
    ['0.00000015', ['1.5e-7', '0.000000150', '15e-8']],
    ['12345678901234567890', ['12345678901234567890', '1.234567890123456789e19', '12345678901234567890.0']],
    ['-0.5', ['-0.5', '-5e-1', '-0.50000000000000000000']],
    ['0', ['0', '-0', '0.0', '0e5']],
    ['1000000000000000000000', ['1e21', '1000000000000000000000']],
  ] as const) {
    for (const one of written) expect([one, scalarText(parseExact(one))]).toEqual([one, text]);
  }
});

test('a number with too many digits to write out keeps the text in which it was sent', () => {
  for (const number of ['1e999', '-1E-999', '9'.repeat(400)]) expect(scalarText(parseExact(number))).toBe(number);
});

test('texts and booleans are scalars that are written out unchanged, but null, lists and objects are not scalars', () => {
  expect([' 55 ', '', true, false].map((value) => scalarText(value))).toEqual([' 55 ', '', 'true', 'false']);
  for (const value of [null, [], {}, { rawJSON: '5' }])
    expect([isScalar(value), scalarText(value)]).toEqual([false, undefined]);
});

test('the text of a whole number is all its digits, without an exponent', () => {
  fc.assert(fc.property(fc.bigInt(), (number) => scalarText(parseExact(String(number))) === String(number)));
});

test('a list or object is shown as its values in one line of limited length', () => {
  const address = {
    city: 'Москва',
    street: { name: ' Ленина ', house: 5 },
    lift: false,
    entry: null,
    note: '',
    tags: [1, 'b'],
  };
  expect(inLine(address)).toBe('Москва, Ленина, 5, false, 1, b');
  expect([inLine(null), inLine(undefined), inLine([]), inLine(12), inLine(' a ')]).toEqual(['', '', '', '12', ' a ']);
  const many: JsonValue = Array.from({ length: 100_000 }, (_, at) => `🌷${at}`);
  expect(inLine(many).length).toBeLessThanOrEqual(1_000);
  expect(inLine(many).isWellFormed()).toBe(true);
});
