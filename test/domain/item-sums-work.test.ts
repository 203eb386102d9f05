/**
 * An order may have a hundred items, and each item has a sum of its own. So a change of many orders writes thousands of
 * sums.
 */

import { expect, test } from 'bun:test';
import { giveWay } from '../../src/base/index.ts';
import { changeStatus, changeStatuses } from '../../src/orders/index.ts';
import { addOrder, openTestStore, type TestStore } from '../support/store.ts';
import { turnsMeanwhile } from '../support/turns-meanwhile.ts';

const ITEMS = 100;
const itemsOf = (order: number) =>
  Array.from({ length: ITEMS }, (_, at) => ({ name: `${order}-${at}`, quantity: 1, price: 1 }));

test('other requests are served while the sums of an order’s items are written', async () => {
  let nowMs = 0;
  await using store = await openTestStore(
    undefined,
    () => Promise.resolve(),
    () => {
      nowMs += 1;
      return nowMs;
    },
  );
  const id = await addOrder(store.ctx(), { products: itemsOf(0) });
  let [turns, isOver] = [0, false];
  const change = changeStatus(store.ctx(), { id, statusId: 'status-closed' }).finally(() => {
    isOver = true;
  });
  for (; !isOver; turns += 1) await giveWay();
  await change;
  // By this clock, each sum takes a millisecond, and a piece of the work ends after five.
  expect(turns).toBeGreaterThan((2 * ITEMS) / 7);
  expect(sumsOf(store)).toEqual([{ statusId: 'status-closed', lines: ITEMS }]);
});

test('a batch of changes ends when its item sums reach 2,000', async () => {
  // The clock of the batch stands still, so the batch never ends because of its duration.
  await using store = await openTestStore(undefined, undefined, () => 0);
  const ids: string[] = [];
  for (let at = 0; at < 25; at += 1) ids.push(await addOrder(store.ctx(), { products: itemsOf(at) }));
  const countClosed = (): number =>
    store.storage.read.all<{ n: number }>("SELECT count(*) AS n FROM orders WHERE status_id = 'status-closed'")[0]?.n ??
    0;
  const seen: number[] = [0];
  await turnsMeanwhile(
    () => changeStatuses(store.ctx(), { ids, statusId: 'status-closed' }),
    () => seen.push(countClosed()),
  );
  const steps = seen.slice(1).map((now, at) => now - (seen[at] ?? 0));
  expect([countClosed(), Math.max(...steps)]).toEqual([25, 2_000 / (2 * ITEMS)]);
  expect(sumsOf(store)).toEqual([{ statusId: 'status-closed', lines: 25 * ITEMS }]);
});

const sumsOf = ({ storage }: TestStore) =>
  storage.read.all('SELECT status_id AS statusId, sum(lines) AS lines FROM item_days GROUP BY 1');
