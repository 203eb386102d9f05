/**
 * JSON bodies are in memory while they arrive. So large bodies that stall are limited for each API key, each workspace
 * and the server.
 */

import { expect, spyOn, test } from 'bun:test';
import { mayBeLarge } from '../../src/dashboard/index.ts';
import { addPerson, createOneTimeLink } from '../../src/people/index.ts';
import { people } from '../../src/storage/index.ts';
import { client, createKey, orderBody } from '../support/docket.ts';
import { expectOk, placeOrder, rawRequest } from '../support/http-answers.ts';
import { addWorkspace } from '../support/members.ts';
import { alter } from '../support/raw-database.ts';
import { inChunks, MIB, rawUpload } from '../support/raw-upload.ts';
import { sharedShop } from '../support/shared.ts';
import { openTestStore, TEST_ACTOR } from '../support/store.ts';
import { openTimedShop, type TimedShop } from '../support/timed-shop.ts';
import { until } from '../support/until.ts';

const { shop, owner } = sharedShop();

const KINDS = {
  'calls of a key': () => ({ path: '/api/v1/orders/create', key: shop.key, announced: MIB, sent: MIB - 1 }),
  'calls of a key, in chunks': () => ({
    path: '/api/v1/orders/create',
    key: shop.key,
    announced: undefined,
    sent: MIB / 2,
  }),
  'orders of a person': () => ({ path: `${shop.base}/orders`, cookie: owner.cookie(), announced: MIB, sent: MIB - 1 }),
};
/** At most this many bodies of the largest size may arrive at once. */
const MOST = 16;

test.each(Object.entries(KINDS))(
  'of 45 simultaneous large %s that stall, 16 are read and the others refused',
  async (_name, kind) => {
    const send = () => rawUpload(shop.url, { ...kind(), type: 'application/json' });
    const calls = await Promise.all(Array.from({ length: 45 }, send));
    const refused = await until('the refusals', () => {
      const found = calls.filter((call) => call.status() !== undefined);
      return found.length >= calls.length - MOST && found;
    });
    expect(refused.length).toBe(calls.length - MOST);
    for (const { answered } of refused) {
      expect(answered()).toStartWith('HTTP/1.1 429 ');
      expect(answered().toLowerCase()).toContain('\r\nretry-after: 1\r\n');
      expect(answered()).toContain('"code":"rate_limited"');
    }
    await placeOrder(shop.api);
    const other = await createKey(shop.dir, await addWorkspace(shop.dir, 'Another'), 'site');
    const payments = Array.from({ length: 60 }, () => ({ amount: 1, providerData: { text: 'x'.repeat(9_000) } }));
    expectOk(await client(shop.url, other).post('/api/v1/orders/create', orderBody({ payments })));
    for (const call of calls) call.leave();
    await until('room', async () => {
      const large = JSON.stringify('x'.repeat(MIB - 100));
      const all = Array.from({ length: MOST }, () => shop.api.post('/api/v1/orders/create', large));
      return (await Promise.all(all)).every(({ status }) => status === 422);
    });
  },
);

test('a body of 60,000 one-byte chunks is accepted in few reads', async () => {
  await using timed = await openTimedShop();
  const { key } = await timed.newKey('site');
  const head = [
    'POST /api/v1/orders/create HTTP/1.1',
    'Host: docket',
    'Content-Type: application/json',
    `Authorization: Bearer ${key}`,
    'Transfer-Encoding: chunked',
  ];
  const crumbs = inChunks(Buffer.from(JSON.stringify(orderBody()).padEnd(60_000)), 1);
  const reads = spyOn(ReadableStreamDefaultReader.prototype, 'read');
  try {
    expectOk(await rawRequest(timed.url, `${head.join('\r\n')}\r\n\r\n`, crumbs, '0\r\n\r\n'));
    expect(reads.mock.calls.length).toBeLessThan(6_000);
  } finally {
    reads.mockRestore();
  }
});

