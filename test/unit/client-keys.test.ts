import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { phoneKey } from '../../src/base/index.ts';
import { clientKeys, emailKey } from '../../src/storage/index.ts';
import { clientId } from '../../src/storage/schema/client-keys.ts';

test.each([
  ['+7 912 345-67-89'],
  ['8 (912) 345-67-89'],
  ['89123456789'],
  ['79123456789'],
  ['9123456789'],
  ['+7(912)345 67 89'],
  ['8.912.345.67.89'],
  ['８９１２３４５６７８９'],
  ['Anna 8 912 345 67 89'],
  ['+7 912 345-67-89 Anna'],
  ['7 912 345 67 89 after 10'],
  ['+7 912 345-67-89 доб. 12'],
  ['89123456789, 89217654321'],
])('%p is another spelling of the phone +79123456789', (text) => {
  expect(phoneKey(text)).toBe('+79123456789');
});

test.each([
  ['+44 20 7946 0958', '+442079460958'],
  ['0044 20 7946 0958', '+442079460958'],
  ['8 701 123 45 67', '+77011234567'],
  ['+375 29 123-45-67', '+375291234567'],
  ['(495) 123-45-67', '+74951234567'],
])('the phone %p is compared as %p', (text, key) => {
  expect(phoneKey(text)).toBe(key);
});

test('a phone in an unknown format is compared by its digits if it has at least seven', () => {
  expect(phoneKey('123-45-67')).toBe('1234567');
  expect(phoneKey('12345')).toBeUndefined();
  expect(phoneKey('ask Anna')).toBeUndefined();
  expect(phoneKey('')).toBeUndefined();
});

test('any text can be parsed as a phone without an error, and the comparison key has a limited length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect((phoneKey(text) ?? '').length).toBeLessThanOrEqual(21);
    }),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[+\d() .,;-]{0,80}$/), (text) => {
      const key = phoneKey(text);
      if (key !== undefined) expect(phoneKey(key)).toBe(key);
    }),
  );
});

test('an e-mail is compared in lower case and trimmed', () => {
  expect(emailKey(' Anna@Example.COM ')).toBe('anna@example.com');
  expect(emailKey('anna')).toBeUndefined();
  expect(emailKey('a b@c')).toBeUndefined();
  expect(emailKey(`${'a'.repeat(254)}@b`)).toBeUndefined();
});

test('an order’s client is determined by the phone, or by the e-mail if there is no valid phone, but never by the name', () => {
  expect(clientKeys('{"phone":"8 912 345-67-89","email":"A@b.c"}')).toEqual({
    phone: '+79123456789',
    email: 'a@b.c',
    key: 'p+79123456789',
  });
  expect(clientKeys('{"phone":89123456789}')?.key).toBe('p+79123456789');
  expect(clientKeys('{"email":"A@b.c","phone":"-"}')?.key).toBe('ea@b.c');
  expect(clientKeys('{"name":"Anna"}')).toBeUndefined();
  expect(clientKeys(null)).toBeUndefined();
});

test('a client’s id is stable and differs by secret key, shop and phone', () => {
  const [one, other] = [new Uint8Array(32), new Uint8Array(32).fill(1)];
  const id = clientId(one, 1, 'p+79123456789');
  expect(clientId(one, 1, 'p+79123456789')).toBe(id);
  const others = [
    clientId(other, 1, 'p+79123456789'),
    clientId(one, 2, 'p+79123456789'),
    clientId(one, 1, 'p+79123456780'),
  ];
  expect(new Set([id, ...others]).size).toBe(4);
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
