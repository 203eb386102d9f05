import { expect, test } from 'bun:test';
import { silentLog } from '../../src/base/index.ts';
import { moneyDays } from '../../src/storage/index.ts';
import { createMoneyKeeping } from '../../src/worker/index.ts';
import { addOrder, openTestStore, rowsOf } from '../support/store.ts';
import { until } from '../support/until.ts';

test('a server adds up the payments of past days by itself', async () => {
  await using store = await openTestStore();
  const { storage, world } = store;
  const paidAt = new Date(world.clock.now() - 3 * 86_400_000).toISOString();
  const payments = Array.from({ length: 100 }, () => ({ amount: 1, paidAt }));
  for (let made = 0; made < 2; made += 1) await addOrder(store.ctx(), { payments });
  const keeping = createMoneyKeeping({ storage, clock: world.clock, log: silentLog, firstMs: 0 });
  keeping.start();
  const found = await until('the sums of the day', () => rowsOf(storage, moneyDays).find(({ sums }) => sums !== null));
  await keeping.stop();
  expect(found.sums).toBe('[[0,"","shop",200,20000]]');
});