test('a small body that stalls is refused after 30 seconds, on the API and on the pages', async () => {
  await using timed = await openTimedShop();
  const [{ key }, who] = [await timed.newKey('site'), await timed.owner()];
  const path = `${timed.base}/orders`;
  const wish = { type: 'application/json', announced: 1_000, sent: 10 };
  const calls = [
    await rawUpload(timed.url, { ...wish, path: '/api/v1/orders/create', key }),
    await rawUpload(timed.url, { ...wish, path, cookie: who.cookie() }),
  ];
  // The answer to this later call shows that both requests have reached the server before the clock moves.
  expectOk(await client(timed.url, key).post('/api/v1/orders/create', orderBody()));
  timed.store.world.clock.advance(29_000);
  expectOk(await client(timed.url, key).post('/api/v1/orders/create', orderBody()));
  expect(calls.map((call) => call.status())).toEqual([undefined, undefined]);
  timed.store.world.clock.advance(2_000);
  for (const call of calls) {
    expect(await until('an answer', () => call.status())).toBe(400);
    expect(call.answered()).toContain('The body did not arrive whole within 30 seconds.');
    await until('the end', () => call.isClosed());
  }
});

/** `send` announces a body of 20,000 bytes. It returns the status, and the body's fate: read, dropped or neither. */
function openDoor(timed: TimedShop) {
  const [create, orders] = ['/api/v1/orders/create', `${timed.base}/orders`];
  const ofDesk = { date: '2026-05-20', products: [{ name: 'Rose', quantity: 1, price: 100 }] };
  const send = async (path: string, headers: Record<string, string>): Promise<readonly [number, string]> => {
    const text = JSON.stringify(path === orders ? ofDesk : orderBody()).padEnd(20_000);
    let fate = 'neither';
    const body = new ReadableStream<Uint8Array>(
      {
        pull(out) {
          fate = 'read';
          out.enqueue(Buffer.from(text));
          out.close();
        },
        cancel() {
          fate = 'dropped';
        },
      },
      { highWaterMark: 0 },
    );
    const type = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const all = { ...type, 'content-length': String(text.length), ...headers };
    const { status } = await timed.fetch(new Request(`${timed.url}${path}`, { method: 'POST', headers: all, body }));
    return [status, fate];
  };
  return { send, create, orders };
}

test('a large body is dropped unread, unless an API key or a session allows one', async () => {
  await using timed = await openTimedShop();
  const [{ key }, who] = [await timed.newKey('site'), await timed.owner()];
  const { send, create, orders } = openDoor(timed);
  expect(await send('/app/api/sign-in', {})).toEqual([413, 'dropped']);
  expect(await send('/app/api/setup/backups/upload', { 'x-setup-token': 'wrong' })).toEqual([404, 'dropped']);
  expect(await send(create, {})).toEqual([401, 'dropped']);
  expect(await send(create, { authorization: 'Bearer unknown' })).toEqual([401, 'dropped']);
  expect(await send(orders, { cookie: 'docket=unknown' })).toEqual([401, 'dropped']);
  expect(await send(orders, { cookie: who.cookie() })).toEqual([200, 'read']);
  expect(await send(create, { authorization: `Bearer ${key}` })).toEqual([200, 'read']);
});

test('a set-up link allows a large body until there is an owner', async () => {
  await using store = await openTestStore();
  const { storage, world, workspace } = store;
  const token = await createOneTimeLink({ storage, random: world.random }, { purpose: 'setup', personSeq: null });
  const may = (sent: string): boolean => {
    const request = new Request('http://localhost/', { headers: { 'x-setup-token': sent } });
    return mayBeLarge({ ...world, storage, request, isHttps: () => false });
  };
  expect([may(token), may('wrong')]).toEqual([true, false]);
  const owner = { email: 'owner@example.com', password: undefined, role: 'owner' } as const;
  await addPerson({ storage, workspace, actor: TEST_ACTOR }, owner);
  expect(may(token)).toBe(false);
});

test('a large body is read if its request has an API key that another process has just made valid', async () => {
  await using timed = await openTimedShop();
  const { key } = await timed.newKey('site');
  const { send, create } = openDoor(timed);
  const setRevoked = (at: number | null): void =>
    alter(timed.store.storage.path, `UPDATE api_keys SET revoked_at = ${at}`);
  setRevoked(1);
  expect(await send(create, { authorization: `Bearer ${key}` })).toEqual([401, 'dropped']);
  // The snapshot that this opens is older than the change, and is still open when the call comes.
  timed.store.storage.read.select().from(people).all();
  setRevoked(null);
  Bun.sleepSync(3);
  expect(await send(create, { authorization: `Bearer ${key}` })).toEqual([200, 'read']);
});
