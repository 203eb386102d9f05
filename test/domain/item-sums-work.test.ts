/**
 * An order may have a hundred items, and each item has a sum of its own. So a change of many orders writes thousands of
 * sums.
 */

import { Database } from 'bun:sqlite';
import { expect, spyOn, test } from 'bun:test';
import { join } from 'node:path';
import { giveWay } from '../../src/base/index.ts';
import { changeStatus, changeStatuses } from '../../src/orders/index.ts';
import { addOrder, openTestStore, type TestStore } from '../support/store.ts';

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

test('a change of status parses the order’s items once, without the slow search for long numbers', async () => {
  await using store = await openTestStore();
  const id = await addOrder(store.ctx(), {
    products: [{ name: 'Roses', quantity: 1.5, price: 2, said: 'x'.repeat(90) }],
  });
  const parse = spyOn(JSON, 'parse');
  await changeStatus(store.ctx(), { id, statusId: 'status-closed' });
  const parsed = parse.mock.calls.filter(([text]) => text.includes('Roses'));
  parse.mockRestore();
  expect(parsed).toEqual([[expect.any(String)]]);
  expect(sumsOf(store)).toEqual([{ statusId: 'status-closed', lines: 1 }]);
});

test('a batch of changes ends after 2,000 writes of item sums', async () => {
  const seen: number[] = [0];
  const closed = "SELECT count(*) AS n FROM orders WHERE status_id = 'status-closed'";
  let countClosed = (): number => 0;
  const sync = async (): Promise<void> => void seen.push(countClosed());
  // The clock of the batch stands still, so the batch never ends because of its duration.
  await using store = await openTestStore(undefined, sync, () => 0);
  const ids: string[] = [];
  for (let at = 0; at < 25; at += 1) ids.push(await addOrder(store.ctx(), { products: itemsOf(at) }));
  using db = new Database(join(store.dataDir, 'docket.db'), { readonly: true });
  countClosed = () => db.query<{ n: number }, []>(closed).get()?.n ?? 0;
  await changeStatuses(store.ctx(), { ids, statusId: 'status-closed' });
  // Each batch is synced once.
  const steps = seen.slice(1).map((now, at) => now - (seen[at] ?? 0));
  expect([countClosed(), Math.max(...steps)]).toEqual([25, 2_000 / (2 * ITEMS)]);
  expect(sumsOf(store)).toEqual([{ statusId: 'status-closed', lines: 25 * ITEMS }]);
});

const sumsOf = ({ storage }: TestStore) =>
  storage.read.all('SELECT status_id AS statusId, sum(lines) AS lines FROM item_days GROUP BY 1');
