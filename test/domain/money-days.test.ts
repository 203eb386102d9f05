import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { DAY_MS, dayAround, silentLog } from '../../src/base/index.ts';
import { askMoney, linesIn, type MoneyPlace, sliceAfter } from '../../src/orders/desk/money-places.ts';
import {
  deleteOrder,
  editPayment,
  keepMoneyDays,
  listMoney,
  type MoneyFilter,
  recordPayment,
  refundPayment,
  restoreOrder,
  sumMoney,
} from '../../src/orders/index.ts';
import { moneyDayStatements } from '../../src/orders/payment.ts';
import { inspect, moneyDays, type Storage } from '../../src/storage/index.ts';
import { createMoneyKeeping } from '../../src/worker/index.ts';
import type { Ctx } from '../../src/workspaces/index.ts';
import { allPages } from '../support/all-pages.ts';
import { stepsOfWrite, workOf } from '../support/count-work.ts';
import { fillOrders } from '../support/many-orders.ts';
import { payAtRandom } from '../support/paid-shop.ts';
import { addOrder, asker, openTestStore, rowsOf, type TestStore } from '../support/store.ts';
import { until } from '../support/until.ts';

const ALWAYS = { fromMs: Number.MIN_SAFE_INTEGER, beforeMs: Number.MAX_SAFE_INTEGER };
const goOn = async (): Promise<boolean> => true;

const keepAll = ({ storage, world }: TestStore, many = 1): Promise<number> =>
  keepMoneyDays(storage, { nowMs: world.clock.now() + 100 * DAY_MS, goOn, many });
const storedDays = ({ storage }: TestStore) => storage.read.select().from(moneyDays).all();

function watched(storage: Storage, before: (nth: number) => Promise<unknown>): Storage {
  let nth = 0;
  const write: Storage['write'] = async (change) => {
    nth += 1;
    await before(nth);
    return storage.write(change);
  };
  return Object.create(storage, { write: { value: write } });
}

async function linesOf(ctx: Ctx, filter: MoneyFilter): Promise<string[]> {
  const pages = await allPages((cursor) => listMoney(ctx, { filter, limit: 7, cursor, asker }));
  return pages
    .flatMap(({ lines }) => lines)
    .map(({ kind, at, method, source, amount }) => [kind, at, method, source, amount].join(' '));
}

const FILTERS: readonly Partial<MoneyFilter>[] = [
  {},
  { method: 'card' },
  { source: 'site' },
  { method: 'cash', source: 'shop' },
  { method: 'nobody pays so' },
  { kind: 'payment', source: 'site' },
  { kind: 'refund' },
];

test('money totals and lists are the same with or without stored day sums, whatever payments are made or changed', async () => {
  let used = 0;
  for (let seed = 1; seed <= 4; seed += 1) {
    await using store = await openTestStore();
    const storage = watched(store.storage, async (nth) => {
      if (nth % 5 === 0) await keepAll(store);
    });
    await payAtRandom({ ...store.ctx(), storage }, store.world, seed);
    used += storedDays(store).length;
    expect(inspect(store.dataDir)?.problems).toEqual([]);
    for (const timeZone of ['UTC', 'Asia/Kathmandu']) {
      const ctx = { ...store.ctx(), workspace: { ...store.workspace, timeZone } };
      const read = async () => {
        const all: unknown[] = [];
        for (const some of FILTERS) {
          const filter = { ...ALWAYS, ...some };
          all.push(await sumMoney(ctx, { filter, asker }), await linesOf(ctx, filter));
        }
        return all;
      };
      const first = await read();
      await keepAll(store);
      const stored = await read();
      await store.storage.write(({ db }) => void db.delete(moneyDays).run());
      expect([first, stored]).toEqual([await read(), await read()]);
    }
  }
  expect(used).toBeGreaterThan(20);
});

