import { expect, spyOn, test } from 'bun:test';
import { changeStatuses, deleteOrder, deleteOrders, restoreOrder, restoreOrders } from '../../src/orders/index.ts';
import type { Tx } from '../../src/storage/index.ts';
import type { Ctx } from '../../src/workspaces/index.ts';
import { workOf } from '../support/count-work.ts';
import { addOrder, openTestStore } from '../support/store.ts';
import { turnsMeanwhile } from '../support/turns-meanwhile.ts';

/**
 * The milliseconds that a slow change takes in this test. The workspace then pauses for at least this time, so a
 * shorter timer is not a pause.
 */
const SLOW_MS = 40;

test('a workspace’s changes pause after a slow deletion or restore, for as long as that change took', async () => {
  await using store = await openTestStore();
  const ids = [await addOrder(store.ctx()), await addOrder(store.ctx())];
  const [id = ''] = ids;
  // Another test of this process may have left a pause for the workspace with the same number. So this clock begins a
  // minute later.
  let [nowMs, tookMs] = [Math.ceil(performance.now()) + 60_000, SLOW_MS];
  const rests: number[] = [];
  const later = setTimeout;
  using _now = spyOn(performance, 'now').mockImplementation(() => nowMs);
  using _later = spyOn(globalThis, 'setTimeout').mockImplementation(((then: () => void, ms = 0) => {
    if (ms < SLOW_MS) return later(then, ms);
    rests.push(ms);
    return later(() => {
      nowMs += ms;
      then();
    }, 0);
  }) as typeof setTimeout);
  const storage: Ctx['storage'] = Object.create(store.storage, {
    write: {
      value: (change: (tx: Tx) => unknown) =>
        store.storage.write((tx) => {
          const newId: Tx['newId'] = (of) => {
            nowMs += tookMs;
            return tx.newId(of);
          };
          return change({ ...tx, newId }) as object;
        }),
    },
  });
  const ctx = { ...store.ctx(), storage };
  const restsOf = async (work: () => Promise<unknown>): Promise<readonly number[]> => {
    await work();
    return rests.splice(0);
  };
  expect(await restsOf(() => deleteOrder(ctx, { id }))).toEqual([]);
  expect(await restsOf(() => restoreOrder(ctx, id))).toEqual([SLOW_MS]);
  expect(await restsOf(() => deleteOrders(ctx, ids))).toEqual([SLOW_MS]);
  tookMs = 1;
  expect(await restsOf(() => restoreOrders(ctx, ids))).toEqual([2 * SLOW_MS]);
  expect(await restsOf(() => deleteOrders(ctx, ids))).toEqual([]);
  tookMs = 600_000;
  expect(await restsOf(() => restoreOrder(ctx, id))).toEqual([]);
  expect(await restsOf(() => deleteOrder(ctx, { id }))).toEqual([1_000]);
  // This change is fast, so it leaves no pause for other tests of this process. Their clock is minutes behind, so a
  // pause would last minutes for them.
  tookMs = 1;
  expect(await restsOf(() => restoreOrder(ctx, id))).toEqual([1_000]);
});

test('orders with many payments are deleted one by one', async () => {
  await using store = await openTestStore();
  const payments = Array.from({ length: 100 }, () => ({ amount: 1, paymentMethod: 'м'.repeat(490) }));
  const ids: string[] = [];
  for (let made = 0; made < 3; made += 1) ids.push(await addOrder(store.ctx(), { payments }));
  let [underWay, most] = [0, 0];
  const storage: Ctx['storage'] = Object.create(store.storage, {
    write: {
      value: async (change: (tx: Tx) => object) => {
        underWay += 1;
        most = Math.max(most, underWay);
        return await store.storage.write(change as never).finally(() => (underWay -= 1));
      },
    },
  });
  await deleteOrders({ ...store.ctx(), storage }, ids);
  expect(most).toBeLessThan(3);
});

test('a bulk status change checks the size of each order, and lets other requests run after each check', async () => {
  await using store = await openTestStore();
  const ids: string[] = [];
  for (let at = 0; at < 8; at += 1) ids.push(await addOrder(store.ctx()));
  let nowMs = performance.now();
  // The clock moves on by 2 ms at each reading, so each step ends at once.
  using _now = spyOn(performance, 'now').mockImplementation(() => (nowMs += 2));
  const work = () => changeStatuses(store.ctx(), { ids, statusId: 'status-new' });
  const { statements } = await workOf(store, work);
  const lookedAt = statements.filter(({ sql }) => sql.includes('"payments"'));
  expect(lookedAt.map(({ rows }) => rows)).toEqual(ids.map(() => 1));
  expect(await turnsMeanwhile(work)).toBeGreaterThanOrEqual(ids.length);
});
