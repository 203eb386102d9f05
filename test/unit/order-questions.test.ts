import { expect, test } from 'bun:test';
import { newItem, takenFrom } from '../../src/dashboard/client/features/orders/order-form/order-items.ts';
import { isPhone, questionsOf } from '../../src/dashboard/client/features/orders/order-form/order-questions.ts';

test.each([
  '+7 912 345-67-89',
  '8(912)3456789',
  '89123456789',
  '55-66-77',
  '+1 (415) 555.0100',
  '495 123 45 67, доб. 12',
  '+44 20 7946 0958 ext 3',
  '84951234567#101',
])('%s may be dialled', (text) => {
  expect(isPhone(text)).toBe(true);
});

test.each(['none', '', '1234', 'нет телефона', '+7', '1234567890123456', 'anna@example.com', '89123456789 Anna'])(
  '%p is no phone',
  (text) => {
    expect(isPhone(text)).toBe(false);
  },
);

test('a slot that ends before it begins and a phone that is none are asked about, but not what was so before', () => {
  const draft = { timeStart: '', timeEnd: '', client: {}, recipient: {} };
  expect(questionsOf(draft)).toEqual([]);
  const odd = {
    ...draft,
    timeStart: '12:00',
    timeEnd: '03:00',
    client: { phone: 'none' },
    recipient: { phone: 'who' },
  };
  expect(questionsOf(odd)).toEqual([
    { path: 'timeEnd', from: '12:00', to: '03:00' },
    { path: 'client.phone', phone: 'none' },
    { path: 'recipient.phone', phone: 'who' },
  ]);
  expect(questionsOf(odd, odd)).toEqual([]);
  expect(questionsOf({ ...odd, timeEnd: '12:00', client: { phone: ' ' }, recipient: {} })).toEqual([]);
});

test('a product that is chosen brings its name, SKU, id and price; of the former one nothing stays', () => {
  const typed = { ...newItem(), name: 'ro', price: '5', rest: { id: 'old', sku: 'OLD', comment: 'red' } };
  const product = { externalId: 'p-1', name: 'Rose', sku: 'R', lastPrice: 99.5 };
  expect(takenFrom(typed, product)).toEqual({
    name: 'Rose',
    price: '99.5',
    rest: { comment: 'red', id: 'p-1', sku: 'R' },
  });
  expect(takenFrom(typed, { ...product, sku: null, lastPrice: null })).toEqual({
    name: 'Rose',
    rest: { comment: 'red', id: 'p-1' },
  });
});
