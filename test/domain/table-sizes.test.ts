import { expect, test } from 'bun:test';
import { keepSizes, readSizes } from '../../src/retention/index.ts';
import { measureTables } from '../../src/storage/index.ts';
import { oldEndpoint, oldEvents } from '../support/old-rows.ts';
import { DAY } from '../support/scheduling.ts';
import { addOrder, openTestStore } from '../support/store.ts';

test('each table is shown with its rows and size, and all sizes add up to the size of the database file', async () => {
  await using store = await openTestStore();
  const endpoint = await oldEndpoint(store);
  await oldEvents(store, Array<number>(3_000).fill(0), [endpoint]);
  for (let at = 0; at < 20; at += 1) await addOrder(store.ctx());
  const sizes = measureTables(store.storage.path);
  const rowsOf = (table: string) => sizes.find((one) => one.table === table)?.rows;
  expect([rowsOf('orders'), rowsOf('order_history'), rowsOf('events'), rowsOf('deliveries')]).toEqual([
    20, 20, 3_020, 3_020,
  ]);
  const bytes = sizes.reduce((sum, one) => sum + one.bytes, 0);
  const [{ pages } = { pages: 0 }] = store.storage.read.all<{ pages: number }>(
    'SELECT page_count AS pages FROM pragma_page_count',
  );
  expect(bytes).toBe(pages * 4_096);
});

test('the growth of each kind of data is shown per month, from one sample a day', async () => {
  await using store = await openTestStore();
  const { storage, world } = store;
  expect(readSizes(storage.read)).toBeUndefined();
  const sample = (rows: number, bytes: number) =>
    keepSizes(storage, [
      { table: 'events', rows, bytes },
      { table: 'sessions', rows: 2, bytes: 100 },
      { table: 'session_visits', rows: 9, bytes: 50 },
      { table: 'webhook_requests', rows: 7, bytes: 10 },
      { table: 'webhook_attempts', rows: 1, bytes: 10 },
      { table: 'some_other', rows: 3, bytes: 30 },
      { table: 'free', rows: 0, bytes: 1 },
    ]);
  await sample(1, 1);
  await sample(100, 1_000);
  const first = readSizes(storage.read);
  expect(first?.kinds[0]).toEqual({ kind: 'events', rows: 100, bytes: 1_000, bytesAMonth: null, rowsAMonth: null });
  expect(first?.kinds.find(({ kind }) => kind === 'sessions')).toMatchObject({ rows: 2, bytes: 150 });
  expect(first?.kinds.find(({ kind }) => kind === 'attempts')).toMatchObject({ rows: 1, bytes: 20 });
  expect(first?.kinds.find(({ kind }) => kind === 'rest')).toMatchObject({ rows: 0, bytes: 30 });
  world.clock.advance(15.22 * DAY);
  await sample(200, 3_000);
  world.clock.advance(15.22 * DAY);
  await sample(400, 9_000);
  const grown = readSizes(storage.read)?.kinds.find(({ kind }) => kind === 'events');
  expect(grown).toMatchObject({ rows: 400, bytes: 9_000 });
  expect(Math.abs((grown?.rowsAMonth ?? 0) - 300)).toBeLessThan(8);
  world.clock.advance(40 * DAY);
  await sample(400, 9_000);
  // The table last grew forty days ago, so its growth is not stated for this month.
  expect(readSizes(storage.read)?.kinds[0]?.bytesAMonth).toBeNull();
});
