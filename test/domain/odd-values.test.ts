import { expect, test } from 'bun:test';
import { addProduct, countProduct, startStocktake } from '../../src/stock/index.ts';
import { inspect } from '../../src/storage/index.ts';
import { docket } from '../support/docket.ts';
import { alter } from '../support/raw-database.ts';
import { addOrder, openTestStore, type TestStore } from '../support/store.ts';

async function openShop(): Promise<TestStore> {
  const store = await openTestStore();
  const payments = [{ amount: 100, providerData: { bank: 'x' } }];
  await addOrder(store.ctx(), { client: { name: 'Anna' }, payments });
  return store;
}

const change = (store: TestStore, ...statements: readonly string[]): void => alter(store.storage.path, ...statements);
const oddIn = (store: TestStore) => inspect(store.dataDir)?.oddValues;

const BEYOND = '8640000000000001';

test.each([
  [`UPDATE audit_log SET at = ${BEYOND} WHERE seq = 1`, 'audit_log, row 1: at is no time'],
  ["UPDATE audit_log SET actor_type = 'ghost' WHERE seq = 1", 'audit_log, row 1: actor_type is no kind of Docket’s'],
  ["UPDATE audit_log SET changes = 'x' WHERE seq = 1", 'audit_log, row 1: changes is no JSON'],
  [
    `UPDATE payments SET paid_at = -${BEYOND}, created_at = ${BEYOND}`,
    'payments, row 1: paid_at is no time, created_at is no time',
  ],
  ["UPDATE payments SET extra = '{'", 'payments, row 1: extra is no JSON'],
  ["UPDATE payments SET provider_data = ''", 'payments, row 1: provider_data is no JSON'],
  ["UPDATE orders SET date = '2026-02-30'", 'orders, row 1: date is no day'],
  ["UPDATE orders SET client = 'Anna'", 'orders, row 1: client is no JSON'],
  ["UPDATE order_history SET actor_type = ''", 'order_history, row 1 / 1: actor_type is no kind of Docket’s'],
  ["UPDATE installation SET cursor_key = x'00'", 'installation, row 1: cursor_key has a wrong length'],
  ['UPDATE installation SET cursor_key = NULL', 'installation, row 1: cursor_key has a wrong length'],
  ["UPDATE orders SET id = x'00'", 'orders, row 1: id has a wrong length'],
  ['UPDATE workspaces SET api_enabled = 7', 'workspaces, row 1: api_enabled is neither 0 nor 1'],
  ['UPDATE workspaces SET created_at = 253402300800000', 'workspaces, row 1: created_at is no time'],
  ["UPDATE workspaces SET plan = 'golden'", 'workspaces, row 1: plan is no kind of Docket’s'],
  [
    'UPDATE number_series SET next_number = 9007199254740992',
    'number_series, row 1: next_number is too large a number',
  ],
] as const)('%s is found as an odd value with its row and column', async (statement, line) => {
  await using store = await openShop();
  change(store, 'PRAGMA ignore_check_constraints = ON', statement);
  expect(oddIn(store)).toContain(line);
});

test('a sum of many rows may be larger than a number that JavaScript holds exactly', async () => {
  await using store = await openShop();
  const ctx = store.ctx();
  const product = { externalId: 'rose', name: 'rose', sku: null, pieces: 1 };
  const productId = await addProduct(ctx, product);
  await countProduct(ctx, { id: await startStocktake(ctx), productId, pieces: 1 });
  const sum = '9007199254740993';
  change(
    store,
    `UPDATE order_days SET revenue = ${sum}, paid = ${sum}, owed = -${sum}`,
    `UPDATE item_days SET pieces = ${sum}, amount = ${sum}`,
    `INSERT INTO owed_closings VALUES (1, 1, 'status-new', ${sum})`,
    `INSERT INTO day_closes VALUES (1, randomblob(16), 1, '2026-05-20', 'UTC', '[]', '[]', ${sum}, ${sum}, ${sum}, ${sum},
      0, 0, NULL, 'person', NULL, 1)`,
    // Ninety-one orders of a hundred items each may take that much from stock.
    `UPDATE products SET quantity = -${sum}`,
    `INSERT INTO stock_movements (id, workspace_seq, product_seq, delta, quantity_after, kind, actor_type, at)
      VALUES (randomblob(16), 1, 1, ${sum}, -${sum}, 'correction', 'person', 1)`,
    `UPDATE stocktake_counts SET expected = -${sum}`,
    `UPDATE stocktakes SET surplus = ${sum}, shortage = ${sum}`,
  );
  expect(oddIn(store)).toEqual([]);
});

test('the first ten rows with an odd value are listed, and the others are counted', async () => {
  await using store = await openShop();
  expect(oddIn(store)).toEqual([]);
  const rows = Array.from(
    { length: 40 },
    (_, at) => `(${100 + at}, 1, ${BEYOND}, 'key', 'client.changed', 'x')`,
  ).join();
  change(
    store,
    `INSERT INTO audit_log (seq, workspace_seq, at, actor_type, action, subject) VALUES ${rows}`,
    "UPDATE payments SET extra = '{'",
  );
  const found = oddIn(store) ?? [];
  expect(found).toHaveLength(11);
  expect(found.slice(0, 10)).toEqual(
    Array.from({ length: 10 }, (_, at) => `audit_log, row ${100 + at}: at is no time`),
  );
  expect(found.at(-1)).toBe('and 31 more rows');
});

test('docket check names the table, row and remedy of an odd value, and exits with 1', async () => {
  await using store = await openShop();
  change(store, "UPDATE payments SET extra = '{'");
  const { status, stdout } = await docket(['check', '--data', store.dataDir]);
  expect([status, stdout]).toEqual([
    1,
    expect.stringContaining(
      'problem: payments, row 1: extra is no JSON: Docket writes no such value, put it right or restore a backup from before\n',
    ),
  ]);
});
