import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { addDays, DAY_MS, dayInZone, dayStarts, timeInZone } from '../../src/base/index.ts';
import type { ReadingCtx } from '../../src/dashboard/desk/index.ts';
import { filterIn } from '../../src/dashboard/orders/filter.ts';
import { readList } from '../../src/dashboard/orders/readings.ts';
import { readInquiriesOverview, removeStage } from '../../src/inquiries/index.ts';
import { HOUR_MOST } from '../../src/orders/desk/overview-day.ts';
import {
  changeStatus,
  deleteOrder,
  readDebts,
  readOverview,
  recordPayment,
  refundPayment,
  restoreOrder,
  sumDesk,
  updateOrder,
} from '../../src/orders/index.ts';
import { inspect } from '../../src/storage/index.ts';
import { workAtRandom } from '../support/busy-shop.ts';
import { workOf } from '../support/count-work.ts';
import { alter } from '../support/raw-database.ts';
import { addInquiry, addOrder, openTestStore, secondWorkspace, type TestStore } from '../support/store.ts';

const HOUR_MS = 3_600_000;
const DAYS = 60;
let keys = 0;

const make = (store: TestStore, date: string, price: number, more: object = {}): Promise<string> =>
  addOrder(store.ctx(), { date: `${date}T12:00:00+00:00`, products: [{ name: 'Rose', quantity: 1, price }], ...more });

const pay = (store: TestStore, id: string, amount: number) => {
  keys += 1;
  return recordPayment(store.ctx(), { id, paymentId: `payment-${keys}`, amount });
};

async function look(store: TestStore) {
  const { timeZone } = store.workspace;
  const today = dayInZone(store.world.clock.now(), timeZone) ?? '';
  const starts = dayStarts(addDays(today, 1 - DAYS), DAYS, timeZone);
  const now = timeInZone(store.world.clock.now(), timeZone);
  return { today, starts, ...(await readOverview(store.ctx(), { today, now, days: DAYS, starts })) };
}

test.each([
  // Clocks go forward at two: the day has 23 hours.
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  // In this zone the clock changes at midnight itself, so the day begins at one.
  ['Africa/Cairo', '2026-04-24', 23],
  ['America/New_York', '2026-11-01', 25],
  ['Asia/Vladivostok', '2026-05-20', 24],
  ['Pacific/Kiritimati', '2026-05-20', 24],
  ['Asia/Kathmandu', '2026-05-20', 24],
  ['UTC', '2026-05-20', 24],
])('in %s the day %s begins with the first instant of its date and lasts %d hours', (timeZone, day, hours) => {
  const starts = dayStarts(addDays(day, -3), 7, timeZone);
  for (const [at, start] of starts.entries()) {
    expect(dayInZone(start, timeZone)).toBe(addDays(day, at - 3));
    expect(dayInZone(start - 1, timeZone)).toBe(addDays(day, at - 4));
  }
  expect(((starts[4] ?? 0) - (starts[3] ?? 0)) / HOUR_MS).toBe(hours);
});

test.each([
  ['Europe/Moscow', '2026-05-20'],
  ['America/New_York', '2026-11-01'],
  ['Europe/Berlin', '2026-03-29'],
  ['Pacific/Auckland', '2026-05-20'],
])('in %s an order made around the start or end of %s counts on the local day of creation', async (timeZone, day) => {
  await using store = await openTestStore(timeZone);
  const [start = 0, end = 0] = dayStarts(day, 1, timeZone);
  const { clock } = store.world;
  const made: [number, number][] = [
    [start - 1, 1.01],
    [start, 10.1],
    [start + 2 * HOUR_MS, 100.03],
    [end - 1, 1000.5],
  ];
  for (const [at, price] of made) {
    clock.set(at);
    // The date differs from the day of creation: `orders` counts by date, and `made` by day of creation.
    await make(store, addDays(day, -2), price);
  }
  const seen = await look(store);
  expect(seen.today).toBe(day);
  expect(seen.days.at(-1)).toEqual({ day, made: 3, orders: 0, revenue: 0, paid: 0, owed: 0 });
  expect(seen.days.at(-2)?.made).toBe(1);
  expect(seen.days.at(-3)).toEqual({
    day: addDays(day, -2),
    made: 0,
    orders: 4,
    revenue: 111_164,
    paid: 0,
    owed: 111_164,
  });
  clock.set(end);
  await make(store, day, 5);
  const next = await look(store);
  expect(next.today).toBe(addDays(day, 1));
  expect(next.days.slice(-2).map((one) => one.made)).toEqual([3, 1]);
});

