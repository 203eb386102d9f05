import { expect, test } from 'bun:test';
import { rowsOf } from '../../src/dashboard/orders/csv.ts';
import { fillOrders } from '../support/many-orders.ts';
import { openTestStore, type TestStore } from '../support/store.ts';
import { turnsMeanwhile } from '../support/turns-meanwhile.ts';

const ORDERS = 3_000;
/** The maximum number of orders that one page of an export looks at. */
const SEEN = 500;

async function exportNothing(store: TestStore, signal: AbortSignal): Promise<number> {
  const ctx = { ...store.ctx(), language: 'en', nowMs: store.world.clock.now(), request: { signal } } as const;
  let rows = 0;
  // The search index cannot find a word of two letters, so the export reads all orders.
  const wording = { language: 'en', statuses: [], byItem: false } as const;
  for await (const part of rowsOf(ctx, { text: 'zq' }, wording)) rows += part.length;
  return rows;
}

test('other requests are served during an export that finds no order, and the export ends when its reader is gone', async () => {
  await using store = await openTestStore();
  await fillOrders(store, ORDERS, () => ({ searchText: 'roses' }));
  const staying = new AbortController().signal;
  const whole = await turnsMeanwhile(async () => expect(await exportNothing(store, staying)).toBe(1));
  expect(whole).toBeGreaterThanOrEqual(ORDERS / SEEN);
  const leaving = new AbortController();
  const some = await turnsMeanwhile(
    () => exportNothing(store, leaving.signal),
    () => leaving.abort(),
  );
  expect(some).toBeLessThan(ORDERS / SEEN);
});
