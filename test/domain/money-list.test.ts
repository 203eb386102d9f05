import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { methodIn, sourceIn } from '../../src/dashboard/orders/csv.ts';
import { tableOfPayments } from '../../src/dashboard/payments/csv.ts';
import {
  deleteOrder,
  getDeskOrder,
  listMoney,
  type MoneyFilter,
  type MoneyLine,
  recordPayment,
  refundPayment,
  restoreOrder,
  sumMoney,
} from '../../src/orders/index.ts';
import { inspect, MIGRATIONS } from '../../src/storage/index.ts';
import { migrate } from '../../src/storage/schema/migrate.ts';
import type { Ctx } from '../../src/workspaces/index.ts';
import { allPages } from '../support/all-pages.ts';
import { countWork, workOf } from '../support/count-work.ts';
import { fillOrders } from '../support/many-orders.ts';
import { type PaidLine, payAtRandom } from '../support/paid-shop.ts';
import { alter } from '../support/raw-database.ts';
import { addOrder, asker, openTestStore, secondWorkspace, type TestStore, tempDir } from '../support/store.ts';

const ALWAYS = { fromMs: Number.MIN_SAFE_INTEGER, beforeMs: Number.MAX_SAFE_INTEGER };

async function allLines(ctx: Ctx, filter: MoneyFilter, limit = 3): Promise<MoneyLine[]> {
  const pages = await allPages((cursor) => listMoney(ctx, { filter, limit, cursor, asker }));
  for (const { lines } of pages) expect(lines.length).toBeLessThanOrEqual(limit);
  return pages.flatMap(({ lines }) => lines);
}

const asText = ({ kind, at, method, source, amount }: Omit<PaidLine, 'orderId'>): string =>
  [kind, at, method, source, amount].join(' ');
const total = (lines: readonly PaidLine[], kind: PaidLine['kind']): number =>
  lines.filter((line) => line.kind === kind).reduce((sum, { amount }) => sum + amount, 0);

test('the money list shows each counted payment and refund once, newest first, with matching sums', async () => {
  for (let seed = 1; seed <= 6; seed += 1) {
    await using store = await openTestStore();
    const ctx = store.ctx();
    const { lines: noted } = await payAtRandom(ctx, store.world, seed);
    const filters: Partial<MoneyFilter>[] = [
      {},
      { method: 'card' },
      { method: '' },
      { source: 'site' },
      { method: 'cash', source: 'shop' },
      { kind: 'payment' },
      { kind: 'refund' },
      { kind: 'refund', method: 'card' },
      { fromMs: store.world.clock.now() - 20 * 86_400_000 },
      { beforeMs: store.world.clock.now() - 20 * 86_400_000 },
    ];
    for (const some of filters) {
      const filter = { ...ALWAYS, ...some };
      const wanted = noted.filter(
        ({ kind, at, method, source }) =>
          at >= filter.fromMs &&
          at < filter.beforeMs &&
          kind === (filter.kind ?? kind) &&
          method === (filter.method ?? method) &&
          source === (filter.source ?? source),
      );
      const lines = await allLines(ctx, filter);
      expect(lines.map(asText).toSorted()).toEqual(wanted.map(asText).toSorted());
      expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).toSorted((a, b) => b - a));
      const { all, methods, days } = await sumMoney(ctx, { filter, asker });
      const sums = { received: total(wanted, 'payment'), refunded: total(wanted, 'refund'), lines: wanted.length };
      expect(all).toEqual(sums);
      expect(days.reduce((sum, { received }) => sum + received, 0)).toBe(sums.received);
      // `methods` lists all methods even with a filter by method, but `sums` covers only the filtered method. So the
      // two are equal only without that filter.
      if (some.method === undefined)
        expect(methods.reduce((sum, { refunded }) => sum + refunded, 0)).toBe(sums.refunded);
    }
  }
});