test('revenue, paid and owed amounts are exact to the kopeck, without canceled and deleted orders', async () => {
  await using store = await openTestStore();
  const today = (await look(store)).today;
  const part = await make(store, today, 1000.05);
  await pay(store, part, 400.03);
  const whole = await make(store, today, 0.1);
  await pay(store, whole, 0.1);
  const over = await make(store, today, 50);
  await pay(store, over, 70);
  const back = await make(store, today, 200);
  const { paymentId } = await pay(store, back, 200);
  await refundPayment(store.ctx(), { orderId: back, paymentId, roubles: 200 });
  const cancelled = await make(store, today, 9_999);
  await changeStatus(store.ctx(), { id: cancelled, statusId: 'status-cancelled' });
  const gone = await make(store, today, 8_888);
  await deleteOrder(store.ctx(), { id: gone });
  await make(store, addDays(today, 13), 30);
  await make(store, addDays(today, 14), 31);
  const { days, ahead, owed, scheduled } = await look(store);
  expect(days.at(-1)).toEqual({ day: today, made: 7, orders: 4, revenue: 125_015, paid: 45_013, owed: 60_002 });
  expect(ahead).toHaveLength(14);
  expect(ahead[0]).toEqual({ day: today, orders: 4, revenue: 125_015, paid: 45_013, owed: 60_002 });
  expect(ahead[13]).toEqual({ day: addDays(today, 13), orders: 1, revenue: 3_000, paid: 0, owed: 3_000 });
  expect(owed).toHaveLength(30);
  expect([owed.at(-1), owed.at(-2), owed.at(-8), owed[0]]).toEqual([60_002 + 3_000 + 3_100, 0, 0, 0]);
  expect(scheduled).toBe(4);
});

test('in each of 40 random shops, the sums of a list are those of its orders', async () => {
  await using store = await openTestStore();
  const world = { ...store.world, clock: { ...store.world.clock, advance: () => undefined } };
  const request = { signal: new AbortController().signal };
  const told = { left: 0, over: 0, notOwed: 0, held: 0 };
  for (let seed = 1; seed <= 40; seed += 1) {
    const nowMs = world.clock.now();
    const ctx: ReadingCtx = { ...store.ctx(), workspace: await secondWorkspace(store), language: 'en', nowMs, request };
    await workAtRandom(ctx, world, seed);
    const { orders } = await readList.read(ctx, { filter: '' });
    const kopecks = (of: (order: (typeof orders)[number]) => number): number =>
      orders.reduce((sum, order) => sum + Math.round(of(order) * 100), 0);
    const sums = await sumDesk(ctx, { filter: filterIn(ctx, ''), most: 1_000, asker: request });
    const left = kopecks((one) => Math.max(one.left, 0));
    const over = kopecks(({ price, paidAmount }) => Math.max(paidAmount - price, 0));
    const notOwed = kopecks((one) => (one.left > 0 ? 0 : Math.max(one.price - one.paidAmount, 0)));
    expect([seed, sums]).toMatchObject([seed, { left, over, notOwed, total: kopecks(({ price }) => price) }]);
    const paid = kopecks(({ paidAmount }) => paidAmount);
    expect([seed, paid, (sums?.paid ?? 0) - over + left + notOwed]).toEqual([
      seed,
      sums?.paid ?? -1,
      sums?.total ?? -1,
    ]);
    // A refunded order and a cancelled order owe nothing. The shop must give back all that was paid for a cancelled
    // order.
    for (const one of orders) {
      const isCancelled = one.statusId === 'status-cancelled';
      if (isCancelled || one.paymentStatus === 'refunded') expect(one.left).toBe(isCancelled ? 0 - one.paidAmount : 0);
      if (isCancelled) told.held += one.paidAmount;
    }
    for (const [key, sum] of Object.entries({ left, over, notOwed })) told[key as 'left'] += sum;
  }
  expect(Object.values(told).every((sum) => sum > 10_000)).toBe(true);
});

