import { expect, test } from 'bun:test';
import { ownerOf, visitor } from '../support/browser-session.ts';
import { client, openShop, orderBody } from '../support/docket.ts';
import { expectOk, UNKNOWN_ID } from '../support/http-answers.ts';

const GUARDS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};
const POLICY = "default-src 'none'; frame-ancestors 'none'";
const guardsOf = ({ headers }: { readonly headers: Headers }) =>
  Object.fromEntries(Object.keys(GUARDS).map((name) => [name, headers.get(name)]));

test('every API answer, even a refusal, carries the security headers', async () => {
  await using shop = await openShop();
  const create = await shop.api.post('/api/v1/orders/create', orderBody());
  const { id } = expectOk(create);
  const api = '/api/v1/orders';
  const answers = [
    create,
    await shop.api.get(`${api}/${id}`),
    await shop.api.get(api),
    await shop.api.post(`${api}/delete`, { id }),
    await shop.api.post('/api/v1/inquiries', { payload: {} }),
    await shop.api.post(`${api}/create`, '{'),
    await client(shop.url).get(api),
    await shop.api.get(`${api}/${UNKNOWN_ID}`),
    await shop.api.get(`${api}/create`),
    await shop.api.post(`${api}/create`, 'x', { 'content-type': 'text/plain' }),
    await shop.api.post(`${api}/create`, {}),
    await shop.api.get('/nowhere'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 400, 401, 404, 405, 415, 422, 404]);
  for (const answer of answers) {
    expect(guardsOf(answer)).toEqual(GUARDS);
    expect(answer.headers.get('content-security-policy')).toBe(POLICY);
    expect(answer.headers.get('strict-transport-security')).toBeNull();
  }
});

test('every page, file, metric and answer to a signed-in person carries the security headers', async () => {
  await using shop = await openShop();
  const paths = [
    '/health/live',
    '/health/ready',
    '/metrics',
    '/docs',
    '/docs/json',
    '/docs/manual',
    '/docs/manual/repeats',
    '/',
    '/app',
    '/app/orders',
    '/app/fonts/inter-4.1.woff2',
    '/app/nowhere.js',
    '/favicon.ico',
  ];
  for (const path of paths) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(`${shop.url}${path}`, { method, redirect: 'manual' });
      expect([path, method, guardsOf(answer)]).toEqual([path, method, GUARDS]);
      expect(answer.headers.get('content-security-policy')).toStartWith("default-src 'none'");
      await answer.bytes();
    }
  }
  const stream = new AbortController();
  const cookie = (await ownerOf(shop)).cookie();
  for (const path of [
    `${shop.base}/orders`,
    `${shop.base}/orders/export`,
    `${shop.base}/live`,
    `${shop.base}/logo`,
    '/app/api/nothing',
  ]) {
    const answer = await fetch(`${shop.url}${path}`, {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      signal: stream.signal,
    });
    expect([path, guardsOf(answer)]).toEqual([path, GUARDS]);
    expect(answer.headers.get('content-security-policy')).toBe(POLICY);
  }
  stream.abort();
});

const HSTS = 'max-age=31536000';
const CREDENTIALS = { email: 'owner@example.com', password: 'correct horse', remember: false };

test.each([
  ['the public address says', ['--public-url', 'https://orders.example.com'], {}, HSTS],
  ['a proxy that is believed says', ['--trust-proxy'], { 'x-forwarded-proto': 'https' }, HSTS],
  ['the nearest of several proxies says', ['--trust-proxy'], { 'x-forwarded-proto': 'http, HTTPS' }, HSTS],
  ['the nearest of several does not say', ['--trust-proxy'], { 'x-forwarded-proto': 'https, http' }, null],
  ['a proxy says that nobody believes', [], { 'x-forwarded-proto': 'https' }, null],
])('answers and cookies demand https only if the server is reached over https: %s', async (_, args, headers, told) => {
  await using shop = await openShop(args);
  for (const path of ['/health/live', '/app', '/docs', '/nowhere', '/api/v1/orders', '/app/api/me']) {
    const answer = await fetch(`${shop.url}${path}`, { headers });
    expect([path, answer.headers.get('strict-transport-security')]).toEqual([path, told]);
  }
  const signIn = await visitor(shop.url).post('/app/api/sign-in', CREDENTIALS, headers);
  const cookies = signIn.headers.getSetCookie();
  expect(cookies).toHaveLength(2);
  for (const cookie of cookies) {
    expect([cookie.startsWith('__Host-'), cookie.includes('; Secure')]).toEqual(Array(2).fill(told !== null));
    expect(cookie).toContain('; Path=/; HttpOnly; SameSite=Lax');
  }
  const [cookie = ''] = cookies[0]?.split(';') ?? [];
  const me = async () => (await fetch(`${shop.url}/app/api/me`, { headers: { ...headers, cookie } })).text();
  expect(await me()).toContain(CREDENTIALS.email);
  const signOut = await visitor(shop.url, cookie).post('/app/api/sign-out', {}, headers);
  expect(signOut.headers.get('set-cookie')).toStartWith(`${cookie.split('=')[0]}=; `);
  expect(await me()).not.toContain(CREDENTIALS.email);
});
