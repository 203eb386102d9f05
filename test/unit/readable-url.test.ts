import { expect, test } from 'bun:test';
import { readableUrl } from '../../src/base/index.ts';

test.each([
  ['https://xn--e1afmkfd.xn--p1ai/hook', 'https://пример.рф/hook'],
  ['https://crm.xn--e1afmkfd.xn--p1ai:8443/xn--e1afmkfd?a=1', 'https://crm.пример.рф:8443/xn--e1afmkfd?a=1'],
  ['http://xn--e1afmkfd.xn--p1ai', 'http://пример.рф'],
  [
    'https://shop.example.com/?to=https://xn--e1afmkfd.xn--p1ai',
    'https://shop.example.com/?to=https://xn--e1afmkfd.xn--p1ai',
  ],
  ['https://[::1]:8443/', 'https://[::1]:8443/'],
])('%s reads %s, and leads to the same place', (kept, read) => {
  expect(readableUrl(kept)).toBe(read);
  expect(new URL(read).href).toBe(new URL(kept).href);
});
