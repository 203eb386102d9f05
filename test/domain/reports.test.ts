import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Steps } from '../../src/base/index.ts';
import type { ReadingCtx, Texts } from '../../src/dashboard/desk/index.ts';
import { tableOfOrders } from '../../src/dashboard/orders/readings.ts';
import { tableOfPayments } from '../../src/dashboard/payments/csv.ts';
import { compare, type Figure, type Figures } from '../../src/dashboard/reports/compare.ts';
import { tableOfReport } from '../../src/dashboard/reports/csv.ts';
import { reportDaysIn } from '../../src/dashboard/reports/filter.ts';
import { readReport, readReportItems } from '../../src/dashboard/reports/readings.ts';
import {
  changeStatus,
  createOrder,
  recordPayment,
  refundPayment,
  sumItems,
  sumReport,
} from '../../src/orders/index.ts';
import { inspect } from '../../src/storage/index.ts';
import { workAtRandom } from '../support/busy-shop.ts';
import { countWork, workOf } from '../support/count-work.ts';
import { rebuildSums } from '../support/kept-up.ts';
import { dayOf, fillOrders } from '../support/many-orders.ts';
import { asker, openTestStore, secondWorkspace, type TestStore, tempDir } from '../support/store.ts';
import { lacksTool, testUnless } from '../support/tools.ts';

function inOneGo<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const readingOf = (store: TestStore, more: Partial<ReadingCtx> = {}): ReadingCtx => ({
  ...store.ctx(),
  language: 'en',
  nowMs: store.world.clock.now(),
  request: asker,
  ...more,
});

async function textOf(texts: Texts): Promise<string> {
  let file = '';
  for (let part = await texts.next(); part.done !== true; part = await texts.next()) file += part.value;
  return file;
}

testUnless(
  lacksTool('python3'),
  'of each of 100 random shops, the report is what Python adds up from the exported orders, items and payments',
  async () => {
    await using store = await openTestStore();
    using dir = tempDir();
    // The clock is stopped, so that all shops work at the same moment.
    const world = { ...store.world, clock: { ...store.world.clock, advance: () => undefined } };
    const filters = ['when=month', 'when=last-month', 'when=week', 'from=2026-04-20&to=2026-06-10', 'from=2026-05-19'];
    await Promise.all(
      Array.from({ length: 100 }, async (_, seed) => {
        const ctx = readingOf(store, { workspace: await secondWorkspace(store) });
        await workAtRandom(ctx, world, seed);
        const folder = join(dir.path, String(seed).padStart(3, '0'));
        mkdirSync(folder);
        const write = async (name: string, texts: Texts): Promise<void> =>
          writeFileSync(join(folder, name), await textOf(texts));
        const filter = filters[seed % filters.length] ?? '';
        await write('orders.csv', tableOfOrders.texts(ctx, { filter: '', byItem: false }));
        await write('items.csv', tableOfOrders.texts(ctx, { filter: '', byItem: true }));
        await write('payments.csv', tableOfPayments.texts(ctx, { filter: 'when=all' }));
        await write('report.csv', tableOfReport.texts(ctx, { filter }));
      }),
    );
    const script = join(import.meta.dir, '../support/add_up.py');
    const { stdout, stderr, exitCode } = Bun.spawnSync(['python3', script, dir.path]);
    expect([stderr.toString(), exitCode]).toEqual(['', 0]);
    expect(Number(stdout.toString().trim())).toBeGreaterThan(5_000);
    expect(inspect(store.dataDir)?.problems).toEqual([]);
  },
  180_000,
);

test('docket check reports wrong item counts of a day', async () => {
  await using store = await openTestStore();
  await workAtRandom(store.ctx(), store.world, 3, 4);
  using db = new Database(store.storage.path);
  db.run('UPDATE item_days SET amount = amount + 1');
  expect(inspect(store.dataDir)?.problems).toEqual([
    expect.stringContaining('of the sums that are kept of items by their date'),
  ]);
  rebuildSums(db);
  expect(inspect(store.dataDir)?.problems).toEqual([]);
});

