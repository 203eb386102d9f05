import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createPathTable, pathOf } from '../../src/web/paths.ts';

const table = createPathTable([
  { method: 'POST', path: '/orders/create' },
  { method: 'GET', path: '/orders' },
  { method: 'GET', path: '/orders/:id' },
  { method: 'DELETE', path: '/orders/:id' },
  { method: 'GET', path: '/docs/assets/*' },
  { method: 'GET', path: '/a.b' },
]);

test.each([
  ['/orders', ['GET', 'HEAD']],
  ['/orders/1', ['DELETE', 'GET', 'HEAD']],
  ['/orders/create', ['POST']],
  ['/docs/assets/x/y.js', ['GET', 'HEAD']],
  ['/a.b', ['GET', 'HEAD']],
  ['/axb', undefined],
  ['/orders/', undefined],
  ['/orders/1/2', undefined],
  ['/docs/assets/', undefined],
  ['', undefined],
])('the path %p has the methods %p', (path, methods) => {
  expect(table.find(path)?.methods).toEqual(methods);
});

test.each([
  ['/orders/create', '/orders/create'],
  ['/orders/0199f0c2', '/orders/:id'],
  ['/docs/assets/x/y.js', '/docs/assets/*'],
  ['/clients/ivanov', undefined],
])('the route of the path %p is %p', (path, route) => {
  expect(table.find(path)?.route).toBe(route);
});

test('the path found in a URL equals the pathname of the class URL', () => {
  const segments = fc.array(fc.stringMatching(/^[a-z0-9._~-]{1,8}$/).filter((part) => !/^\.+$/.test(part)));
  fc.assert(
    fc.property(segments, fc.option(fc.stringMatching(/^[a-z0-9=&/?:]{0,12}$/)), (parts, query) => {
      const url = `http://shop.example:8080/${parts.join('/')}${query === null ? '' : `?${query}`}`;
      expect(pathOf(url)).toBe(new URL(url).pathname);
    }),
  );
});

test('a literal part of a pattern takes precedence over a parameter', () => {
  const table = createPathTable([
    { method: 'GET', path: '/shops/:shop/orders/:id' },
    { method: 'POST', path: '/shops/:shop/orders/statuses' },
  ]);
  expect(table.find('/shops/1/orders/statuses')?.methods).toEqual(['POST']);
  expect(table.find('/shops/1/orders/2')?.methods).toEqual(['GET', 'HEAD']);
});
