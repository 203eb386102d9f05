import { expect, test } from 'bun:test';
import { createOrder, getDeskOrder } from '../../src/orders/index.ts';
import { orderHistory, orders } from '../../src/storage/index.ts';
import { workOf } from '../support/count-work.ts';
import { orderBody } from '../support/docket.ts';
import { fillOrders } from '../support/many-orders.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

const SHOWN = 200;
const LOT = 1_000;

async function change(store: TestStore, times: number): Promise<void> {
  const rows = Array.from({ length: times }, (_, at) => ({
    workspaceSeq: store.workspace.seq,
    orderSeq: 1,
    version: 2 + at,
    kind: 'updated' as const,
    at,
    actorType: 'system' as const,
    eventSeq: 100_000 + at,
  }));
  for (let from = 0; from < rows.length; from += LOT) {
    await store.storage.write((tx) => {
      tx.db
        .insert(orderHistory)
        .values(rows.slice(from, from + LOT))
        .run();
      tx.db.run(`UPDATE orders SET version = ${Math.min(times, from + LOT) + 1}`);
    });
  }
}

test('an order’s page shows its newest changes at the same cost, however many came before', async () => {
  const costs = [];
  for (const times of [300, 40_000]) {
    await using store = await openTestStore();
    const { order } = await createOrder(store.ctx(), orderBody());
    const created = getDeskOrder(store.ctx(), order.id);
    expect([created.timeline.map(({ kind }) => kind), created.earlier]).toEqual([['created'], 0]);
    await change(store, times);
    const read = () => getDeskOrder(store.ctx(), order.id);
    const { timeline, earlier } = read();
    expect([timeline.length, timeline.at(-1)?.version, timeline[0]?.version]).toEqual([
      SHOWN,
      times + 1,
      times + 2 - SHOWN,
    ]);
    expect(earlier).toBe(times + 1 - SHOWN);
    costs.push((await workOf(store, read)).steps);
  }
  expect(costs[1]).toBe(costs[0] ?? 0);
});

test('an order’s page costs the same however many orders share its order number', async () => {
  const costs = [];
  for (const others of [500, 5_000]) {
    await using store = await openTestStore();
    await fillOrders(store, others, (n) => ({ num: 'S-1', deletedAt: n % 2 === 0 ? null : 5 }));
    const [first] = store.storage.read.select({ id: orders.id }).from(orders).limit(1).all();
    const read = () => getDeskOrder(store.ctx(), first?.id ?? '').sameNumber;
    expect(read()).toHaveLength(5);
    const { statements } = await workOf(store, read);
    costs.push(statements.filter(({ sql }) => sql.includes('num')).map(({ steps }) => steps));
  }
  expect(costs[1]).toEqual(costs[0] ?? []);
});
