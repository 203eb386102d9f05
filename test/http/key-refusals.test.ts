import { expect, test } from 'bun:test';
import { networkOf } from '../../src/base/index.ts';
import { workspaces } from '../../src/storage/index.ts';
import { openTimedShop } from '../support/timed-shop.ts';

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
