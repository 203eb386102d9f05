import { expect, test } from 'bun:test';
import { createKeyUse } from '../../src/http/index.ts';
import { createApiKey, listApiKeys } from '../../src/keys/index.ts';
import { apiKeys } from '../../src/storage/index.ts';
import { client } from '../support/docket.ts';
import { openTestStore } from '../support/store.ts';
import { openTimedShop } from '../support/timed-shop.ts';
import { turns, until } from '../support/until.ts';

const WRITTEN_AFTER_MS = 30_000;

test('the last use of an API key is stored at once, then at most every half minute', async () => {
  await using shop = await openTimedShop();
  const { clock } = shop.store.world;
  const { key } = await shop.newKey('Site');
  const api = client(shop.url, key);
  const { storage, workspace } = shop.store;
  const lastUsed = () => listApiKeys({ storage, workspace }, { nowMs: clock.now() })[0]?.lastUsedAt ?? null;
  const seen = (at: number) => until('the last use', () => lastUsed() === at);
  expect(lastUsed()).toBeNull();
  const first = clock.now();
  await api.get('/api/v1/orders');
  await seen(first);
  // Another use within 30 seconds is not written. So a busy API key does not cause a write for each call.
  clock.advance(WRITTEN_AFTER_MS - 1);
  await api.get('/api/v1/orders');
  await turns();
  await storage.write(() => undefined);
  expect(lastUsed()).toBe(first);
  clock.advance(1);
  const next = clock.now();
  await api.get('/api/v1/orders');
  await seen(next);
});

test('the last uses of API keys are written by a later attempt if a write fails', async () => {
  await using store = await openTestStore();
  const { storage, workspace, world } = store;
  const { clock, random } = world;
  const newKey = (source: string) =>
    createApiKey({ ...store.ctx(), random }, { name: source, source, scopes: ['svc:orders:read'] });
  await newKey('site');
  await newKey('till');
  const seqs = storage.read.select({ seq: apiKeys.seq }).from(apiKeys).orderBy(apiKeys.seq).all();
  const [site = 0, till = 0] = seqs.map(({ seq }) => seq);
  let isFull = true;
  const full = new Proxy(storage, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name, of);
      if (name === 'write' && isFull) return () => Promise.reject(new Error('the disk is full'));
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
  const use = createKeyUse(full, world);
  const first = clock.now();
  use.note(site);
  use.note(till);
  await use.flush();
  clock.advance(1_000);
  const second = clock.now();
  use.note(till);
  await use.flush();
  isFull = false;
  await use.flush();
  const used = listApiKeys({ storage, workspace }, { nowMs: clock.now() });
  expect(used.map(({ source, lastUsedAt }) => [source, lastUsedAt]).toSorted()).toEqual([
    ['site', first],
    ['till', second],
  ]);
});
