import { Database } from 'bun:sqlite';
import { beforeAll, expect, test } from 'bun:test';
import { listCounts, listProducts, searchProducts, startStocktake } from '../../src/stock/index.ts';
import { products } from '../../src/storage/index.ts';
import { workOf } from '../support/count-work.ts';
import { indexAllProducts } from '../support/kept-up.ts';
import { shared } from '../support/shared.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

/** Each text of a product has the greatest allowed length. Its row then fills pages of its own. */
const COUNT = 3_000;
const LONG = 'ж'.repeat(480);
const FEW = 300;

const store = shared(openTestStore);
let stocktake: string;

/** @param searchText the same text for all products; without it, the texts are made of the product's own */
async function fill({ storage, world, workspace }: TestStore, searchText?: string): Promise<string[]> {
  const { newId, clock } = world;
  const ids = Array.from({ length: COUNT }, () => newId(clock.now()));
  await storage.write((tx) => {
    for (const [at, id] of ids.entries()) {
      const [name, externalId, sku] = [`${at}${LONG}`, `id ${at}${LONG}`, `${at < FEW ? 'sku' : 'code'} ${at}${LONG}`];
      const text = searchText ?? [name, sku, externalId, LONG].join('\n');
      const row = { id, workspaceSeq: workspace.seq, externalId, name, sku, searchText: text };
      const times = { createdAt: tx.now, updatedAt: tx.now };
      tx.db
        .insert(products)
        .values({ ...row, ...times, category: LONG, quantity: -1_000, warnBelow: 0 })
        .run();
    }
  });
  return ids;
}

beforeAll(async () => {
  await fill(store);
  using client = new Database(store.storage.path);
  indexAllProducts(client);
  stocktake = await startStocktake(store.ctx());
});

/**
 * The maximum number of pages that one statement may read. That is enough for 256 KB of texts, or for some hundred
 * rows.
 */
const PAGES = 1_000;

const READS = {
  'a word without trigrams': () => searchProducts(store.ctx(), { filter: { text: 'zq' }, limit: 100 }),
  'a word that some hundreds have': () => searchProducts(store.ctx(), { filter: { text: 'sku' }, limit: 100 }),
  'an empty category': () => searchProducts(store.ctx(), { filter: { category: 'none' }, limit: 100 }),
  'below zero and low': () =>
    searchProducts(store.ctx(), { filter: { belowZero: true, runningLow: true, category: 'none' }, limit: 100 }),
  'the counted products of a category': () =>
    listCounts(store.ctx(), { id: stocktake, part: 'counted', category: LONG, limit: 100 }),
  'the differences of a stocktake': () => listCounts(store.ctx(), { id: stocktake, part: 'differing', limit: 100 }),
} as const;

test.each(Object.entries(READS))('%s: no step reads more long texts than its limit', async (_, read) => {
  const { statements } = await workOf(store, read);
  expect(statements.filter(({ pages }) => pages > PAGES).map(({ pages, sql }) => ({ pages, sql }))).toEqual([]);
});

test('a late page reads only its own rows, even if all products have one search text', async () => {
  await using equal = await openTestStore();
  const ids = await fill(equal, LONG);
  const cursor = ids[COUNT - 30];
  const pages = {
    list: () => listProducts(equal.ctx(), { limit: 20, cursor }),
    'below zero': () => searchProducts(equal.ctx(), { filter: { belowZero: true }, limit: 20, cursor }),
    category: () => searchProducts(equal.ctx(), { filter: { category: LONG }, limit: 20, cursor }),
  };
  for (const read of Object.values(pages)) {
    const page = await read();
    expect(page.products.map(({ id }) => id)).toEqual(ids.slice(COUNT - 29, COUNT - 9));
    expect((await workOf(equal, read)).pages).toBeLessThan(PAGES);
  }
});