test('docket check ignores an item’s field named like a known field plus a zero character', async () => {
  await using store = await openTestStore();
  const odd = { 'quantity\u0000': 777, 'name\u0000': 'x', 'price\u0000': 5, name: 'r', quantity: 1, price: 1 };
  await createOrder(store.ctx(), { requestKey: 'odd', date: '2026-05-20T10:00:00+03:00', products: [odd] });
  expect(inspect(store.dataDir)?.problems).toEqual([]);
});

const TOO_MANY = 999_999_999.999;

test('a report counts huge quantities and malformed names, and leaves them out when their orders are canceled', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  const name = 'Rose \ud83c';
  const products = Array.from({ length: 100 }, () => ({ name, quantity: TOO_MANY, price: 0 }));
  const ids = await Promise.all(
    Array.from({ length: 95 }, async (_, n) => {
      const { order } = await createOrder(ctx, { requestKey: `${n}`, date: '2026-05-20T10:00:00+03:00', products });
      return order.id;
    }),
  );
  const days = { from: '2026-05-20', to: '2026-05-20' };
  const items = await sumItems(ctx, { days, asker });
  expect([...items.keys()]).toEqual([name]);
  expect((items.get(name)?.quantity ?? 0) / 1_000 / (95 * 100 * TOO_MANY)).toBeCloseTo(1, 9);
  expect(inspect(store.dataDir)?.problems).toEqual([]);
  await Promise.all(ids.map((id) => changeStatus(ctx, { id, statusId: 'status-cancelled' })));
  expect((await sumItems(ctx, { days, asker })).size).toBe(0);
  expect(inspect(store.dataDir)?.problems).toEqual([]);
});

test('a name that is missing from a period’s incomplete list has an unknown sum, not zero', () => {
  const of = (sums: Record<string, number>, others?: number): Figures => {
    const named = Object.entries(sums).map(([name, sum]): [string | undefined, number] => [name, sum]);
    const all = others === undefined ? named : [...named, [undefined, others] as const];
    return new Map(all.map(([name, sum]) => [name, { count: null, quantity: null, sum }]));
  };
  const sums = (now: Figures, before: Figures, told: number) =>
    inOneGo(compare(now, before, told)).map((row) => [row.name, row.now.sum, row.before?.sum ?? null]);
  expect(sums(of({ cash: 9 }, 5), of({ cash: 3, card: 7 }), 50)).toEqual([
    ['cash', 9, 3],
    [null, 5, 7],
  ]);
  expect(sums(of({ cash: 9, card: 7 }), of({ cash: 3 }, 5), 1)).toEqual([
    ['cash', 9, 3],
    [null, 7, 5],
  ]);
  expect(sums(of({ cash: 9, card: 7 }), of({ cash: 3 }, 5), 50)).toEqual([
    ['cash', 9, 3],
    ['card', 7, null],
    [null, 0, 5],
  ]);
  expect(sums(of({ cash: 9 }), of({ card: 7 }), 50)).toEqual([
    ['cash', 9, 0],
    ['card', 0, 7],
  ]);
});

test('a report lists a refund under its own payment method, and the exported file lists methods that the page omits', async () => {
  await using store = await openTestStore();
  const products = [{ name: 'Rose', quantity: 1, price: 1 }];
  const payments = Array.from({ length: 60 }, (_, n) => ({
    amount: 100 + n,
    paymentMethod: `method ${n}`,
    paidAt: '2026-05-20T10:00:00Z',
  }));
  const { order } = await createOrder(store.ctx(), {
    requestKey: 'a',
    date: '2026-05-20T10:00:00Z',
    products,
    payments,
  });
  const more = {
    id: order.id,
    paymentId: 'more',
    amount: 1,
    paymentMethod: 'method 0',
    paidAt: '2026-05-20T10:00:00Z',
  };
  const { paymentId } = await recordPayment(store.ctx(), more);
  await refundPayment(store.ctx(), { orderId: order.id, paymentId, roubles: 1, paymentMethod: 'by hand' });
  const ctx = readingOf(store);
  const { methods, refunds } = await readReport.read(ctx, {});
  expect(refunds.map(({ name, now }) => [name, now.sum])).toEqual([['by hand', 1]]);
  expect([methods.length, methods.at(-1)?.name, methods.at(-1)?.now.sum]).toEqual([51, null, 1_046]);
  const lines = (await textOf(tableOfReport.texts(ctx, {}))).split('\n');
  for (const method of payments)
    expect(lines.filter((line) => line.includes(`,${method.paymentMethod},`))).toHaveLength(1);
});

