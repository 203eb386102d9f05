import { expect, test } from 'bun:test';
import { client } from '../support/docket.ts';
import { expectFailure, expectOk, placeOrder } from '../support/http-answers.ts';
import { holdWriter } from '../support/store.ts';
import { openTimedShop } from '../support/timed-shop.ts';
import { until } from '../support/until.ts';

test('simultaneous changes of many orders share one limit of fifty queued writes', async () => {
  await using shop = await openTimedShop();
  const { storage, workspace } = shop.store;
  const { key } = await shop.newKey('Site');
  const api = client(shop.url, key);
  const ids: string[] = [];
  for (let at = 0; at < 60; at += 1) ids.push((await placeOrder(api)).id);
  const owner = await shop.owner();
  const base = `/app/api/workspaces/${workspace.id}`;
  expectOk(await owner.get(`${base}/orders/${ids[0]}`));
  const release = await holdWriter(storage);
  const change = (statusId: string) => owner.post(`${base}/orders/statuses`, { ids, statusId });
  const changes = ['status-in-progress', 'status-closed', 'status-new', 'status-in-progress'].map(change);
  await until('the first orders wait for the writer', () => storage.waiting() > 0);
  // These reads give the server time to receive all four `changes`.
  for (let at = 0; at < 5; at += 1) expectOk(await owner.get(`${base}/orders/${ids[0]}`));
  expect(storage.waiting()).toBe(50);
  expectFailure(await change('status-closed'), 429, 'rate_limited');
  await release();
  for (const answer of await Promise.all(changes)) {
    const { outcomes } = expectOk(answer);
    expect(new Set(Object.values(outcomes))).toEqual(new Set(['changed']));
  }
  const { order } = expectOk(await owner.get(`${base}/orders/${ids[0]}`));
  expect(order.statusId).toBe('status-in-progress');
});
