import { expect, test } from 'bun:test';
import { typedPhone } from '../../src/dashboard/client/data/plain-values.ts';
import { objectOf, textsOf, trimmed } from '../../src/dashboard/client/features/orders/order-form/order-fields.ts';

const CLIENT = { id: '12345678901234567890', name: ' Мария ', phone: 79123456789, email: false, comment: '', vip: [1] };
const DELIVERY = { deliveryType: { id: 3, name: 'Курьер' }, adress: ['Москва', 5], flat: 12, price: 10 };
const PERSON = ['name', 'phone', 'email', 'comment'];
const PLACE = ['deliveryType', 'adress', 'flat', 'price'];

test('an untouched form leaves every value and its type as sent', () => {
  expect(objectOf(textsOf(CLIENT, PERSON), CLIENT)).toEqual(CLIENT);
  expect(objectOf(textsOf(DELIVERY, PLACE), DELIVERY)).toEqual(DELIVERY);
  expect(objectOf(textsOf(null, PERSON), null)).toBeNull();
  // The edit form shows a phone as every page does.
  const sent = { phone: '+79123344024' };
  expect(objectOf({ phone: '+7 912 334-40-24' }, sent)).toEqual(sent);
  const note = { comment: '+7 912 334-40-24' };
  expect(objectOf(note, { comment: '+79123344024' })).toEqual(note);
  expect(objectOf(textsOf({ name: null }, PERSON), { name: null })).toEqual({ name: null });
  expect([trimmed(' site ', ' site '), trimmed(' till ', ' site ')]).toEqual([' site ', 'till']);
});

test('a changed field keeps its type if the new text allows it, and other fields stay unchanged', () => {
  expect(objectOf({ ...textsOf(CLIENT, PERSON), name: ' Анна ', email: 'true' }, CLIENT)).toEqual({
    ...CLIENT,
    name: 'Анна',
    email: true,
  });
  expect(objectOf({ ...textsOf(DELIVERY, PLACE), flat: '13', price: '12,50' }, DELIVERY)).toEqual({
    ...DELIVERY,
    flat: 13,
    price: 12.5,
  });
});

test('input that cannot stay a number or an object is sent as a text, and empty input as null', () => {
  const texts = textsOf(DELIVERY, PLACE);
  expect([texts['deliveryType'], texts['adress']]).toEqual(['3, Курьер', 'Москва, 5']);
  const changed = { ...texts, flat: '12а', deliveryType: 'Самовывоз', adress: '' };
  expect(objectOf(changed, DELIVERY)).toEqual({ flat: '12а', deliveryType: 'Самовывоз', adress: null, price: 10 });
  const phones = ['+79123456789', '007', '79123456789012345678'];
  for (const phone of phones) expect(objectOf({ phone }, CLIENT)).toEqual({ ...CLIENT, phone });
});

test.each([
  ['9005550177', '+7 900 555-01-77'],
  [' 8 (900) 555-01-77 ', '+7 900 555-01-77'],
  ['89005550177', '+7 900 555-01-77'],
  ['84951234567', '+7 495 123-45-67'],
  ['79005550177', '+7 900 555-01-77'],
  // A phone with a country code, one that is incomplete, and one of another country stay as typed.
  ...['+79005550177', '+44 20 7946 0958', '900555017', '4155550100', '8 800 555-35-35', '4429', 'none', ''].map(
    (text) => [text, text] as const,
  ),
])('%p typed into a phone field becomes %p', (text, kept) => {
  expect(typedPhone(text)).toBe(kept);
});