test('a day’s sums are stored only by the next run if its payments change while they are added up', async () => {
  await using store = await openTestStore();
  const id = await addOrder(store.ctx(), { payments: [{ amount: 10 }] });
  const storage = watched(store.storage, async (nth) => {
    if (nth === 2) await recordPayment(store.ctx(), { id, paymentId: 'late', amount: 5 });
  });
  await keepMoneyDays(storage, { nowMs: store.world.clock.now() + DAY_MS, goOn, many: 1 });
  expect(storedDays(store)).toEqual([]);
  await keepAll(store);
  expect(storedDays(store).map(({ sums }) => sums)).toEqual(['[[0,"","shop",2,1500]]']);
  await deleteOrder(store.ctx(), { id });
  expect(storedDays(store)).toEqual([]);
  await restoreOrder(store.ctx(), id);
  expect((await sumMoney(store.ctx(), { filter: ALWAYS, asker })).all).toMatchObject({ received: 1_500, lines: 2 });
});

test('a change of a payment removes only the stored sums of the days of that payment and its refunds', async () => {
  await using store = await openTestStore();
  const { clock } = store.world;
  const orderId = await addOrder(store.ctx(), { payments: [{ amount: 10 }] });
  const { paymentId } = await recordPayment(store.ctx(), { id: orderId, paymentId: 'one', amount: 10 });
  clock.advance(3 * DAY_MS);
  await refundPayment(store.ctx(), { orderId, paymentId, roubles: 4 });
  await addOrder(store.ctx(), { payments: [{ amount: 30 }] });
  clock.advance(3 * DAY_MS);
  await addOrder(store.ctx(), { payments: [{ amount: 20 }] });
  await keepAll(store);
  await editPayment(store.ctx(), { orderId, paymentId, paymentMethod: 'card' });
  expect(storedDays(store).map(({ sums }) => sums)).toEqual(['[[0,"","shop",1,2000]]']);
});

test('a filtered list skips a day without matches, but shows every payment and refund made at the midnight after that day', async () => {
  await using store = await openTestStore();
  const { clock } = store.world;
  const orderId = await addOrder(store.ctx(), { payments: [{ amount: 10, paymentMethod: 'card' }] });
  clock.advance(dayAround(clock.now(), store.workspace.timeZone).to - clock.now());
  const paid = { id: orderId, paymentId: 'one', amount: 10, paymentMethod: 'cash' };
  const { paymentId } = await recordPayment(store.ctx(), paid);
  for (const roubles of [1, 2, 3]) await refundPayment(store.ctx(), { orderId, paymentId, roubles });
  await keepMoneyDays(store.storage, { nowMs: clock.now(), goOn, many: 1 });
  expect(storedDays(store)).toHaveLength(1);
  const filter = { ...ALWAYS, method: 'cash' } as const;
  const pages = await allPages((cursor) => listMoney(store.ctx(), { filter, limit: 1, cursor, asker }));
  expect(pages.flatMap(({ lines }) => lines.map(({ amount }) => amount))).toEqual([1_000, 300, 200, 100]);
});

test('sums are stored only for past days with many payments and few payment methods, and no day is added up twice', async () => {
  await using store = await openTestStore();
  const now = store.world.clock.now();
  const paidAt = (days: number) => new Date(now - days * DAY_MS).toISOString();
  const many = Array.from({ length: 90 }, (_, at) => ({ amount: 1, paidAt: paidAt(3), paymentMethod: `method ${at}` }));
  for (let order = 0; order < 3; order += 1) {
    const payments = many.map((one) => ({ ...one, paymentMethod: `${order} ${one.paymentMethod}` }));
    await addOrder(store.ctx(), { payments });
  }
  await addOrder(store.ctx(), { payments: [0, 2, 2, 5].map((days) => ({ amount: 1, paidAt: paidAt(days) })) });
  const keep = (): Promise<number> => keepMoneyDays(store.storage, { nowMs: now, goOn, many: 2 });
  expect([await keep(), await keep()]).toEqual([2, 0]);
  expect(storedDays(store).map(({ sums }) => sums)).toEqual(['null', '[[0,"","shop",2,200]]']);
  expect(inspect(store.dataDir)?.problems).toEqual([]);
  expect((await sumMoney(store.ctx(), { filter: ALWAYS, asker })).all.lines).toBe(274);
});