test('the report of a shop without orders has zeros and no tables', async () => {
  await using store = await openTestStore();
  const report = await readReport.read(readingOf(store), {});
  expect(report).toMatchObject({
    from: '2026-05-01',
    to: '2026-05-20',
    before: { from: '2026-04-01', to: '2026-04-20' },
  });
  expect(report.orders).toEqual({
    now: { count: 0, quantity: null, sum: 0 },
    before: { count: 0, quantity: null, sum: 0 },
  });
  expect([report.statuses, report.sources, report.methods, report.points.length]).toEqual([[], [], [], 20]);
  expect((await readReportItems.read(readingOf(store), {})).items).toEqual([]);
});

test('a month’s chart includes every day of the month before, even if the month before is longer', async () => {
  await using store = await openTestStore();
  const products = [{ name: 'Rose', quantity: 1, price: 100 }];
  for (const day of ['2026-03-01', '2026-03-30', '2026-03-31', '2026-04-30'])
    await createOrder(store.ctx(), { requestKey: day, date: `${day}T12:00:00Z`, products });
  const { points, orders } = await readReport.read(readingOf(store), { filter: 'when=last-month' });
  expect(points.filter(({ revenueBefore }) => revenueBefore > 0).map((at) => [at.from, at.revenueBefore])).toEqual([
    ['2026-04-01', 100],
    ['2026-04-30', 200],
  ]);
  expect([orders.now.sum, orders.before?.sum]).toEqual([100, 300]);
});

test('the days of a report begin at midnight in the workspace’s time zone, even after a clock change', async () => {
  await using store = await openTestStore('America/New_York');
  const products = [{ name: 'Rose', quantity: 1, price: 100 }];
  // Local times: 23:30 on March 8, when clocks go forward; 0:30 on March 9; the last millisecond of March 7.
  const paidAt = ['2026-03-09T03:30:00Z', '2026-03-09T04:30:00Z', '2026-03-08T04:59:59.999Z'];
  const payments = paidAt.map((at, n) => ({ amount: 10 ** n, paidAt: at }));
  await createOrder(store.ctx(), { requestKey: 'a', date: '2026-03-08T12:00:00-04:00', products, payments });
  const report = await readReport.read(readingOf(store), { filter: 'from=2026-03-08&to=2026-03-08' });
  expect(report.received).toMatchObject({ now: { sum: 1 }, before: { sum: 100 } });
  expect(report.orders.now).toEqual({ count: 1, quantity: null, sum: 100 });
});

test('20,000 item names are compared in steps of fewer than a thousand lookups', async () => {
  let [looked, most] = [0, 0];
  class Counted extends Map<string | undefined, Figure> {
    override get(name: string | undefined) {
      looked += 1;
      return super.get(name);
    }
  }
  const figures = () =>
    new Counted(Array.from({ length: 20_000 }, (_, at) => [`item ${at}`, { count: null, quantity: 1, sum: at % 7 }]));
  const steps = compare(figures(), figures(), 50);
  for (let step = steps.next(); step.done !== true; step = steps.next()) {
    most = Math.max(most, looked);
    looked = 0;
  }
  expect(Math.max(most, looked)).toBeLessThan(1_000);
});

test('the period that a report is compared with never begins before the year 0', async () => {
  for (const zone of ['UTC', 'Pacific/Apia', 'America/New_York']) {
    await using store = await openTestStore(zone);
    for (const [filter, before] of [
      ['from=0001-01-01&to=0001-12-31', { from: '0000-01-01', to: '0000-12-31' }],
      ['from=0001-01-01&to=0005-06-30', { from: '0000-01-01', to: '0000-12-31' }],
      ['from=0001-02-01&to=0009-12-31', { from: '0000-01-01', to: '0001-01-31' }],
      ['from=0003-01-01&to=0010-12-30', { from: '0000-01-01', to: '0002-12-31' }],
    ] as const) {
      const report = await readReport.read(readingOf(store), { filter });
      expect([filter, report.before]).toEqual([filter, before]);
    }
  }
});

