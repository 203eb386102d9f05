import { expect, test } from 'bun:test';
import { addStep, ORDER_FLOW } from '../../src/flows/index.ts';
import { createOrder } from '../../src/orders/index.ts';
import {
  addProduct,
  applyStocktake,
  correctStock,
  countProduct,
  dropStocktake,
  getStocktake,
  listCounts,
  listMovements,
  listProducts,
  listStocktakes,
  type StocktakePart,
  startStocktake,
} from '../../src/stock/index.ts';
import { auditLog, stocktakeCounts } from '../../src/storage/index.ts';
import { openTestStore, secondWorkspace, type TestStore } from '../support/store.ts';

interface Shop extends AsyncDisposable {
  readonly store: TestStore;
  /** Ids in Docket by name. */
  readonly ids: Readonly<Record<'rose' | 'lily' | 'vase', string>>;
}

const PACKED = { id: 'packed', name: 'Packed', tone: 'teal', group: 'work', writesOffStock: true } as const;

/** Ten roses at 100 roubles, five lilies at 33.33, and two vases without a price. */
async function openShop(): Promise<Shop> {
  const store = await openTestStore();
  await addStep(store.ctx(), { flow: ORDER_FLOW, language: 'en', ...PACKED });
  const add = (name: string, pieces: number, price: number | null) =>
    addProduct(store.ctx(), { externalId: name, name, sku: null, pieces, price, category: `${name} shelf` });
  const ids = { rose: await add('rose', 10, 100), lily: await add('lily', 5, 33.33), vase: await add('vase', 2, null) };
  return { store, ids, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}

const onHand = ({ store }: Shop) =>
  Object.fromEntries(listProducts(store.ctx(), { limit: 100 }).products.map((one) => [one.name, one.quantity / 1000]));
const namesIn = async ({ store }: Shop, id: string, part: StocktakePart, more = {}) =>
  (await listCounts(store.ctx(), { id, part, limit: 100, ...more })).products.map(({ name }) => name);
let orders = 0;
const sell = ({ store }: Shop, id: string, quantity: number) => {
  orders += 1;
  const date = '2026-05-20T10:00:00+03:00';
  const items = [{ id, name: id, quantity, price: 1 }];
  return createOrder(store.ctx(), { requestKey: `sale-${orders}`, date, statusId: 'packed', products: items });
};

test('counts go into the ledger together, and what was not counted stays', async () => {
  await using shop = await openShop();
  const { store, ids } = shop;
  const ctx = store.ctx();
  const id = await startStocktake(ctx);
  await countProduct(ctx, { id, productId: ids.rose, pieces: 8.5 });
  await countProduct(ctx, { id, productId: ids.lily, pieces: 6 });
  expect(onHand(shop)).toEqual({ rose: 10, lily: 5, vase: 2 });
  expect(getStocktake(ctx, id)).toMatchObject({ counted: 2, differing: 2, surplus: 3_333, shortage: 15_000 });
  expect(await applyStocktake(ctx, id)).toBe(2);
  expect(onHand(shop)).toEqual({ rose: 8.5, lily: 6, vase: 2 });
  expect(getStocktake(ctx, id)).toMatchObject({ counted: 2, differing: 2, surplus: 3_333, shortage: 15_000 });
  const [line] = listMovements(ctx, { productId: ids.rose, limit: 1 }).movements;
  expect(line).toMatchObject({
    kind: 'correction',
    delta: -1_500,
    reason: null,
    stocktakeId: id,
    quantityAfter: 8_500,
  });
  expect(listMovements(ctx, { productId: ids.vase, limit: 9 }).movements).toHaveLength(1);
});

test('what orders take before and after a count stays taken', async () => {
  await using shop = await openShop();
  const { store, ids } = shop;
  const id = await startStocktake(store.ctx());
  await sell(shop, 'rose', 3);
  // Seven are left by the books, and one of them is missing.
  await countProduct(store.ctx(), { id, productId: ids.rose, pieces: 6 });
  await sell(shop, 'rose', 2);
  await applyStocktake(store.ctx(), id);
  expect(onHand(shop)['rose']).toBe(4);
});

test('the last count of a product applies, against what was on hand then; a count can be taken back', async () => {
  await using shop = await openShop();
  const { store, ids } = shop;
  const ctx = store.ctx();
  const id = await startStocktake(ctx);
  await countProduct(ctx, { id, productId: ids.rose, pieces: 1 });
  await correctStock(ctx, { id: ids.rose, formId: 'a'.repeat(36), way: 'by', pieces: 5, reason: 'Delivery' });
  await countProduct(ctx, { id, productId: ids.rose, pieces: 15 });
  await countProduct(ctx, { id, productId: ids.vase, pieces: 0 });
  await countProduct(ctx, { id, productId: ids.vase, pieces: null });
  expect(getStocktake(ctx, id)).toMatchObject({ counted: 1, differing: 0 });
  expect(await applyStocktake(ctx, id)).toBe(0);
  expect(onHand(shop)).toEqual({ rose: 15, lily: 5, vase: 2 });
});

test('the list to walk along has all, those left, those counted and those that differ, of a category too', async () => {
  await using shop = await openShop();
  const { store, ids } = shop;
  const id = await startStocktake(store.ctx());
  await countProduct(store.ctx(), { id, productId: ids.rose, pieces: 10 });
  await countProduct(store.ctx(), { id, productId: ids.lily, pieces: 4 });
  expect(await namesIn(shop, id, 'all')).toEqual(['lily', 'rose', 'vase']);
  expect(await namesIn(shop, id, 'left')).toEqual(['vase']);
  expect(await namesIn(shop, id, 'counted')).toEqual(['lily', 'rose']);
  expect(await namesIn(shop, id, 'differing')).toEqual(['lily']);
  expect(await namesIn(shop, id, 'all', { category: 'vase shelf' })).toEqual(['vase']);
  expect(await namesIn(shop, id, 'counted', { text: 'ros' })).toEqual(['rose']);
  const first = await listCounts(store.ctx(), { id, part: 'all', limit: 2 });
  expect(first.products).toMatchObject([
    { name: 'lily', counted: 4_000, expected: 5_000 },
    { name: 'rose', counted: 10_000, expected: 10_000 },
  ]);
  const rest = await listCounts(store.ctx(), { id, part: 'all', limit: 2, cursor: first.nextCursor ?? '' });
  expect(rest).toMatchObject({ products: [{ name: 'vase', counted: null, expected: null }], nextCursor: null });
});

test('people who start at once count in the same stocktake; it applies once, and takes no count afterwards', async () => {
  await using shop = await openShop();
  const { store, ids } = shop;
  const ctx = store.ctx();
  const [id = '', other] = await Promise.all([startStocktake(ctx), startStocktake(ctx)]);
  expect(other).toBe(id);
  await countProduct(ctx, { id, productId: ids.rose, pieces: 9 });
  expect(await Promise.all([applyStocktake(ctx, id), applyStocktake(ctx, id)])).toEqual([1, 1]);
  expect(onHand(shop)['rose']).toBe(9);
  const over = { refusal: { rule: 'stocktake_over' } };
  await expect(countProduct(ctx, { id, productId: ids.rose, pieces: 3 })).rejects.toMatchObject(over);
  await expect(dropStocktake(ctx, id)).rejects.toMatchObject(over);
  const next = await startStocktake(ctx);
  expect(listStocktakes(ctx).map((one) => one.id)).toEqual([next, id]);
});

test('a difference worth more than a number can hold is bounded, and applies', async () => {
  await using shop = await openShop();
  const ctx = shop.store.ctx();
  const dear = { externalId: 'dear', name: 'dear', sku: null, pieces: 0, price: 999_999_999.99 };
  const productId = await addProduct(ctx, dear);
  const id = await startStocktake(ctx);
  await countProduct(ctx, { id, productId, pieces: 999_999_999.999 });
  const bounded = { counted: 1, differing: 1, surplus: Number.MAX_SAFE_INTEGER, shortage: 0 };
  expect(getStocktake(ctx, id)).toMatchObject(bounded);
  expect(await applyStocktake(ctx, id)).toBe(1);
  expect(getStocktake(ctx, id)).toMatchObject(bounded);
});

test('a dropped stocktake changes nothing and leaves nothing but its line in the history', async () => {
  await using shop = await openShop();
  const { store, ids } = shop;
  const ctx = store.ctx();
  const id = await startStocktake(ctx);
  await countProduct(ctx, { id, productId: ids.rose, pieces: 1 });
  await dropStocktake(ctx, id);
  expect(onHand(shop)['rose']).toBe(10);
  expect(listStocktakes(ctx)).toEqual([]);
  expect(store.storage.read.select().from(stocktakeCounts).all()).toEqual([]);
  const lines = store.storage.read.select().from(auditLog).all();
  expect(lines.at(-1)).toMatchObject({
    action: 'stocktake.dropped',
    subject: id,
    changes: JSON.stringify({ countedProducts: { from: 1, to: null } }),
  });
});

test('a count below zero, of too many pieces or of parts of a thousandth is refused by its field', async () => {
  await using shop = await openShop();
  const { store, ids } = shop;
  const id = await startStocktake(store.ctx());
  for (const [pieces, rule] of [
    [-1, 'pieces_negative'],
    [1e12, 'on_hand'],
    [0.0001, 'on_hand'],
    [Number.NaN, 'pieces_negative'],
  ] as const) {
    const counting = countProduct(store.ctx(), { id, productId: ids.rose, pieces });
    await expect(counting).rejects.toMatchObject({ details: [{ path: 'counted', rule }] });
  }
  expect(getStocktake(store.ctx(), id).counted).toBe(0);
});

test('nobody counts, applies, drops or reads the stocktake of another workspace, nor its products', async () => {
  await using shop = await openShop();
  const { store, ids } = shop;
  const id = await startStocktake(store.ctx());
  const other = { ...store.ctx(), workspace: await secondWorkspace(store) };
  const theirs = await startStocktake(other);
  expect(theirs).not.toBe(id);
  const unknown = { refusal: { rule: 'no_stocktake' } };
  await expect(countProduct(other, { id, productId: ids.rose, pieces: 1 })).rejects.toMatchObject(unknown);
  await expect(applyStocktake(other, id)).rejects.toMatchObject(unknown);
  await expect(dropStocktake(other, id)).rejects.toMatchObject(unknown);
  await expect(listCounts(other, { id, part: 'all', limit: 1 })).rejects.toMatchObject(unknown);
  const foreign = countProduct(other, { id: theirs, productId: ids.rose, pieces: 1 });
  await expect(foreign).rejects.toMatchObject({ refusal: { rule: 'no_product' } });
  expect(listStocktakes(other).map((one) => one.id)).toEqual([theirs]);
});

test('two thousand differences go in at once, or not at all', async () => {
  await using shop = await openShop();
  const { store } = shop;
  const ctx = store.ctx();
  const made = await Promise.all(
    Array.from({ length: 2_000 }, (_, at) =>
      addProduct(ctx, { externalId: `p-${at}`, name: `P ${at}`, sku: null, pieces: 1 }),
    ),
  );
  const id = await startStocktake(ctx);
  await Promise.all(made.map((productId) => countProduct(ctx, { id, productId, pieces: 2 })));
  const taken = `CREATE TRIGGER no_more BEFORE INSERT ON stock_movements WHEN NEW.stocktake_seq IS NOT NULL
    AND (SELECT count(*) FROM stock_movements WHERE stocktake_seq IS NOT NULL) = 1500
    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`;
  await store.storage.write(({ db }) => void db.run(taken));
  await expect(applyStocktake(ctx, id)).rejects.toThrow();
  expect(onHand(shop)['P 0']).toBe(1);
  expect(getStocktake(ctx, id)).toMatchObject({ appliedAt: null, differing: 2_000 });
  await store.storage.write(({ db }) => void db.run('DROP TRIGGER no_more'));
  expect(await applyStocktake(ctx, id)).toBe(2_000);
  expect(onHand(shop)['P 0']).toBe(2);
});