test('the sums of a day are not stored if one of them is too large to be exact', async () => {
  await using store = await openTestStore();
  await addOrder(store.ctx(), { payments: [{ amount: 1 }, { amount: 1 }] });
  using db = new Database(store.storage.path);
  db.run('UPDATE payments SET amount = 4503599627370496');
  await keepAll(store);
  expect(storedDays(store).map(({ sums }) => sums)).toEqual(['null']);
});

test('docket check reports wrong stored sums of a day', async () => {
  await using store = await openTestStore();
  await addOrder(store.ctx(), { payments: [{ amount: 10 }] });
  await keepAll(store);
  await store.storage.write(({ db }) => void db.update(moneyDays).set({ sums: '[[0,"","shop",1,1001]]' }).run());
  expect(inspect(store.dataDir)?.problems).toEqual([
    '2 of the sums that are kept of payments of past days are not what they should be',
  ]);
});

test('totals and lists of payments read the stored sums of a day instead of its payments', async () => {
  const works: number[] = [];
  for (const aDay of [300, 900]) {
    await using store = await openTestStore();
    await fillOrders(store, aDay * 20, () => ({}));
    await store.storage.write(({ db }) => {
      db.run(sql`INSERT INTO payments (id, workspace_seq, order_seq, source, fingerprint, status, amount, refunded_amount,
          currency, paid_at, created_at)
        SELECT randomblob(16), workspace_seq, seq, iif(seq = 3, 'rare', 'shop'), '', 'confirmed', 100, 0, 'RUB',
          (seq - 1) / ${aDay} * ${DAY_MS}, 0 FROM orders`);
    });
    expect(await keepAll(store, 200)).toBe(20);
    const { steps, statements } = await workOf(store, async () => {
      const { all, days } = await sumMoney(store.ctx(), { filter: { ...ALWAYS, fromMs: DAY_MS }, asker });
      expect([all.lines, days.length]).toEqual([aDay * 19, 19]);
      const filter = { ...ALWAYS, source: 'rare' };
      expect((await listMoney(store.ctx(), { filter, limit: 10, asker })).lines).toHaveLength(1);
    });
    const read = statements.filter(({ sql: text }) => text.includes('payments_by_paid'));
    // The list reads payments only of the day with the rare payment. The sums read only payments that no stored sum of
    // a day contains.
    expect(read.length).toBeLessThan(9);
    works.push(steps);
  }
  const [few = 0, many = 0] = works;
  expect(many - few).toBeLessThan(600 * 150);
});

test('many payments and refunds at one instant cost no more steps than a few', async () => {
  const works: number[] = [];
  for (const many of [500, 2_500]) {
    await using store = await openTestStore();
    await fillOrders(store, many, () => ({}));
    await store.storage.write(({ db }) => {
      db.run(sql`INSERT INTO payments (id, workspace_seq, order_seq, source, fingerprint, status, amount, refunded_amount,
          currency, paid_at, created_at)
        SELECT randomblob(16), workspace_seq, seq, 'shop', '', 'confirmed', 100, 0, 'RUB', ${DAY_MS}, 0 FROM orders`);
      db.run(sql`INSERT INTO refunds (workspace_seq, payment_seq, amount, at)
        SELECT workspace_seq, seq, 1, ${DAY_MS} FROM payments`);
    });
    const asked = { ...(await askMoney(store.ctx(), ALWAYS)), atOnce: 100 };
    const db = store.storage.read;
    const read = (after: MoneyPlace | undefined) => {
      const slice = sliceAfter(db, asked, after);
      return { end: slice.end, lines: db.all(linesIn(asked, slice)).length };
    };
    const first = read(undefined);
    works.push((await workOf(store, () => read(first.end))).steps);
    let [lines, after] = [first.lines, first.end];
    while (after !== undefined) {
      const next = read(after);
      [lines, after] = [lines + next.lines, next.end];
    }
    expect(lines).toBe(2 * many);
  }
  const [few = 0, more = 0] = works;
  expect(more).toBeLessThan(few * 1.2);
});

