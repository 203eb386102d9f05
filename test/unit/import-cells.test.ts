import { expect, test } from 'bun:test';
import { readDay, readExact, readPhone, readPieces, readSum, splitUnit } from '../../src/imports/cells.ts';
import { unitOf } from '../../src/imports/units.ts';

test.each([
  ['1500', 150_000],
  ['1 500,50', 150_050],
  ['1,500.50', 150_050],
  ['1.500,50', 150_050],
  ['1,5', 150],
  ['0.50', 50],
  ['1500.000', 150_000],
  ['1500,0000', 150_000],
  ['1,234,567', 123_456_700],
  ['1.234.567', 123_456_700],
  ['1 234 567,89', 123_456_789],
  ['1\u00A0234\u202F567', 123_456_700],
  ["1'234.50", 123_450],
  ['1’234.50', 123_450],
  ['1 234,56 ₽', 123_456],
  ['₽1,234.56', 123_456],
  ['1500 руб.', 150_000],
  ['1500р.', 150_000],
  ['+5', 500],
])('a sum written %s is %d kopecks', (text, kopecks) => {
  expect(readSum(text)).toBe(kopecks);
});

test.each(['1,500', '1.500', '12,000', '-150.000', '1,500 ₽'])(
  'a sum written as %s is refused because its separator could mean thousands or decimals',
  (text) => {
    expect(readSum(text)).toEqual({ fault: 'two_readings' });
  },
);

test.each([
  ['15 шт.', '15', ''],
  ['15шт', '15', ''],
  ['2 pcs', '2', ''],
  ['1 500 штук', '1 500', ''],
  ['1,5 кг', '1,5', 'кг'],
  ['3 кв. м', '3', 'кв. м'],
  ['2.5 m2', '2.5', 'm2'],
  ['12 3', '12 3', ''],
  ['1e3', '1e3', ''],
  ['кг', 'кг', ''],
])('the quantity %s is split into %s and the unit “%s”', (text, number, unit) => {
  expect([splitUnit(text)[0], unitOf(text, '')]).toEqual([number, unit]);
});

test('a unit in a cell takes precedence over the unit of its column', () => {
  expect(['2 упак.', '15 шт', '7'].map((text) => unitOf(text, 'рулон'))).toEqual(['упак.', '', 'рулон']);
  expect(unitOf('7', 'шт.')).toBe('');
});

test('a quantity has three decimals, so 1,500 is one and a half', () => {
  expect(readPieces('1,500')).toBe(1_500);
});

// Each of these cells could be read as a sum other than the intended one.
test.each([
  '12 3',
  '1 50',
  '1 2345',
  '1,23,456',
  '1,234 567',
  '1.234,567,890',
  '(12.00)',
  '100-',
  '12руб50',
  '１２',
  '1e3',
  '1..5',
  '5,',
  ',5',
  '₽',
  '1 500 руб. 00 коп.',
  // Docket refuses a text above 100 characters without reading it, because reading could block the server.
  `${'0'.repeat(100)}5`,
])('a sum written %s is invalid', (text) => {
  expect(readSum(text)).toEqual({ fault: 'bad_number' });
});

test.each(['-5', '−5', '-1 500,50'])('a sum written %s is below 0', (text) => {
  expect(readSum(text)).toEqual({ fault: 'negative' });
});

test('a quantity with a misplaced space is invalid, and one with grouped thousands is valid', () => {
  expect(readPieces('12 3')).toEqual({ fault: 'bad_number' });
  expect(readPieces('1 200,5')).toBe(1_200_500);
});

test.each([
  ['2026-03-08', '2026-03-08'],
  ['08.03.2026', '2026-03-08'],
  ['8.3.26', '2026-03-08'],
  // A spreadsheet adds midnight to a day.
  ['08.03.2026 0:00:00', '2026-03-08'],
  ['08.03.2026 00:00', '2026-03-08'],
  ['2026-03-08 00:00:00', '2026-03-08'],
  ['2026-03-08T00:00:00.000', '2026-03-08'],
])('the day written %s is %s', (text, day) => {
  expect(readDay(text)).toBe(day);
});

test.each([
  '2026-03-08 10:00',
  '08.03.2026 14:30:00',
  '2026-03-08T09:00:00',
  '2026-03-08T00:00:00.000Z',
  '08.03.2026 0:01',
])('the day written %s is refused, because its time would be lost', (text) => {
  expect(readDay(text)).toEqual({ fault: 'date_with_time' });
});

test.each(['31.02.2026', '03/08/2026', '08.03', '2026-3-8', '45000', '08.03.2026 25:00', '08.03.2026 and more'])(
  'the day written %s is invalid',
  (text) => {
    expect(readDay(text)).toEqual({ fault: 'bad_date' });
  },
);

test.each(['4.60001E+12', '4,60001E+12', '7.9E+10', '5e+5'])(
  '%s is refused because a spreadsheet has rounded this number',
  (text) => {
    expect(readExact(text)).toEqual({ fault: 'rounded_digits' });
    expect(readPhone(text)).toEqual({ fault: 'rounded_phone' });
  },
);

test.each(['4600010000001', 'E+5', 'R-15', '12E5', '1E+5B'])('%s is kept as written', (text) => {
  expect(readExact(text)).toBe(text);
});
