import { expect, test } from 'bun:test';
import { passkeySiteOf } from '../../src/base/index.ts';

test.each([
  ['https://orders.example.com', 'orders.example.com'],
  ['https://orders.example.com:8443', 'orders.example.com'],
  ['https://xn--80aaxitdbjk.xn--p1ai', 'xn--80aaxitdbjk.xn--p1ai'],
  ['http://localhost:8080', 'localhost'],
  ['http://shop.localhost', 'shop.localhost'],
])('passkeys can be created at %s, for the domain %s', (url, rpId) => {
  expect(passkeySiteOf(url, '127.0.0.1', 8080)).toEqual({ rpId, origin: url });
});

test.each([
  'http://orders.example.com',
  'https://192.168.0.5',
  'https://[fd00::5]:8443',
  'http://127.0.0.1:8080',
  'http://localhost.example.com',
  'https://2130706433',
])('no passkey can be created at %s', (url) => {
  expect(passkeySiteOf(new URL(url).origin, '127.0.0.1', 8080)).toBeUndefined();
});

test('without a public address, passkeys belong to localhost if the server listens on loopback or on all addresses', () => {
  expect(passkeySiteOf(undefined, '127.0.0.1', 8080)).toEqual({ rpId: 'localhost', origin: 'http://localhost:8080' });
  expect(passkeySiteOf(undefined, '0.0.0.0', 80)).toEqual({ rpId: 'localhost', origin: 'http://localhost' });
  expect(passkeySiteOf(undefined, '192.168.0.5', 8080)).toBeUndefined();
});
