/** Tests searches for twelve words. Each name contains eleven of them, so each word is common, but no name matches. */

import { Database } from 'bun:sqlite';
import { beforeAll, expect, test } from 'bun:test';
import { listClients } from '../../src/clients/index.ts';
import { fillDesk, listDesk } from '../../src/orders/index.ts';
import { searchProducts } from '../../src/stock/index.ts';
import { searchPath } from '../../src/storage/store/search-file.ts';
import { workOf } from '../support/count-work.ts';
import { indexAllProducts } from '../support/kept-up.ts';
import { fillOrders } from '../support/many-orders.ts';
import { alter } from '../support/raw-database.ts';
import { shared } from '../support/shared.ts';
import { openTestStore } from '../support/store.ts';
import { whole } from '../support/whole.ts';

const ROWS = 10_000;
const WORDS = Array.from(
  { length: 12 },
  (_, at) => `${String.fromCodePoint(97 + at)}q${String.fromCodePoint(109 - at)}`,
);
const text = WORDS.join(' ');
const nameWithout = (n: number): string => `${WORDS.filter((_, at) => at !== n % WORDS.length).join(' ')} ${n}`;
/** The limit for the pages that one index query reads. Reading the lists of all words would take five times as many. */
const PAGES = 40;
/** A search makes fewer index queries than this. */
const QUESTIONS = 20;

const store = shared(openTestStore);
beforeAll(async () => {
  await fillOrders(store, ROWS, (n) => ({
    searchText: `${n}\n${nameWithout(n)}`,
    client: JSON.stringify({ name: nameWithout(n), phone: `+7912${String(n).padStart(7, '0')}` }),
  }));
  using db = new Database(store.storage.path);
  db.run(
    `INSERT INTO products (id, workspace_seq, external_id, name, quantity, search_text, created_at, updated_at)
    SELECT unhex(printf('%032x', value ->> 0)), ?, value ->> 0, value ->> 1, 0, value ->> 1, 0, 0 FROM json_each(?)`,
    [store.workspace.seq, JSON.stringify(Array.from({ length: ROWS }, (_, n) => [n, nameWithout(n)]))],
  );
  indexAllProducts(db);
});

test.each([
  ['products', () => searchProducts(store.ctx(), { filter: { text }, limit: 100 })],
  ['orders', () => listDesk(store.ctx(), { filter: { text }, limit: 100 })],
  ['orders by date', () => listDesk(store.ctx(), { filter: { text, sort: 'date' }, limit: 100 })],
  ['clients', () => listClients(store.ctx(), { text, limit: 100 })],
])('a search for %s reads a bounded part of its index in each query', async (_what, search) => {
  const asked: number[] = [];
  const { statements } = await workOf(store, search);
  for (const { sql, pages } of statements) if (sql.includes('MATCH')) asked.push(pages);
  expect(asked.length).toBeGreaterThan(0);
  expect(Math.max(...asked)).toBeLessThan(PAGES);
  expect(asked.length).toBeLessThan(QUESTIONS);
});

test('a search makes only a few index queries if the index cannot answer it', async () => {
  alter(searchPath(store.storage.path), 'UPDATE state SET in_order = 0');
  const asker = { signal: new AbortController().signal };
  const { statements } = await workOf(store, () =>
    fillDesk(store.ctx(), { filter: { text }, limit: 100, asker, shape: whole }),
  );
  expect(statements.filter(({ sql }) => sql.includes('MATCH')).length).toBeLessThan(QUESTIONS);
});
