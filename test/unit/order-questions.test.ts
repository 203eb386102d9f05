import { expect, test } from 'bun:test';
import type { MetadataJson } from 'libphonenumber-js/core';
import plans from 'libphonenumber-js/metadata.min.json';
import { newItem, takenFrom } from '../../src/dashboard/client/features/orders/order-form/order-items.ts';
import { askAboutLine, questionsOf } from '../../src/dashboard/client/features/orders/order-form/order-questions.ts';
import { phoneNumbers } from '../../src/dashboard/client/ui/phone-numbers.ts';

const TODAY = '2026-11-28';
const DRAFT = { date: TODAY, timeStart: '', timeEnd: '', client: {}, recipient: {}, delivery: {} };
const { isPhone, format } = phoneNumbers(plans as unknown as MetadataJson, 'en-US');

test.each([
  ['+7 912 345-67-89', '+7 912 345 67 89'],
  ['8(912)3456789', '+7 912 345 67 89'],
  ['89123456789', '+7 912 345 67 89'],
  ['9123456789', '+7 912 345 67 89'],
  ['495 123 45 67, доб. 12', '+7 495 123 45 67 ext. 12'],
  ['84951234567#101', '+7 495 123 45 67 ext. 101'],
  ['8 800 555-35-35', '+7 800 555 35 35'],
  ['+1 (415) 555.0100', '+1 415 555 0100'],
  ['+44 20 7946 0958 ext 3', '+44 20 7946 0958 x3'],
  ['+375291234567', '+375 29 123 45 67'],
  // A number that is valid in the reader's country but not in Russia.
  ['(212) 555-0123', '+1 212 555 0123'],
])('the phone %s is valid, and is shown as %s', (text, shown) => {
  expect([isPhone(text), format(text)]).toEqual([true, shown]);
});

test.each([
  '12345',
  // One digit short, and one too many.
  '+7 912 345-67-8',
  '8912345678',
  '891234567890',
  '+44 20 7946 095',
  '55-66-77',
  'none',
  '',
  'нет телефона',
  '+7',
  '1234567890123456',
  'anna@example.com',
  '89123456789 Anna',
  '+'.repeat(10_000),
  '9'.repeat(10_000),
])('the phone %p is not valid, and is shown unchanged', (text) => {
  expect([isPhone(text), format(text)]).toEqual([false, text]);
});

test('a phone number of the country of the shop’s time zone needs no country code', () => {
  const inZone = (zone: string) => phoneNumbers(plans as unknown as MetadataJson, 'en-US', zone).isPhone;
  for (const text of ['07700 900666', '020 7946 0958', '0113 496 0123'])
    expect([text, isPhone(text), inZone('Europe/London')(text)]).toEqual([text, false, true]);
  for (const text of ['020 7946 095', '55-66-77', '8912345678'])
    expect([text, inZone('Europe/London')(text)]).toEqual([text, false]);
  expect(inZone('America/New_York')('(614) 555-0142')).toBe(true);
});

test('an inverted time slot or an invalid phone raises a question, unless the stored order already had it', () => {
  expect(questionsOf(DRAFT, TODAY, isPhone)).toEqual([]);
  const odd = {
    ...DRAFT,
    timeStart: '12:00',
    timeEnd: '03:00',
    client: { phone: 'none' },
    recipient: { phone: 'who' },
  };
  expect(questionsOf(odd, TODAY, isPhone)).toEqual([
    { path: 'timeEnd', from: '12:00', to: '03:00' },
    { path: 'client.phone', phone: 'none' },
    { path: 'recipient.phone', phone: 'who' },
  ]);
  expect(questionsOf(odd, TODAY, isPhone, odd)).toEqual([]);
  expect(questionsOf({ ...odd, timeEnd: '12:00', client: { phone: ' ' }, recipient: {} }, TODAY, isPhone)).toEqual([]);
});

test('a day in the past or over a year ahead is asked about, unless it was stored before', () => {
  const draft = { ...DRAFT, date: '2026-11-01' };
  expect(questionsOf(draft, TODAY, isPhone)).toEqual([{ path: 'date', why: 'past', date: '2026-11-01' }]);
  expect(questionsOf(draft, TODAY, isPhone, draft)).toEqual([]);
  const far = { ...draft, date: '2062-11-29' };
  expect(questionsOf(far, TODAY, isPhone)).toEqual([{ path: 'date', why: 'far', date: '2062-11-29' }]);
  expect(questionsOf({ ...draft, date: '2027-11-28' }, TODAY, isPhone)).toEqual([]);
});

test('the user is asked about unused parts of the typed line, but not about the last digits of the client’s phone', () => {
  expect(askAboutLine([], DRAFT)).toEqual([]);
  expect(askAboutLine(['Mum!', '8921'], DRAFT)).toEqual([{ path: 'line', open: ['Mum!', '8921'] }]);
  expect(askAboutLine(['8921'], { ...DRAFT, client: { phone: '+7 912 330-89-21' } })).toEqual([]);
});

test('a delivery without an address is asked about, and a pick-up is not', () => {
  const draft = { ...DRAFT, delivery: { deliveryType: 'Courier' } };
  expect(questionsOf(draft, TODAY, isPhone)).toEqual([{ path: 'delivery.adress', method: 'Courier' }]);
  expect(questionsOf(draft, TODAY, isPhone, draft)).toEqual([]);
  for (const delivery of [
    { deliveryType: 'Самовывоз' },
    { deliveryType: 'by bicycle' },
    { deliveryType: 'Курьер', adress: 'Ленина 5' },
  ]) {
    expect(questionsOf({ ...draft, delivery }, TODAY, isPhone)).toEqual([]);
  }
});

test('a chosen product replaces the name, SKU, id and price of the earlier one', () => {
  const typed = { ...newItem(), name: 'ro', price: '5', rest: { id: 'old', sku: 'OLD', comment: 'red' } };
  const product = { externalId: 'p-1', name: 'Rose', sku: 'R', lastPrice: 99.5 };
  expect(takenFrom(typed, product)).toEqual({
    name: 'Rose',
    price: '99.50',
    rest: { comment: 'red', id: 'p-1', sku: 'R' },
  });
  expect(takenFrom(typed, { ...product, sku: null, lastPrice: null })).toEqual({
    name: 'Rose',
    rest: { comment: 'red', id: 'p-1' },
  });
});
