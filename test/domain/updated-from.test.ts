import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { deleteOrder, listOrders, restoreOrder, updateOrder } from '../../src/orders/index.ts';
import { orders } from '../../src/storage/index.ts';
import { HOUR } from '../support/scheduling.ts';
import { addOrder, openTestStore, rowsOf, secondWorkspace, type TestStore } from '../support/store.ts';

type Ctx = ReturnType<TestStore['ctx']>;
const ordersIn = ({ storage, workspace }: Ctx) =>
  rowsOf(storage, orders).filter(({ workspaceSeq }) => workspaceSeq === workspace.seq);

/**
 * Keeps a copy of the orders by polling with `updatedFrom`. The manual described this way before the change feed
 * existed.
 */
function followList(ctx: Ctx) {
  const copy = new Map<string, string>();
  let since = '2000-01-01T00:00:00Z';
  return {
    copy,
    /** @returns the number of orders received */
    look(): number {
      const updatedFrom = since;
      let cursor: string | undefined;
      let count = 0;
      do {
        const page = listOrders(ctx, { updatedFrom, limit: 3, cursor });
        for (const { id, platform, updatedAt } of page.orders) {
          copy.set(id, platform);
          since = new Date(updatedAt).toISOString();
        }
        count += page.orders.length;
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return count;
    },
  };
}

const act = fc.record({
  what: fc.constantFrom('make', 'say', 'say', 'say', 'delete', 'restore'),
  which: fc.nat(9),
  jumpMs: fc.constantFrom(0, 0, 1, 5, -5, 2 * HOUR, -2 * HOUR, -3 * HOUR),
  look: fc.boolean(),
});

test('a program that polls with updatedFrom misses no change, whatever the clock does', async () => {
  await using store = await openTestStore();
  const second = await secondWorkspace(store);
  let left = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 20 }), async (acts) => {
      const ctx = store.ctx();
      left += 1;
      const ids = [await addOrder(ctx), await addOrder(ctx)];
      const follower = followList(ctx);
      follower.look();
      let newest = 0;
      for (const { what, which, jumpMs, look } of acts) {
        store.world.clock.set(store.world.clock.now() + jumpMs);
        const id = ids[which % ids.length] ?? '';
        if (what === 'make') ids.push(await addOrder(ctx));
        else if (what === 'say')
          await updateOrder(ctx, { id, data: { platform: `${left} ${jumpMs} ${which}` } }).catch(() => undefined);
        else if (what === 'delete') await deleteOrder(ctx, { id });
        else await restoreOrder(ctx, id);
        const times = ordersIn(ctx).map(({ updatedAt }) => updatedAt);
        expect(Math.max(...times)).toBeGreaterThanOrEqual(newest);
        newest = Math.max(...times);
        if (look) follower.look();
      }
      follower.look();
      for (const { id, platform } of ordersIn(ctx).filter(({ deletedAt }) => deletedAt === null)) {
        if (ids.includes(id)) expect(follower.copy.get(id)).toBe(platform);
      }
    }),
    { numRuns: 60 },
  );
  const other = { ...store.ctx(), workspace: second };
  await addOrder(other);
  expect(ordersIn(other).map(({ updatedAt }) => updatedAt)).toEqual([store.world.clock.now()]);
});

test('each change gets a different time, even after the clock was set back', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  const { clock } = store.world;
  const ids = await Promise.all(Array.from({ length: 20 }, () => addOrder(ctx)));
  const follower = followList(ctx);
  clock.set(clock.now() + 2 * HOUR);
  const [first = ''] = ids;
  await updateOrder(ctx, { id: first, data: { platform: 'ahead' } });
  clock.set(clock.now() - 2 * HOUR);
  follower.look();
  for (const id of ids) {
    await updateOrder(ctx, { id, data: { platform: 'after' } });
    // The follower gets at most two changes: the newest one that it has already seen, and the new one.
    expect(follower.look()).toBeLessThanOrEqual(2);
  }
  expect([...follower.copy.values()]).toEqual(ids.map(() => 'after'));
  // The creation time still comes from the clock, although the time of the update is ahead of it.
  const made = await addOrder(ctx);
  const row = ordersIn(ctx).find(({ id }) => id === made);
  expect(row?.createdAt).toBe(clock.now());
  expect(row?.updatedAt).toBeGreaterThan(clock.now() + HOUR);
  clock.advance(3 * HOUR);
  const later = await addOrder(ctx);
  expect(ordersIn(ctx).find(({ id }) => id === later)?.updatedAt).toBe(clock.now());
});