test('a report’s weeks begin on Monday and its months on the first, and each period is compared with the previous one', async () => {
  await using store = await openTestStore();
  // A Wednesday.
  const daysOf = (filter: string) =>
    reportDaysIn({ ...readingOf(store), nowMs: Date.parse('2026-05-20T10:00:00Z') }, filter);
  expect(daysOf('when=week')).toEqual({
    from: '2026-05-18',
    to: '2026-05-20',
    before: { from: '2026-05-11', to: '2026-05-13' },
  });
  expect(daysOf('when=last-week')).toMatchObject({ from: '2026-05-11', to: '2026-05-17' });
  expect(daysOf('when=last-month').before).toEqual({ from: '2026-03-01', to: '2026-03-31' });
  expect(daysOf('from=2026-01-01&to=2026-03-31').before).toEqual({ from: '2025-10-01', to: '2025-12-31' });
  expect(daysOf('from=2025-01-01&to=2025-12-31').before).toEqual({ from: '2024-01-01', to: '2024-12-31' });
  expect(daysOf('from=2026-04-01&to=2026-04-29').before).toEqual({ from: '2026-03-03', to: '2026-03-31' });
  // The day after the last one has five digits in its year.
  expect(daysOf('from=9998-01-01&to=9999-12-31').before).toEqual({ from: '9996-01-01', to: '9997-12-31' });
  expect(daysOf('when=year')).toMatchObject({
    from: '2026-01-01',
    to: '2026-05-20',
    before: { from: '2025-01-01', to: '2025-05-20' },
  });
  expect(daysOf('to=2026-05-01')).toMatchObject({ from: '2026-05-01', to: '2026-05-01' });
  for (const bad of [
    'when=ever',
    'from=2026-02-30',
    'from=2026-05-02&to=2026-05-01',
    'from=2000-01-01&to=2026-01-01',
    'q=x',
  ])
    expect(() => daysOf(bad)).toThrow();
});

test('the report of a month takes about as many steps with four times as many other orders', async () => {
  const works: number[][] = [];
  for (const count of [6_000, 24_000]) {
    await using store = await openTestStore();
    const products = JSON.stringify([{ name: 'Rose', quantity: 1, price: 1 }]);
    await fillOrders(store, count, (n) => ({
      price: 100,
      products,
      date: n < 500 ? dayOf(n % 28) : dayOf(-40 - (n % 700)),
    }));
    using counter = await countWork(store.storage.path);
    const days = { from: '2026-01-01', to: '2026-01-31' };
    const ctx = store.ctx();
    const report = await counter.of(() => sumReport(ctx, { days, asker }));
    const items = await counter.of(() => sumItems(ctx, { days, asker }));
    expect((await sumReport(ctx, { days, asker })).all).toEqual({ orders: 500, revenue: 50_000 });
    expect((await sumItems(ctx, { days, asker })).get('Rose')).toEqual({ quantity: 500_000, amount: 50_000 });
    works.push([report.steps, items.steps]);
  }
  const [few = [], many = []] = works;
  for (const [at, steps] of many.entries()) expect(steps).toBeLessThan((few[at] ?? 0) * 1.2 + 500);
});

test('a report is added up in bounded steps, however many days and statuses have orders', async () => {
  const most = [];
  for (const count of [5_000, 15_000]) {
    await using store = await openTestStore();
    await store.storage.write(({ db }) =>
      db.run(sql`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})
        INSERT INTO order_days (workspace_seq, date, status_id, orders, revenue, paid, owed, partial, newest)
        SELECT ${store.workspace.seq}, date('2020-01-01', (i / 50) || ' days'), 's' || (i % 50), 1, 100, 0, 0, 0, 1 FROM n`),
    );
    const { statements } = await workOf(store, async () => {
      const days = { from: '2020-01-02', to: '2029-12-31' };
      const report = await sumReport(store.ctx(), { days, asker });
      expect([report.days.length, report.days[0]?.date]).toEqual([count / 50 - 1, '2020-01-02']);
      expect(report.all).toEqual({ orders: count - 50, revenue: (count - 50) * 100 });
      expect([...report.statuses.values()]).toEqual(
        Array.from({ length: 50 }, () => ({ orders: count / 50 - 1, revenue: (count / 50 - 1) * 100 })),
      );
    });
    most.push(Math.max(...statements.filter((one) => one.sql.includes('order_days')).map(({ steps }) => steps)));
  }
  expect(most[1]).toBe(most[0] ?? 0);
});
