import { expect, test } from 'bun:test';
import { createOrder, findNewestOrder, IMPORT_SOURCE } from '../../src/orders/index.ts';
import { workOf } from '../support/count-work.ts';
import { orderBody } from '../support/docket.ts';
import { fillOrders } from '../support/many-orders.ts';
import { openTestStore } from '../support/store.ts';

test('finding the newest order with events takes hardly more steps among 3,000 newer orders without events than among 100', async () => {
  const costs = [];
  for (const count of [100, 3_000]) {
    await using store = await openTestStore();
    const imported = { source: IMPORT_SOURCE, createdAt: store.world.clock.now() + 1_000 };
    await fillOrders(store, count, () => imported);
    expect(findNewestOrder(store)).toBeUndefined();
    const { order } = await createOrder(store.ctx(), orderBody());
    const find = () => findNewestOrder(store);
    expect(find()?.number).toBe(order.num);
    costs.push((await workOf(store, find)).steps);
  }
  expect(costs[1]).toBeLessThan(1.2 * (costs[0] ?? 0));
});

test('finding the newest order takes hardly more steps with orders from 3,000 sources than with orders from 100', async () => {
  const costs = [];
  for (const count of [100, 3_000]) {
    await using store = await openTestStore();
    await fillOrders(store, count, (n) => ({ source: `shop-${n}` }));
    store.world.clock.advance(1_000);
    const { order } = await createOrder(store.ctx(), orderBody());
    const find = () => findNewestOrder(store, (source) => source !== IMPORT_SOURCE);
    expect(find()?.number).toBe(order.num);
    costs.push((await workOf(store, find)).steps);
  }
  expect(costs[1]).toBeLessThan(1.2 * (costs[0] ?? 0));
});
