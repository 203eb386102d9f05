/**
 * Calls with an invalid or ended API key have a rate limit by network. They displace no real calls from the list of
 * calls.
 */

import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { networkOf } from '../../src/base/index.ts';
import { workspaces } from '../../src/storage/index.ts';
import { browserAt, ownerOf } from '../support/browser-session.ts';
import { client, docket, docketJson, openShop, orderBody } from '../support/docket.ts';
import { expectFailure, expectInvalid, expectOk, rawRequest } from '../support/http-answers.ts';
import { shared } from '../support/shared.ts';
import { openTimedShop } from '../support/timed-shop.ts';

const shop = shared(() => openShop(['--environment', 'dev', '--trust-proxy']));

const LIST = '/api/v1/orders';
const BURST = 300;
const WAITING = 'Too many of your requests wait at once. Repeat this one after the seconds in Retry-After.';
const from = (address: string) => ({ 'x-forwarded-for': address });

async function statuses(key: string | undefined, address: string, count: number): Promise<number[]> {
  const api = client(shop.url, key);
  const found: number[] = [];
  for (let at = 0; at < count; at += 1) found.push((await api.get(LIST, from(address))).status);
  return found;
}

async function revokedKey(): Promise<string> {
  const at = ['--data', shop.dir, '--workspace', shop.workspaceId];
  const made = await docketJson<{ id: string; key: string }>(['key', 'create', ...at, '--source', 'site']);
  expect((await docket(['key', 'revoke', made.id, '--data', shop.dir])).status).toBe(0);
  return made.key;
}

/** Sends calls until one is refused with 429, or up to 20 times the allowed burst. */
async function callOn(key: string | undefined, address: string): Promise<number[]> {
  const found: number[] = [];
  while (!found.includes(429) && found.length < 20 * BURST) {
    const several = await Promise.all(Array.from({ length: 50 }, () => statuses(key, address, 1)));
    found.push(...several.flat());
  }
  return found;
}

test.each([
  ['an unknown key', '198.51.100.7', async () => `dk_${'x'.repeat(40)}`],
  ['a malformed key', '198.51.101.7', async () => '?'],
  ['no key', '198.51.102.7', async () => undefined],
  ['a revoked key', '198.51.103.7', revokedKey],
])(
  'after a burst of calls %s must wait, but a valid API key from the same IP address need not',
  async (_, address, make) => {
    const key = await make();
    const found = await callOn(key, address);
    expect(found.length).toBeGreaterThan(BURST);
    expect(new Set(found)).toEqual(new Set([401, 429]));
    // As time passes, single calls are let through again and counted. Still no body is read.
    const api = client(shop.url, key);
    const send = () => api.post(`${LIST}/create`, 'no JSON', from(address));
    const sent = await Promise.all(Array.from({ length: 50 }, send));
    for (const { status } of sent) expect([401, 429]).toContain(status);
    const refused = sent.find(({ status }) => status === 429) ?? (await send());
    expect(expectFailure(refused, 429, 'rate_limited').retryAfter).toBe(1);
    expect(refused.headers.get('retry-after')).toBe('1');
    for (let at = 0; at < 20; at += 1) expectOk(await shop.api.post(`${LIST}/create`, orderBody(), from(address)));
    expect(await statuses(key, '203.0.113.8', 1)).toEqual([401]);
  },
);

test('a revoked API key’s calls appear in the log of calls at most once a minute and displace no other call', async () => {
  const key = await revokedKey();
  expectOk(await shop.api.post(`${LIST}/create`, orderBody()));
  await statuses(key, '192.0.2.1', 250);
  await statuses('unknown', '192.0.2.2', 250);
  await Promise.all(Array.from({ length: 250 }, () => fetch(`${shop.url}/api/v1/nowhere`)));
  const owner = await ownerOf(shop);
  const { calls } = expectOk(await owner.get(`${shop.base}/calls`));
  const refused = calls.filter((call: { keyRefusal: string | null }) => call.keyRefusal === 'ended_key');
  // One of these calls was sent by this test, and one by the previous test with the revoked API key.
  expect(refused.length).toBeLessThanOrEqual(2);
  expect(calls.some((call: { route: string; status: number }) => call.status === 200)).toBe(true);
});

