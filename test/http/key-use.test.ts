import { expect, test } from 'bun:test';
import { listApiKeys } from '../../src/keys/index.ts';
import { client } from '../support/docket.ts';
import { openTimedShop } from '../support/timed-shop.ts';
import { turns, until } from '../support/until.ts';

const WRITTEN_AFTER_MS = 30_000;

test('the first use of a key is seen at once, and the next one after half a minute', async () => {
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
  // A busy key costs no write for each of its calls.
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