test('the debt of a week ago is the debt at the end of that day', async () => {
  await using store = await openTestStore();
  const { clock } = store.world;
  const now = clock.now();
  const { today } = await look(store);
  clock.set(now - 20 * DAY_MS);
  const old = await make(store, today, 1_000);
  const half = await make(store, today, 500);
  await pay(store, half, 100);
  await make(store, today, 7);
  clock.set(now - 2 * DAY_MS);
  await pay(store, old, 1_000);
  await pay(store, half, 50.5);
  await make(store, today, 11);
  clock.set(now);
  const owed = [34_950 + 700 + 1_100, 34_950 + 700 + 1_100, 100_000 + 40_000 + 700, 100_000 + 40_000 + 700, 0];
  const all = (await look(store)).owed;
  expect([-1, -2, -8, -20, -30].map((at) => all.at(at))).toEqual(owed);
});

test('every change of an order keeps the stored sums of orders correct', async () => {
  await using store = await openTestStore();
  const { clock } = store.world;
  const ctx = store.ctx();
  const { today } = await look(store);
  const [first, second, third] = [
    await make(store, today, 10),
    await make(store, today, 20),
    await make(store, today, 30),
  ];
  clock.set(clock.now() + DAY_MS);
  await pay(store, first, 4);
  await Promise.all([
    updateOrder(ctx, { id: second, data: { date: `${addDays(today, 3)}T12:00:00+00:00` } }),
    updateOrder(ctx, { id: second, data: { products: [{ name: 'Rose', quantity: 3, price: 20 }] } }),
    changeStatus(ctx, { id: second, statusId: 'status-cancelled' }),
    // This change fails after the others, and must leave no trace.
    changeStatus(ctx, { id: third, statusId: 'nowhere' }).catch(() => undefined),
    deleteOrder(ctx, { id: third }),
  ]);
  expect(inspect(store.dataDir)?.problems).toEqual([]);
  await restoreOrder(ctx, third);
  await deleteOrder(ctx, { id: first });
  expect(inspect(store.dataDir)?.problems).toEqual([]);
  alter(store.storage.path, 'UPDATE order_days SET owed = owed + 1', 'DELETE FROM orders_made');
  expect(inspect(store.dataDir)?.problems).toEqual([
    expect.stringContaining('of the sums that are kept of orders by their date are not what they should be'),
    expect.stringContaining('of the sums that are kept of orders by when they were made'),
  ]);
});

test('the next orders are the unfinished ones, sorted by time, with untimed orders last', async () => {
  await using store = await openTestStore();
  const { clock } = store.world;
  const { today, starts } = await look(store);
  const at = (time: string): void => clock.set((starts.at(-2) ?? 0) + Number(time.slice(0, 2)) * HOUR_MS);
  at('12:00');
  const whenever = await make(store, today, 1);
  const noon = await make(store, today, 1, { timeStart: '12:00', timeEnd: '14:00' });
  const running = await make(store, today, 1, { timeStart: '10:00', timeEnd: '13:00' });
  const late = await make(store, today, 1, { timeStart: '09:00' });
  const over = await make(store, today, 1, { timeStart: '09:00', timeEnd: '12:00' });
  const sooner = await make(store, today, 1, { timeStart: '12:00', timeEnd: '13:00' });
  const cancelled = await make(store, today, 1, { timeStart: '15:00' });
  await changeStatus(store.ctx(), { id: cancelled, statusId: 'status-cancelled' });
  const done = await make(store, today, 1, { timeStart: '16:00' });
  await changeStatus(store.ctx(), { id: done, statusId: 'status-closed' });
  await make(store, addDays(today, 1), 1, { timeStart: '13:00' });
  const { day } = await look(store);
  expect(day.coming.map(({ id }) => id)).toEqual([running, sooner, noon, whenever]);
  expect(day.hours).toEqual([
    { hour: 9, open: 2, late: 2, done: 0 },
    { hour: 10, open: 1, late: 0, done: 0 },
    { hour: 12, open: 2, late: 0, done: 0 },
    { hour: 16, open: 0, late: 0, done: 1 },
    { hour: null, open: 1, late: 0, done: 0 },
  ]);
  for (const id of [late, over]) await changeStatus(store.ctx(), { id, statusId: 'status-in-progress' });
  at('13:00');
  expect((await look(store)).day.coming.map(({ id }) => id)).toEqual([noon, whenever]);
  expect((await look(store)).day.hours.slice(0, 3).map((one) => one.late)).toEqual([2, 1, 1]);
  at('23:00');
  expect((await look(store)).day.coming.map(({ id }) => id)).toEqual([whenever]);
});

