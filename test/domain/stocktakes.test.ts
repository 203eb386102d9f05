import { expect, test } from 'bun:test';
import { eq, gt, sql } from 'drizzle-orm';
import { addStep, ORDER_FLOW } from '../../src/flows/index.ts';
import {
  addProduct,
  applyStocktake,
  correctStock,
  countProduct,
  dropStocktake,
  finishStocktakes,
  getStocktake,
  listCounts,
  listMovements,
  listProducts,
  listStocktakes,
  type StocktakePart,
  startStocktake,
} from '../../src/stock/index.ts';
import { auditLog, products, stocktakeCounts } from '../../src/storage/index.ts';
import { addOrder, openTestStore, secondWorkspace, TEST_ACTOR } from '../support/store.ts';

const PACKED = { id: 'packed', name: 'Packed', tone: 'teal', group: 'work', writesOffStock: true } as const;

/** Ten roses at 100 roubles, five lilies at 33.33, and two vases without a price. */
async function openShop() {
  const store = await openTestStore();
  const ctx = store.ctx();
  await addStep(ctx, { flow: ORDER_FLOW, language: 'en', ...PACKED });
  const add = (name: string, pieces: number, price: number | null) =>
    addProduct(ctx, { externalId: name, name, sku: null, pieces, price, category: `${name} shelf` });
  const ids = { rose: await add('rose', 10, 100), lily: await add('lily', 5, 33.33), vase: await add('vase', 2, null) };
  return { store, ctx, ids, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

const onHand = ({ ctx }: Shop) =>
  Object.fromEntries(listProducts(ctx, { limit: 100 }).products.map((one) => [one.name, one.quantity / 1000]));
const namesIn = async ({ ctx }: Shop, id: string, part: StocktakePart, more = {}) =>
  (await listCounts(ctx, { id, part, limit: 100, ...more })).products.map(({ name }) => name);
const sell = ({ ctx }: Shop, id: string, quantity: number) =>
  addOrder(ctx, { statusId: 'packed', products: [{ id, name: id, quantity, price: 1 }] });

test('the counts of a stocktake enter the ledger together, and uncounted products stay unchanged', async () => {
  await using shop = await openShop();
  const { ctx, ids } = shop;
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

test('an applied stocktake keeps the stock deductions of orders that were created before or after the count', async () => {
  await using shop = await openShop();
  const { ctx, ids } = shop;
  const id = await startStocktake(ctx);
  await sell(shop, 'rose', 3);
  // The books say seven roses, but one of these is missing.
  await countProduct(ctx, { id, productId: ids.rose, pieces: 6 });
  await sell(shop, 'rose', 2);
  await applyStocktake(ctx, id);
  expect(onHand(shop)['rose']).toBe(4);
});

test('a stocktake uses the last count of each product, and compares it with the quantity on hand at the time of that count', async () => {
  await using shop = await openShop();
  const { ctx, ids } = shop;
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

test('the counting list can be filtered by count state and by category', async () => {
  await using shop = await openShop();
  const { ctx, ids } = shop;
  const id = await startStocktake(ctx);
  await countProduct(ctx, { id, productId: ids.rose, pieces: 10 });
  await countProduct(ctx, { id, productId: ids.lily, pieces: 4 });
  expect(await namesIn(shop, id, 'all')).toEqual(['lily', 'rose', 'vase']);
  expect(await namesIn(shop, id, 'left')).toEqual(['vase']);
  expect(await namesIn(shop, id, 'counted')).toEqual(['lily', 'rose']);
  expect(await namesIn(shop, id, 'differing')).toEqual(['lily']);
  expect(await namesIn(shop, id, 'all', { category: 'vase shelf' })).toEqual(['vase']);
  expect(await namesIn(shop, id, 'counted', { text: 'ros' })).toEqual(['rose']);
  const first = await listCounts(ctx, { id, part: 'all', limit: 2 });
  expect(first.products).toMatchObject([
    { name: 'lily', counted: 4_000, expected: 5_000 },
    { name: 'rose', counted: 10_000, expected: 10_000 },
  ]);
  const rest = await listCounts(ctx, { id, part: 'all', limit: 2, cursor: first.nextCursor ?? '' });
  expect(rest).toMatchObject({ products: [{ name: 'vase', counted: null, expected: null }], nextCursor: null });
});

test('people who start a stocktake at the same time share one stocktake, which is applied once', async () => {
  await using shop = await openShop();
  const { ctx, ids } = shop;
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

test('a stocktake surplus above the largest allowed amount is shown as that amount and can be applied', async () => {
  await using shop = await openShop();
  const { ctx } = shop;
  const dear = { externalId: 'dear', name: 'dear', sku: null, pieces: 0, price: 999_999_999.99 };
  const productId = await addProduct(ctx, dear);
  const id = await startStocktake(ctx);
  await countProduct(ctx, { id, productId, pieces: 999_999_999.999 });
  const bounded = { counted: 1, differing: 1, surplus: 99_999_999_999, shortage: 0 };
  expect(getStocktake(ctx, id)).toMatchObject(bounded);
  expect(await applyStocktake(ctx, id)).toBe(1);
  expect(getStocktake(ctx, id)).toMatchObject(bounded);
});

test('a dropped stocktake changes no stock and leaves only its line in the history', async () => {
  await using shop = await openShop();
  const { store, ctx, ids } = shop;
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

test('an invalid count is refused with the name of its field', async () => {
  await using shop = await openShop();
  const { ctx, ids } = shop;
  const id = await startStocktake(ctx);
  for (const [pieces, rule] of [
    [-1, 'pieces_negative'],
    [1e12, 'on_hand'],
    [0.0001, 'on_hand'],
    [Number.NaN, 'pieces_negative'],
  ] as const) {
    const counting = countProduct(ctx, { id, productId: ids.rose, pieces });
    await expect(counting).rejects.toMatchObject({ details: [{ path: 'counted', rule }] });
  }
  expect(getStocktake(ctx, id).counted).toBe(0);
});

test('another workspace’s stocktake and products cannot be counted, applied, dropped or read', async () => {
  await using shop = await openShop();
  const { store, ctx, ids } = shop;
  const id = await startStocktake(ctx);
  const other = { ...ctx, workspace: await secondWorkspace(store) };
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

const PRODUCTS = 2_000;

/** A stocktake in which each of two thousand products lacks a piece, or has one too many. */
async function openLongStocktake(shop: Shop): Promise<string> {
  const { ctx } = shop;
  const made = await Promise.all(
    Array.from({ length: PRODUCTS }, (_, at) =>
      addProduct(ctx, { externalId: `p-${at}`, name: `P ${at}`, sku: null, pieces: 1 }),
    ),
  );
  const id = await startStocktake(ctx);
  await Promise.all(made.map((productId, at) => countProduct(ctx, { id, productId, pieces: at % 2 === 0 ? 2 : 0 })));
  return id;
}

test('applying a long stocktake resumes after a full disk, and simultaneous calls apply each difference only once', async () => {
  await using shop = await openShop();
  const { store, ctx, ids } = shop;
  const id = await openLongStocktake(shop);
  const full = `CREATE TRIGGER no_more BEFORE INSERT ON stock_movements WHEN NEW.stocktake_seq IS NOT NULL
    AND (SELECT count(*) FROM stock_movements WHERE stocktake_seq IS NOT NULL) = 1500
    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`;
  await store.storage.write(({ db }) => void db.run(full));
  await expect(applyStocktake(ctx, id)).rejects.toThrow();
  expect(getStocktake(ctx, id)).toMatchObject({ appliedAt: null, isApplying: true, differing: PRODUCTS });
  await expect(countProduct(ctx, { id, productId: ids.rose, pieces: 1 })).rejects.toThrow();
  await expect(dropStocktake(ctx, id)).rejects.toThrow();
  expect(await startStocktake(ctx)).toBe(id);
  await store.storage.write(({ db }) => void db.run('DROP TRIGGER no_more'));
  const answers = await Promise.all([
    applyStocktake(ctx, id),
    finishStocktakes(store.storage),
    applyStocktake(ctx, id),
  ]);
  expect(answers).toEqual([PRODUCTS, undefined, PRODUCTS]);
  expect(getStocktake(ctx, id)).toMatchObject({ isApplying: false, appliedAt: store.world.clock.now() });
  expect(await applyStocktake(ctx, id)).toBe(PRODUCTS);
  const moves = sql`SELECT count(*) AS moves, count(DISTINCT product_seq) AS products, min(actor_id) AS actor
    FROM stock_movements WHERE stocktake_seq IS NOT NULL`;
  expect(store.storage.read.all(moves)).toEqual([{ moves: PRODUCTS, products: PRODUCTS, actor: TEST_ACTOR.id }]);
  const wrong = sql`SELECT count(*) AS wrong FROM products WHERE name LIKE 'P %' AND quantity NOT IN (0, 2000)`;
  expect(store.storage.read.all(wrong)).toEqual([{ wrong: 0 }]);
  const applied = store.storage.read.select().from(auditLog).where(eq(auditLog.action, 'stocktake.applied')).all();
  expect(applied).toHaveLength(1);
});

test('if two passes drop the same stocktake, the slower pass spares a new stocktake with the same number', async () => {
  await using shop = await openShop();
  const { store, ctx } = shop;
  const { storage } = store;
  const other = { ...ctx, workspace: await secondWorkspace(store) };
  const productId = await addProduct(other, { externalId: 'tulip', name: 'tulip', sku: null, pieces: 4 });
  const leave = (doing: string) => storage.write(({ db }) => void db.run(sql`UPDATE stocktakes SET doing = ${doing}`));
  await startStocktake(ctx);
  await leave('drop');
  const gate = Promise.withResolvers<void>();
  const writeInPieces: typeof storage.writeInPieces = async (change) => {
    await gate.promise;
    return storage.writeInPieces(change);
  };
  const slow = finishStocktakes({ ...storage, writeInPieces });
  await finishStocktakes(storage);
  const id = await startStocktake(other);
  await countProduct(other, { id, productId, pieces: 3 });
  await leave('apply');
  gate.resolve();
  await slow;
  expect(getStocktake(other, id)).toMatchObject({ isApplying: true, appliedAt: null });
  await finishStocktakes(storage);
  expect(getStocktake(other, id)).toMatchObject({ isApplying: false });
});

test('another shop can write while a long stocktake is applied or dropped', async () => {
  await using shop = await openShop();
  const { store, ctx } = shop;
  const other = { ...ctx, workspace: await secondWorkspace(store) };
  const write = (name: string) => addProduct(other, { externalId: name, name, sku: null, pieces: 1 });
  const applied = await openLongStocktake(shop);
  const applying = applyStocktake(ctx, applied);
  await write('first');
  await write('second');
  expect(getStocktake(ctx, applied)).toMatchObject({ appliedAt: null, isApplying: true });
  await applying;
  const dropped = await startStocktake(ctx);
  await store.storage.write(({ db }) =>
    db.run(sql`INSERT INTO stocktake_counts (stocktake_seq, product_seq, counted, expected)
      SELECT (SELECT max(seq) FROM stocktakes), seq, 5000, 1000 FROM products WHERE workspace_seq = ${ctx.workspace.seq}`),
  );
  expect(getStocktake(ctx, dropped).counted).toBeGreaterThan(PRODUCTS);
  const dropping = dropStocktake(ctx, dropped);
  await write('third');
  await write('fourth');
  const left = () => store.storage.read.$count(stocktakeCounts, gt(stocktakeCounts.counted, 4_999));
  expect(await left()).toBeGreaterThan(0);
  expect(listStocktakes(ctx).map(({ id }) => id)).toEqual([applied]);
  await dropping;
  expect(await left()).toBe(0);
});

test('an open stocktake’s sums match its counts after any change', async () => {
  await using shop = await openShop();
  const { store, ctx, ids } = shop;
  const { random } = store.world;
  const prices = { rose: 10_000, lily: 3_333, vase: 0 } as const;
  const books = { rose: 10, lily: 5, vase: 2 } as const;
  const counts = new Map<keyof typeof ids, number>();
  const id = await startStocktake(ctx);
  const roll = (below: number): number => (random.bytes(1)[0] ?? 0) % below;
  for (let turn = 0; turn < 200; turn += 1) {
    const name = (['rose', 'lily', 'vase'] as const)[roll(3)] ?? 'rose';
    const pieces = roll(4) === 0 ? null : roll(120) / 8;
    await countProduct(ctx, { id, productId: ids[name], pieces });
    if (pieces === null) counts.delete(name);
    else counts.set(name, pieces);
    const worths = [...counts].map(([one, counted]) => {
      const delta = counted - books[one];
      return Math.sign(delta) * Math.round(Math.abs(delta) * prices[one]);
    });
    expect(getStocktake(ctx, id)).toMatchObject({
      counted: counts.size,
      differing: [...counts].filter(([one, counted]) => counted !== books[one]).length,
      surplus: worths.reduce((sum, worth) => sum + Math.max(worth, 0), 0),
      shortage: worths.reduce((sum, worth) => sum + Math.max(-worth, 0), 0),
    });
  }
  const productId = await addProduct(ctx, { externalId: 'fern', name: 'fern', sku: null, pieces: 0, price: 7 });
  const before = getStocktake(ctx, id);
  await countProduct(ctx, { id, productId, pieces: 3 });
  expect(getStocktake(ctx, id).surplus).toBe(before.surplus + 2_100);
  // The product is deleted, like a product of an undone import.
  await store.storage.write(({ db }) => void db.delete(products).where(eq(products.externalId, 'fern')).run());
  expect(getStocktake(ctx, id)).toEqual(before);
});