test('the sum of a day with 3,000 different payment methods is read at most 1,000 rows at a time', async () => {
  await using store = await openTestStore();
  await fillOrders(store, 3_000, () => ({}));
  await store.storage.write(({ db }) => {
    db.run(sql`INSERT INTO payments (id, workspace_seq, order_seq, source, fingerprint, status, amount, refunded_amount,
        currency, paid_at, payment_method, created_at)
      SELECT randomblob(16), workspace_seq, seq, 'shop', '', 'confirmed', 100, 0, 'RUB', ${DAY_MS}, 'way ' || seq, 0
      FROM orders`);
  });
  const { statements } = await workOf(store, async () => {
    const { all, methods } = await sumMoney(store.ctx(), { filter: ALWAYS, asker, told: 5_000 });
    expect([all.lines, methods.length]).toEqual([3_000, 3_000]);
  });
  expect(Math.max(...statements.map(({ rows }) => rows))).toBeLessThanOrEqual(1_000);
});

test('a change of a payment finds the stored sums of the payment’s day by their primary key, without a scan', async () => {
  await using store = await openTestStore();
  using client = new Database(store.storage.path, { readonly: true });
  const triggers = client.query<{ sql: string }, []>("SELECT sql FROM sqlite_schema WHERE type = 'trigger'").all();
  const deletes = triggers.flatMap(({ sql: text }) => text.match(/DELETE FROM money_days[^;]+/g) ?? []);
  expect(deletes).toHaveLength(9);
  const ofInsert = moneyDayStatements(drizzle({ client })).drop.getQuery().sql;
  for (const text of [...deletes, ofInsert]) {
    const plan = client.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${text.replace(/\b(?:NEW|OLD)\.\w+/g, '?')}`);
    const found = plan.all().map(({ detail }) => detail);
    expect(found[0]).toMatch(/^SEARCH money_days USING PRIMARY KEY \(workspace_seq=\? AND from_ms/);
    expect(found.filter((line) => line.startsWith('SCAN'))).toEqual([]);
  }
});

test('deleting an order takes a few steps for each payment, and removes the stored sums of the payments’ days', async () => {
  await using store = await openTestStore();
  const { clock } = store.world;
  const orderId = await addOrder(store.ctx(), { payments: Array.from({ length: 100 }, () => ({ amount: 1 })) });
  const { paymentId } = await recordPayment(store.ctx(), { id: orderId, paymentId: 'one', amount: 10 });
  const steps = await stepsOfWrite(store.storage.path, 'UPDATE orders SET deleted_at = 5');
  expect(steps).toBeLessThan(101 * 100);
  clock.advance(3 * DAY_MS);
  await refundPayment(store.ctx(), { orderId, paymentId, roubles: 4 });
  await addOrder(store.ctx(), { payments: [{ amount: 30 }] });
  await keepAll(store);
  expect(storedDays(store)).toHaveLength(2);
  await deleteOrder(store.ctx(), { id: orderId });
  expect(storedDays(store)).toEqual([]);
});

test('a server adds up the payments of past days by itself', async () => {
  await using store = await openTestStore();
  const { storage, world } = store;
  const paidAt = new Date(world.clock.now() - 3 * DAY_MS).toISOString();
  const payments = Array.from({ length: 100 }, () => ({ amount: 1, paidAt }));
  for (let made = 0; made < 2; made += 1) await addOrder(store.ctx(), { payments });
  const keeping = createMoneyKeeping({ storage, clock: world.clock, log: silentLog, firstMs: 0 });
  keeping.start();
  const found = await until('the sums of the day', () => rowsOf(storage, moneyDays).find(({ sums }) => sums !== null));
  await keeping.stop();
  expect(found.sums).toBe('[[0,"","shop",200,20000]]');
});
