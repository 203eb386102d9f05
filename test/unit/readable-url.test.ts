import { expect, test } from 'bun:test';
import { hostAlone, readableUrl, withoutSecrets } from '../../src/base/index.ts';

test.each([
  ['https://xn--e1afmkfd.xn--p1ai/hook', 'https://пример.рф/hook'],
  ['https://crm.xn--e1afmkfd.xn--p1ai:8443/xn--e1afmkfd?a=1', 'https://crm.пример.рф:8443/xn--e1afmkfd?a=1'],
  ['http://xn--e1afmkfd.xn--p1ai', 'http://пример.рф'],
  [
    'https://shop.example.com/?to=https://xn--e1afmkfd.xn--p1ai',
    'https://shop.example.com/?to=https://xn--e1afmkfd.xn--p1ai',
  ],
  ['https://[::1]:8443/', 'https://[::1]:8443/'],
])('the URL %s is shown as %s and leads to the same place', (kept, read) => {
  expect(readableUrl(kept)).toBe(read);
  expect(new URL(read).href).toBe(new URL(kept).href);
});

test.each([
  [
    'https://user:pa%40ss@shop.example/hook?token=secret&site=12#x',
    'https://shop.example/hook?token=…&site=12',
    'https://shop.example/…',
  ],
  ['https://a@b@shop.example', 'https://shop.example', 'https://shop.example'],
  ['https://shop.example/?bare', 'https://shop.example/?…', 'https://shop.example/…'],
  ['https://shop.example/', 'https://shop.example/', 'https://shop.example/'],
  ['https://shop.example/@me/?a=b=c@d', 'https://shop.example/@me/?a=…', 'https://shop.example/…'],
  ['https://shop.example?user=a@b', 'https://shop.example?user=…', 'https://shop.example/…'],
  ['https://u:p@xn--e1afmkfd.xn--p1ai:8443/x', 'https://пример.рф:8443/x', 'https://пример.рф:8443/…'],
  ['https://u:p@[::1]:8443/x?pin=12345', 'https://[::1]:8443/x?pin=…', 'https://[::1]:8443/…'],
])(
  'the URL %s is shown without its secrets, and readers who may not change it see only its host',
  (href, told, host) => {
    expect(withoutSecrets(href)).toBe(told);
    expect(hostAlone(href)).toBe(host);
  },
);
