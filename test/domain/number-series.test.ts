import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { createOrder, updateOrder } from '../../src/orders/index.ts';
import {
  changeNumberSeries,
  passRuns,
  passUsed,
  previewNumbers,
  previewSeries,
  readNumberSeries,
  takeNumber,
} from '../../src/orders/number-series.ts';
import { importRows, orders, type Tx, Unprepared } from '../../src/storage/index.ts';
import { countWork } from '../support/count-work.ts';
import { openImportShop, readOrders } from '../support/imports.ts';
import { fillOrders } from '../support/many-orders.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

const DATE = '2026-05-20T10:00:00+03:00';
const PRODUCTS = [{ name: 'Rose', quantity: 1, price: 1 }];

const create = async (store: TestStore, key: string): Promise<{ readonly id: string; readonly num: string }> =>
  (await createOrder(store.ctx(), { requestKey: key, date: DATE, products: PRODUCTS })).order;
const setBack = (store: TestStore) => changeNumberSeries(store.ctx(), { next: 1, goesBack: true });

test('after being set back, a number series skips a stored run of used numbers in one step', async () => {
  await using store = await openTestStore();
  for (let num = 2; num <= 101; num += 1)
    await createOrder(store.ctx(), { num: `${num}`, date: DATE, products: PRODUCTS });
  const first = await create(store, 'first');
  expect(first.num).toBe('1');
  expect((await create(store, 'second')).num).toBe('102');
  await updateOrder(store.ctx(), { id: first.id, data: { num: 'one' } });
  await setBack(store);
  const series = readNumberSeries(store.storage.read, store.workspace.seq);
  // Three steps are enough: one skips the run from 2 to 101, one skips 102, and one finds that 103 is free.
  expect(passUsed(store.storage.read, store.workspace.seq, { ...series, next: 2 }, 3)).toEqual({
    next: 103,
    isFree: true,
  });
  expect((await create(store, 'third')).num).toBe('1');
  expect((await create(store, 'fourth')).num).toBe('103');
});

test('a long run of imported numbers is read from the index, and its gaps are filled', async () => {
  await using store = await openTestStore();
  await create(store, 'first');
  // The order numbers of an imported shop, with two gaps. The series would produce the same numbers, so it must skip
  // them.
  await store.storage.write((tx) => {
    const [row] = tx.db.select().from(orders).all();
    if (row === undefined) throw new Error('there is no order');
    const { seq: _, ...one } = row;
    for (let number = 90_001; number <= 102_000; number += 1) {
      if (number === 90_400 || number === 99_500) continue;
      const own = { id: crypto.randomUUID(), num: `${number}`, repeatKey: `imported ${number}` };
      tx.db
        .insert(orders)
        .values({ ...one, ...own })
        .run();
    }
  });
  await changeNumberSeries(store.ctx(), { padding: 3, next: 90_000, goesBack: true });
  using counter = await countWork(store.storage.path);
  const series = { ...readNumberSeries(store.storage.read, store.workspace.seq), next: 90_401 };
  const of = [store.storage.read, store.workspace.seq, series] as const;
  const seen = await counter.of(() => expect(previewNumbers(...of, 3).numbers).toEqual([]));
  expect(seen.statements.length).toBeLessThan(500);
  const read = await counter.of(() => expect(passRuns(...of, 10)).toEqual({ next: 99_500, isFree: true }));
  const walk = await counter.of(() => expect(passUsed(...of, 20_000)).toEqual({ next: 99_500, isFree: true }));
  expect(read.steps).toBeLessThan(walk.steps / 2);
  const nums: string[] = [];
  for (const key of ['a', 'b', 'c', 'd', 'e']) nums.push((await create(store, key)).num);
  expect(nums).toEqual(['90000', '90400', '99500', '102001', '102002']);
});

const RUN = 12_000;
/** A step reads a thousand numbers. */
const STEPS = RUN / 1_000;

test('orders created at the same time share one search for a free number after a long run of used numbers', async () => {
  await using store = await openTestStore();
  await fillOrders(store, RUN, () => ({}));
  let reads = 0;
  const storage = Object.create(store.storage, {
    read: {
      get: () => {
        reads += 1;
        return store.storage.read;
      },
    },
  });
  const ctx = { ...store.ctx(), storage };
  await storage.write((tx: Tx) => void expect(() => takeNumber(tx, ctx)).toThrow(Unprepared));
  const make = async (requestKey: string): Promise<string> =>
    (await createOrder(ctx, { requestKey, date: DATE, products: PRODUCTS })).order.num;
  const nums = await Promise.all(['a', 'b', 'c'].map(make));
  expect(nums.toSorted()).toEqual([1, 2, 3].map((at) => `${RUN + at}`));
  expect(reads).toBeGreaterThanOrEqual(STEPS);
  expect(reads).toBeLessThan(2 * STEPS);
  await setBack(store);
  const before = reads;
  expect(await make('d')).toBe(`${RUN + 4}`);
  expect(reads - before).toBeLessThan(STEPS / 2);
});

test('an import skips a long run of used numbers, but not the free number before it', async () => {
  await using shop = await openImportShop();
  await fillOrders(shop, RUN, (n) => ({ num: String(n + 2) }));
  const { orders: found } = await readOrders(shop.importing, 'date;item;price\n2026-03-08;Rose;1\n2026-03-09;Rose;1');
  const id = await shop.accept(found);
  await shop.imports.finish();
  expect(shop.outcomeOf(id)).toMatchObject({ created: 2 });
  const made = shop.storage.read.select({ num: orders.num }).from(orders).where(eq(orders.source, '@import')).all();
  expect(made.map(({ num }) => num)).toEqual(['1', `${RUN + 2}`]);
});

test('the preview of the next order number takes hardly more steps if 500 import rows reserve the same number', async () => {
  await using shop = await openImportShop();
  for (const number of [1, 2]) {
    const { orders: found } = await readOrders(shop.importing, `number;date;item;price\n${number};2026-03-08;Rose;1`);
    await shop.accept(found);
  }
  const { read, path } = shop.storage;
  const series = { ...readNumberSeries(read, shop.workspace.seq), next: 1 };
  const look = async () => {
    using counter = await countWork(path);
    return await counter.of(async () => previewSeries(read, shop.workspace.seq, series, 1));
  };
  const once = await look();
  await shop.storage.write((tx) => {
    const [row] = tx.db.select().from(importRows).where(eq(importRows.reserves, '2')).limit(1).all();
    if (row === undefined) throw new Error('no row has the number 2');
    for (let nth = 0; nth < 500; nth += 1)
      tx.db
        .insert(importRows)
        .values({ ...row, seq: undefined })
        .run();
  });
  expect((await look()).steps).toBeLessThan(once.steps * 2);
});