/** Parses a CSV file. It shares no code with src, so that it cannot share an error either. */
function cellsOf(file: string): string[][] {
  const records: string[][] = [];
  let [record, cell, quoted]: [string[], string, boolean] = [[], '', false];
  for (let at = file.startsWith('\uFEFF') ? 1 : 0; at < file.length; at += 1) {
    const char = file[at] ?? '';
    if (quoted && char === '"' && file[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (char === '"') quoted = !quoted;
    else if (!quoted && (char === ',' || char === '\r')) {
      record.push(cell);
      cell = '';
    } else if (!quoted && char === '\n') {
      records.push(record);
      record = [];
    } else cell += char;
  }
  return records;
}
/** The digits are exact, without the error of a float. */
const kopecksIn = (cell: string): bigint => BigInt(cell === '' ? '0' : cell.replace('.', ''));

test('the exported money file of each of 100 shops has the same sums as the page and the orders', async () => {
  await using store = await openTestStore();
  // All shops run at once, so that they share the syncs of the disk. The clock is stopped, so that a restored order is
  // not late.
  const world = { ...store.world, clock: { ...store.world.clock, advance: () => undefined } };
  const shops = await Promise.all(
    Array.from({ length: 100 }, async (_, seed) => {
      const ctx = { ...store.ctx(), workspace: await secondWorkspace(store) };
      return { ctx, ...(await payAtRandom(ctx, world, seed)) };
    }),
  );
  let seen = 0;
  for (const { ctx, orders } of shops) {
    const about = { language: 'en', nowMs: store.world.clock.now(), request: asker } as const;
    let file = '';
    const texts = tableOfPayments.texts({ ...ctx, ...about }, { filter: 'when=all' });
    for (let part = await texts.next(); part.done !== true; part = await texts.next()) file += part.value;
    const [heading, ...rows] = cellsOf(file);
    expect(heading).toEqual(['Date', 'Method', 'Order', 'Client', 'Amount', 'Refund', 'Source']);
    const byMethod = new Map<string, bigint>();
    for (const [, method = '', , , amount = '', refund = ''] of rows) {
      byMethod.set(method, (byMethod.get(method) ?? 0n) + kopecksIn(amount) - kopecksIn(refund));
    }
    const sums = await sumMoney(ctx, { filter: ALWAYS, asker });
    const shown = new Map(
      sums.methods.map(({ name, received, refunded }) => [methodIn('en', name), BigInt(received - refunded)]),
    );
    // A spreadsheet would run a text that begins with =. So the file has an apostrophe before it.
    expect(new Map([...byMethod].map(([name, sum]) => [name.replace(/^'/, ''), sum]))).toEqual(shown);
    const paid = orders.map((id) => BigInt(getDeskOrder(ctx, id).order.paidAmount));
    const add = (all: readonly bigint[]): bigint => all.reduce((sum, one) => sum + one, 0n);
    expect(add([...byMethod.values()])).toBe(add(paid));
    seen += rows.length;
  }
  expect(seen).toBeGreaterThan(500);
}, 120_000);

test('a text search lists and sums only the payments of the matching orders', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  for (const [n, name] of ['Anna Smirnova', 'Boris', 'Anna Orlova'].entries()) {
    await addOrder(ctx, { client: { name }, payments: [{ amount: n + 1 }, { amount: 10 * (n + 1) }] });
  }
  const found = await allLines(ctx, { ...ALWAYS, text: 'anna' }, 2);
  expect(found.map(({ amount, clientName }) => [amount, clientName])).toEqual([
    [3_000, 'Anna Orlova'],
    [300, 'Anna Orlova'],
    [1_000, 'Anna Smirnova'],
    [100, 'Anna Smirnova'],
  ]);
  const { all } = await sumMoney(ctx, { filter: { ...ALWAYS, text: 'anna' }, asker });
  expect(all).toEqual({ received: 4_400, refunded: 0, lines: 4 });
  expect(await allLines(ctx, { ...ALWAYS, text: 'nobody' })).toEqual([]);
});

test('a filter by client finds the payments of all the client’s orders, even of more than a thousand orders', async () => {
  await using store = await openTestStore();
  const clientOf = (n: number): string =>
    JSON.stringify({ phone: n % 3 === 0 ? '+79123456789' : `+7921${1_000_000 + n}` });
  await fillPayments(store, 4_500, (n) => ({ client: clientOf(n) }));
  const clientKeys = ['p+79123456789'];
  const lines = await allLines(store.ctx(), { ...ALWAYS, clientKeys }, 100);
  // One order in ten is deleted.
  expect([lines.length, new Set(lines.map(({ orderId }) => orderId)).size]).toEqual([1_350, 1_350]);
  const { all } = await sumMoney(store.ctx(), { filter: { ...ALWAYS, clientKeys }, asker });
  expect(all).toEqual({ received: 135_000, refunded: 0, lines: 1_350 });
  const { all: some } = await sumMoney(store.ctx(), { filter: { ...ALWAYS, clientKeys, method: 'transfer' }, asker });
  expect(some.lines).toBe((await allLines(store.ctx(), { ...ALWAYS, clientKeys, method: 'transfer' })).length);
  const { all: none } = await sumMoney(store.ctx(), { filter: { ...ALWAYS, clientKeys: [] }, asker });
  expect(none.lines).toBe(0);
});

test('payments and refunds of the same millisecond are each listed once, payments first', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  const id = await addOrder(ctx);
  const { paymentId } = await recordPayment(ctx, { id, paymentId: 'one', amount: 10 });
  for (const roubles of [1, 2, 3]) await refundPayment(ctx, { orderId: id, paymentId, roubles });
  const lines = await allLines(ctx, ALWAYS, 1);
  expect(lines.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
    'payment 1000',
    'refund 300',
    'refund 200',
    'refund 100',
  ]);
});

test('a cursor is refused with another filter', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  await addOrder(ctx, { payments: [{ amount: 1 }, { amount: 2 }] });
  const { nextCursor } = await listMoney(ctx, { filter: ALWAYS, limit: 1, asker });
  const other = listMoney(ctx, { filter: { ...ALWAYS, method: '' }, limit: 1, cursor: nextCursor ?? '', asker });
  expect(other).rejects.toMatchObject({ message: expect.stringContaining('cursor') });
});

test('payments leave the list when their order is deleted and return when the order is restored', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  const id = await addOrder(ctx, { payments: [{ amount: 30 }] });
  const [payment] = getDeskOrder(ctx, id).payments;
  await refundPayment(ctx, { orderId: id, paymentId: payment?.id ?? '', roubles: 5 });
  const sums = async () => (await sumMoney(ctx, { filter: ALWAYS, asker })).all;
  expect(await sums()).toEqual({ received: 3_000, refunded: 500, lines: 2 });
  await deleteOrder(ctx, { id });
  expect(await sums()).toEqual({ received: 0, refunded: 0, lines: 0 });
  expect(await allLines(ctx, ALWAYS)).toEqual([]);
  await restoreOrder(ctx, id);
  expect(await sums()).toEqual({ received: 3_000, refunded: 500, lines: 2 });
  expect(inspect(store.dataDir)?.problems).toEqual([]);
  alter(store.storage.path, 'UPDATE payments SET order_deleted = 1');
  expect(inspect(store.dataDir)?.problems).toEqual([
    '1 of the sums that are kept of payments of deleted orders are not what they should be',
  ]);
});

/** Inserts `count` orders with one payment each directly into the database. One payment in a hundred is a transfer. */
async function fillPayments(
  store: TestStore,
  count: number,
  shape: Parameters<typeof fillOrders>[2] = () => ({}),
): Promise<void> {
  await fillOrders(store, count, (n) => ({ ...shape(n), ...(n % 10 === 0 ? { deletedAt: 9 } : {}) }));
  alter(
    store.storage.path,
    `INSERT INTO payments (id, workspace_seq, order_seq, source, fingerprint, status, amount, refunded_amount, currency, paid_at,
        payment_method, created_at, order_deleted)
      SELECT randomblob(16), workspace_seq, seq, 'shop', '', 'confirmed', 100, 0, 'RUB', seq * 60000, iif(seq % 100, 'card', 'transfer'), 0,
        deleted_at IS NOT NULL
      FROM orders`,
  );
  await new Promise(setImmediate);
}

test('a page of payments and a day’s sums cost the same with four times the payments', async () => {
  const works: number[][] = [];
  for (const count of [6_000, 24_000]) {
    await using store = await openTestStore();
    await fillPayments(store, count);
    using counter = await countWork(store.storage.path);
    const ctx = store.ctx();
    const page = await counter.of(() => listMoney(ctx, { filter: ALWAYS, limit: 50, asker }));
    const rare = await counter.of(() =>
      listMoney(ctx, { filter: { ...ALWAYS, method: 'transfer' }, limit: 10, asker }),
    );
    const day = { fromMs: 500 * 60_000, beforeMs: 1_000 * 60_000 };
    const sums = await counter.of(() => sumMoney(ctx, { filter: day, asker }));
    expect((await sumMoney(ctx, { filter: day, asker })).all).toEqual({ received: 450 * 100, refunded: 0, lines: 450 });
    works.push([page, rare].map(({ steps }) => steps));
    // Each line is found through its index, in some 40 steps.
    expect(sums.pages).toBeLessThan(200 + count / 100);
  }
  const [few = [], many = []] = works;
  for (const [at, steps] of many.entries()) expect(steps).toBeLessThan((few[at] ?? 0) * 1.2 + 2_000);
});

/** The maximum number of steps that a single statement takes. All other requests wait for it. */
async function longestStep(store: TestStore, text?: string): Promise<number> {
  const filter = { ...ALWAYS, ...(text === undefined ? {} : { text }) };
  const { statements } = await workOf(store, async () => {
    await sumMoney(store.ctx(), { filter, asker });
    await listMoney(store.ctx(), { filter, limit: 10, asker });
  });
  return Math.max(...statements.map(({ steps }) => steps));
}

test('the refunds of one payment are read a slice at a time, and each refund is one line', async () => {
  const longest: number[] = [];
  for (const count of [11_000, 22_000]) {
    await using store = await openTestStore();
    await fillPayments(store, 10);
    alter(
      store.storage.path,
      `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})
        INSERT INTO refunds (workspace_seq, payment_seq, amount, at) SELECT workspace_seq, seq, 1, 300000 + n FROM n, payments WHERE seq = 5`,
    );
    await new Promise(setImmediate);
    const { all } = await sumMoney(store.ctx(), { filter: ALWAYS, asker });
    expect(all).toEqual({ received: 900, refunded: count, lines: 9 + count });
    const lines = await allLines(store.ctx(), ALWAYS, 500);
    expect([lines.length, lines.filter(({ kind }) => kind === 'payment').length]).toEqual([9 + count, 9]);
    longest.push(await longestStep(store), await longestStep(store, '5'));
  }
  const [few = 0, fewFound = 0, many = 0, manyFound = 0] = longest;
  expect(many).toBeLessThan(few * 1.1);
  expect(manyFound).toBeLessThan(fewFound * 1.1);
});

test('refunds of deleted orders are read a slice at a time', async () => {
  const longest: number[] = [];
  for (const count of [11_000, 22_000]) {
    await using store = await openTestStore();
    await fillPayments(store, 10);
    await store.storage.write(({ db }) => {
      db.run(sql`WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})
        INSERT INTO refunds (workspace_seq, payment_seq, amount, at) SELECT workspace_seq, seq, 1, 300000 FROM n, payments WHERE seq = 5`);
      db.run(sql`UPDATE orders SET deleted_at = 5 WHERE seq = (SELECT order_seq FROM payments WHERE seq = 5)`);
    });
    expect((await sumMoney(store.ctx(), { filter: ALWAYS, asker })).all).toMatchObject({ refunded: 0, lines: 8 });
    expect(await allLines(store.ctx(), ALWAYS, 500)).toHaveLength(8);
    longest.push(await longestStep(store));
  }
  const [few = 0, many = 0] = longest;
  expect(many).toBeLessThan(few * 1.1);
});

test('a search that matches many old orders does not scan all newer payments in one step', async () => {
  const longest: number[] = [];
  for (const count of [4_000, 12_000]) {
    await using store = await openTestStore();
    const searchText = (n: number): string => (n < 1_500 ? 'anna' : 'boris');
    await fillPayments(store, count, (n) => ({ searchText: searchText(n) }));
    longest.push(await longestStep(store, 'anna'));
  }
  const [few = 0, many = 0] = longest;
  expect(many).toBeLessThan(few * 1.1);
});

test('refunds older than the refunds table are taken from the history, or else from the payments', () => {
  using dir = tempDir();
  using client = new Database(join(dir.path, 'before.db'), { create: true });
  migrate(
    client,
    MIGRATIONS.filter(({ version }) => version < 62),
    0,
  );
  client.run(`
    INSERT INTO workspaces (seq, id, name, plan, time_zone, api_enabled, inquiries_enabled, webhooks_enabled, created_at, updated_at)
      VALUES (1, x'01', 'W', 'pro', 'UTC', 1, 1, 1, 0, 0);
    INSERT INTO orders (seq, id, workspace_seq, source, repeat_key, fingerprint, version, num, platform, status_id, date, products_amount,
        price, paid_amount, payment_status, created_at, updated_at, kind_seq, by_num, search_text, products)
      VALUES (3, x'03', 1, 'site', 'k', x'00', 3, '7', '', 's', '2026-03-08', 9, 9, 4, 'partial', 14, 99, 1, 1, '', '[]');
    INSERT INTO payments (seq, id, workspace_seq, order_seq, source, fingerprint, status, amount, refunded_amount, currency, paid_at, created_at)
      VALUES (1, x'0190a1b2c3d47e5f8a9b0c1d2e3f4a5b', 1, 3, 'site', '', 'confirmed', 9, 5, 'RUB', 14, 14);
    INSERT INTO order_history (workspace_seq, order_seq, version, kind, actor_type, at, changes) VALUES
      (1, 3, 2, 'payment_refunded', 'key', 20, '{"payment":{"from":"0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b","to":"0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"},"refundedAmount":{"from":0,"to":1},"refundMethod":{"from":null,"to":"cash"}}'),
      (1, 3, 3, 'payment_refunded', 'key', 30, '{"payment":{"from":"0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b","to":"0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"},"refundedAmount":{"from":1,"to":3}}');`);
  migrate(client, MIGRATIONS, 0);
  expect(client.query('SELECT payment_seq, amount, method, at FROM refunds ORDER BY at').values()).toEqual([
    [1, 1, 'cash', 20],
    [1, 2, null, 30],
    [1, 2, null, 99],
  ]);
});

test('of more than 50 payment methods, the 50 largest are listed and all others are one sum', async () => {
  await using store = await openTestStore();
  for (let order = 0; order < 105; order += 1) {
    const payments = Array.from({ length: 100 }, (_, at) => ({ amount: 1, paymentMethod: `method ${order} ${at}` }));
    await addOrder(store.ctx(), { payments });
  }
  await addOrder(store.ctx(), { payments: [{ amount: 2_000, paymentMethod: 'cash' }] });
  const { all, methods, otherMethods, sources, otherSources } = await sumMoney(store.ctx(), { filter: ALWAYS, asker });
  expect(all).toEqual({ received: 1_250_000, refunded: 0, lines: 10_501 });
  expect([methods.length, methods[0]?.name, methods[0]?.received]).toEqual([50, 'cash', 200_000]);
  expect(otherMethods).toEqual({ received: 1_045_100, refunded: 0, lines: 10_451 });
  expect([sources.map(({ name }) => name), otherSources]).toEqual([['shop'], null]);
  const told = await sumMoney(store.ctx(), { filter: ALWAYS, asker, told: 20_000 });
  expect([told.methods.length, told.otherMethods?.lines]).toEqual([10_000, 501]);
});

test('a payment method or source that is named like a JavaScript property is shown unchanged', () => {
  for (const name of ['constructor', 'toString', '__proto__'])
    expect([methodIn('en', name), sourceIn('ru', name)]).toEqual([name, name]);
});