test('the orders to prepare are those of the nearest day after today with open orders', async () => {
  await using store = await openTestStore();
  const { today } = await look(store);
  const prepared = async () => {
    const { prepare } = await look(store);
    return prepare === undefined ? undefined : { ...prepare, orders: prepare.orders.map(({ id }) => id) };
  };
  await make(store, today, 1);
  await make(store, addDays(today, 14), 1);
  const closed = await make(store, addDays(today, 1), 1);
  await changeStatus(store.ctx(), { id: closed, statusId: 'status-closed' });
  expect(await prepared()).toBeUndefined();
  const date = addDays(today, 3);
  const whenever = await make(store, date, 1);
  const noon = await make(store, date, 1, { timeStart: '12:00' });
  const early = await make(store, date, 1, { timeStart: '00:00' });
  const cancelled = await make(store, date, 1);
  await changeStatus(store.ctx(), { id: cancelled, statusId: 'status-cancelled' });
  expect(await prepared()).toEqual({ date, count: 3, orders: [early, noon, whenever] });
  await changeStatus(store.ctx(), { id: closed, statusId: 'status-new' });
  expect(await prepared()).toEqual({ date: addDays(today, 1), count: 1, orders: [closed] });
});

test('an hour with too many orders to draw shows the first fifty and counts all', async () => {
  await using store = await openTestStore();
  const { today } = await look(store);
  await Promise.all(Array.from({ length: 60 }, () => make(store, today, 1, { timeStart: '23:30' })));
  expect((await look(store)).day.hours).toEqual([{ hour: 23, open: HOUR_MOST, late: 0, done: 0 }]);
  expect((await look(store)).scheduled).toBe(60);
});

test('inquiries are counted by stage with their median age, and those in the first stage count as untouched', async () => {
  await using store = await openTestStore();
  const { clock } = store.world;
  const now = clock.now();
  for (const days of [10, 9, 2, 1, 0]) {
    clock.set(now - days * DAY_MS);
    await addInquiry(store.ctx(), { text: `from ${days} days ago` });
  }
  const seen = await readInquiriesOverview(store.ctx(), { longBefore: now - 7 * DAY_MS, nowMs: now });
  expect(seen).toMatchObject({ untouched: 5, longUntouched: 2 });
  expect(seen.came).toHaveLength(30);
  expect([-1, -2, -3, -4, -10, -11].map((at) => seen.came.at(at))).toEqual([1, 1, 1, 0, 1, 1]);
  expect(seen.stages[0]).toMatchObject({ count: 5, medianAt: now - 2 * DAY_MS });
  for (const stage of seen.stages.slice(1)) expect(stage).toMatchObject({ count: 0, medianAt: null });
  const [first, , last] = seen.stages;
  await removeStage(store.ctx(), { id: first?.id ?? '', to: last?.id });
  expect((await readInquiriesOverview(store.ctx(), { longBefore: 0, nowMs: now })).stages.at(-1)).toMatchObject({
    count: 5,
    medianAt: null,
  });
});

test('the overview costs no more when the shop has 1,560 orders today instead of 60', async () => {
  await using store = await openTestStore();
  const { today } = await look(store);
  const fill = async (count: number): Promise<void> => {
    await Promise.all(Array.from({ length: count }, () => make(store, today, 10, { timeStart: '10:00' })));
  };
  const work = () => workOf(store, () => look(store));
  await fill(60);
  const few = await work();
  await fill(1_500);
  const many = await work();
  expect(many.steps).toBeLessThan(few.steps * 1.1);
  expect(many.pages).toBeLessThan(few.pages * 1.5);
});

test('debts are added up in bounded steps, however many days have orders', async () => {
  const most = [];
  for (const count of [5_000, 15_000]) {
    await using store = await openTestStore();
    await store.storage.write(({ db }) =>
      db.run(sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
        INSERT INTO order_days (workspace_seq, date, status_id, orders, revenue, paid, owed, partial, newest)
        SELECT ${store.workspace.seq}, date('1900-01-01', i || ' days'), 'status-new', 1, 100, 0, 100, 1, 1 FROM n`),
    );
    const { statements } = await workOf(store, async () => {
      const { today, owed, partial } = await look(store);
      expect(owed.at(-1)).toBe(count * 100);
      expect(partial).toEqual({ count, oldest: '1900-01-02' });
      const debts = await readDebts(store.ctx(), today);
      expect(debts.map((debt) => debt.owed)).toEqual([0, 0, 0, 0, count * 100]);
    });
    most.push(Math.max(...statements.filter((one) => one.sql.includes('order_days')).map(({ steps }) => steps)));
  }
  expect(most[1]).toBe(most[0] ?? 0);
});