/** Sends bytes on a new connection. @returns everything received until the server closes it, or resets it */
const received = (bytes: string): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(shop.url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(text));
    socket.on('error', () => undefined);
  });

test.each([
  ['without a body', 'DELETE /x HTTP/1.1\r\nHost: docket\r\n\r\n'],
  ['with a body in chunks', 'POST /x HTTP/1.1\r\nHost: docket\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
])('a connection that pipelines requests %s is closed after few answers', async (_what, request) => {
  const text = await received(request.repeat(5_000));
  expect(text.split('HTTP/1.1 404').length).toBeLessThan(500);
  expectOk(await shop.api.get(LIST));
});

test.each([
  ['a stranger', '/app/api/sign-in', () => 'Sec-Fetch-Site: same-origin\r\n'],
  ['a key', `${LIST}/create`, () => `Authorization: Bearer ${shop.key}\r\n`],
])('a body from %s with two Content-Length headers has the usual size limit', async (_who, path, authorization) => {
  const length = 3 * 1024 * 1024;
  const announced = `Content-Length: ${length}\r\n`.repeat(2);
  const head = `POST ${path} HTTP/1.1\r\nHost: docket\r\nContent-Type: application/json\r\n${authorization()}${announced}\r\n`;
  const { status } = await rawRequest(shop.url, head, `"${'x'.repeat(length - 2)}"`);
  expect(status).toBe(413);
});

test('some of 600 large bodies from one network get 429, and a body from another network does not', async () => {
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'x'.repeat(9_000) });
  const send = (address: string) => browserAt(shop.url, address).post('/app/api/sign-in', body);
  const crowd = Promise.all(Array.from({ length: 600 }, () => send('198.51.110.7')));
  const other = await send('203.0.113.110');
  expect(other.status).not.toBe(429);
  const refused = (await crowd).filter(({ status }) => status === 429);
  expect(refused.map(({ body }) => body.message)).toContain(WAITING);
});

test('a query of more than 200 parameters is refused with the same message for every caller', async () => {
  const many = (count: number): string => Array.from({ length: count }, (_, at) => `n${at}`).join('&');
  const cookie = (await ownerOf(shop)).cookie();
  const here = `${shop.base}/orders`;
  const stranger = client(shop.url);
  for (const refused of [
    await stranger.get(`/docs/json?${many(201)}`),
    await stranger.get(`${here}?${many(201)}`, { cookie }),
    await stranger.get(here, { cookie, 'docket-query': many(201) }),
    await shop.api.get(`${LIST}?${many(201)}`),
  ]) {
    expectInvalid(refused, 'query');
    expect(refused.body.message).toContain('must have at most 200 parameters');
  }
  // A call's path, method and API key are checked before the number of its parameters.
  expectFailure(await stranger.get(`${LIST}?${many(201)}`), 401, 'unauthorized');
  expectFailure(await shop.api.get(`/api/v1/nothing?${many(201)}`), 404, 'not_found');
  expectFailure(await shop.api.get(`/api/v1/orders/create?${many(201)}`), 405, 'method_not_allowed');
  const unknown = await shop.api.get(`${LIST}?${many(200)}`);
  expect([unknown.status, unknown.body.message]).toEqual([422, expect.stringContaining('n0')]);
});

test('a call with a valid API key counts against the limit for strangers only if it gets 403 or 405, or 404 for an unknown path', async () => {
  await using shop = await openTimedShop();
  const { key } = await shop.newKey('Site');
  const call = async (path: string, method = 'GET'): Promise<number> => {
    const headers = { authorization: `Bearer ${key}` };
    const { status } = await fetch(`${shop.url}/api/v1/${path}`, { method, headers });
    return status;
  };
  const paced = () => shop.throttle.missing({ name: `looks from ${networkOf(null)}`, tries: 2_000, refillMs: 5 });
  expect([await call('orders'), await call('changes'), await call('orders/none')]).toEqual([200, 200, 422]);
  expect(paced()).toBe(0);
  expect([await call('none'), await call('orders/create', 'DELETE')]).toEqual([404, 405]);
  expect(paced()).toBe(2);
  await shop.store.storage.write((tx) => tx.db.update(workspaces).set({ apiEnabled: false }).run());
  expect(await call('orders')).toBe(403);
  expect(paced()).toBe(3);
});
