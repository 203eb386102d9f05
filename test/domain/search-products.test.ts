/** The list of products is too long to be scanned in one step. */

import { beforeAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { searchProducts } from '../../src/stock/index.ts';
import { products } from '../../src/storage/index.ts';
import { allPages } from '../support/all-pages.ts';
import { countWork, workOf } from '../support/count-work.ts';
import { shared } from '../support/shared.ts';
import { openTestStore } from '../support/store.ts';
import { turnsWithin } from '../support/until.ts';

const COUNT = 12_000;
const names = Array.from({ length: COUNT }, (_, at) => `p${at % 7 === 0 ? ' qj' : ''} ${at}`);

const store = shared(openTestStore);
beforeAll(async () => {
  const { newId, clock } = store.world;
  await store.storage.write((tx) => {
    for (const [at, name] of names.entries()) {
      const row = { id: newId(clock.now()), workspaceSeq: store.workspace.seq, externalId: `${at}`, name, sku: null };
      const quantity = at % 3_000 === 0 ? -1_000 : 0;
      const times = { createdAt: tx.now, updatedAt: tx.now };
      tx.db
        .insert(products)
        .values({ ...row, ...times, quantity, searchText: `${name}\n\n${at}` })
        .run();
      // ANALYZE runs on a list of one product, so SQLite's statistics are wrong for the full list.
      if (at === 0) tx.db.run(sql`ANALYZE`);
    }
  });
});

test.each([
  ['words that none has', { text: 'zz yy' }],
  ['what is below zero in a category', { belowZero: true, category: 'Roses' }],
])('other requests are served while a long list of products is searched for %s', async (_for, filter) => {
  const turns = await turnsWithin(() => searchProducts(store.ctx(), { filter, limit: 100 }));
  expect(turns).toBeGreaterThan(10);
});

test('each matching product is found once, sorted by name, in pages of any size', async () => {
  const pages = await allPages((cursor) => searchProducts(store.ctx(), { filter: { text: 'qj' }, limit: 300, cursor }));
  expect(pages.slice(0, -1).every(({ products }) => products.length === 300)).toBe(true);
  const found = pages.flatMap(({ products }) => products.map(({ name }) => name));
  const fitting = names.filter((name) => name.includes('qj'));
  expect(found).toEqual(fitting.toSorted((a, b) => (a < b ? -1 : 1)));
  const below = await searchProducts(store.ctx(), { filter: { belowZero: true }, limit: 100 });
  expect(below.products.map(({ externalId }) => Number(externalId)).toSorted((a, b) => a - b)).toEqual([
    0, 3_000, 6_000, 9_000,
  ]);
});

test('a search for a word that no name contains does not scan the list', async () => {
  const { steps } = await workOf(store, () => searchProducts(store.ctx(), { filter: { text: 'zzzz' }, limit: 100 }));
  expect(steps).toBeLessThan(1_000);
});

test('products with stock below zero and products that run low are found by their own indexes', async () => {
  using counter = await countWork(store.storage.path);
  for (const filter of [{ belowZero: true }, { runningLow: true }]) {
    const { steps } = await counter.of(() => searchProducts(store.ctx(), { filter, limit: 100 }));
    expect(steps).toBeLessThan(1_000);
  }
});
