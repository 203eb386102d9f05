import { expect, test } from 'bun:test';
import { isFault, readInstant, readSignedSum } from '../../src/imports/index.ts';
import { numbersIn } from '../../src/orders/import-payments/numbers.ts';

test.each([
  ['1043', '', ['1043']],
  ['№ 1043', '', ['1043']],
  ['#W-12/5', '', ['W-12/5']],
  ['', 'Оплата заказа 1043', ['1043']],
  ['', 'Оплата по заказу № 1043 от 03.08.2026 на сумму 1500.', ['1043']],
  ['', 'Заказ: «K-7», без НДС', ['K-7']],
  ['', 'Payment for order no. 1043, thank you', ['1043']],
  ['', 'Счет №77, оплата 12', ['77']],
  ['', '(1043)', ['1043']],
  ['', 'Оплата (1043) 03.08.2026', []],
  ['', 'Перевод по договору 15 от 12.03.2026, ИНН 7801234567', []],
  ['', 'за заказы 1043, 1044 и 1045', ['1043', '1044', '1045']],
  ['предоплата', 'Оплата заказа 9', ['9']],
  ['', 'Комиссия банка', []],
  ['', 'Оплата \t заказа   №\u00a0\u00a0 7 ,  8  и\n9', ['7', '8', '9']],
])('the order cell %p and the payment text %p give the order numbers %p', (order, purpose, numbers) => {
  expect(numbersIn(order, purpose)).toEqual({ exact: order, numbers });
});

test.each([
  ['Возврат по заказу 1043', ['1043']],
  ['Возврат № 1043', ['1043']],
  ['1043', ['1043']],
  ['Оплата поставщику по счету № 1043', []],
])('an outgoing payment with the text %p is a refund of the orders %p', (purpose, numbers) => {
  expect(numbersIn('', purpose, true).numbers).toEqual(numbers);
});

test.each([
  'заказ'.repeat(200),
  'заказномер'.repeat(100),
  `заказ${' '.repeat(990)}№`,
  `заказ ${'номер'.repeat(150)}`,
  '№'.repeat(1_000),
  'order n:'.repeat(120),
])('a payment text that repeats words such as “order” is read quickly: %#', (text) => {
  expect(numbersIn(text, text)).toEqual({ exact: text.slice(0, 100), numbers: [] });
});

test('an overlong order cell is cut to the maximum length of an order’s number', () => {
  const { exact, numbers } = numbersIn('1 '.repeat(1_000), '');
  expect([exact.length, numbers]).toEqual([100, ['1']]);
});

test('a file of long repetitive texts that name no order is read quickly', () => {
  // Reading each of these texts once took 0.7 to 2.7 seconds. At that speed, this test would exceed its time limit.
  const texts = [`заказ${' '.repeat(990)}x`, `order${' \n\t\u00a0'.repeat(248)}`, 'заказ'.repeat(200)];
  for (const text of texts.flatMap((one) => Array.from({ length: 5 }, () => one)))
    expect([numbersIn(text, '').numbers, numbersIn('', text).numbers]).toEqual([[], []]);
});

test.each([
  ['1 234,50 ₽', 123_450],
  ['-1 234,50', -123_450],
  ['−5', -500],
  ['(1 500,00)', -150_000],
  ['+7', 700],
  ['-0', 0],
])('the amount %p is %i kopecks', (text, kopecks) => {
  expect(readSignedSum(text)).toBe(kopecks);
});

test.each([
  ['03.08.2026', '', '2026-08-03T09:00:00.000Z'],
  ['2026-03-08', '23:59', '2026-03-08T20:59:00.000Z'],
  ['08.03.26 0:00:00', '', '2026-03-08T09:00:00.000Z'],
  ['08.03.2026 0:00', '9:05:07', '2026-03-08T06:05:07.000Z'],
  ['2026-03-08T23:30:00.5', '', '2026-03-08T20:30:00.000Z'],
  ['2026-03-08T23:30:00+05:00', '', '2026-03-08T18:30:00.000Z'],
  ['46089', '', '2026-03-08T09:00:00.000Z'],
  ['46089,75', '', '2026-03-08T15:00:00.000Z'],
])('the Moscow time %p %p is the instant %s', (text, clock, iso) => {
  const read = readInstant(text, clock, 'Europe/Moscow');
  expect(isFault(read) ? read : new Date(read).toISOString()).toBe(iso);
});

test.each([
  ['31.02.2026', '', 'bad_date'],
  ['8 марта', '', 'bad_date'],
  ['460891', '', 'bad_date'],
  ['08.03.2026', '25:00', 'bad_time'],
  ['08.03.2026', 'noon', 'bad_time'],
])('%p with the time %p is refused as %s', (text, clock, fault) => {
  expect(readInstant(text, clock, 'Europe/Moscow')).toEqual({ fault } as never);
});
