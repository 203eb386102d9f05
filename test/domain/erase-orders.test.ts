import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import {
  type CreateOrderInput,
  changeOrderRetention,
  changeStatus,
  createOrder,
  deleteOrder,
  endSchedule,
  eraseOldOrders,
  getDeskOrder,
  getOrder,
  keepSchedule,
  listOrders,
  readOrderRetention,
  recordPayment,
  restoreOrder,
  skipDate,
  updateOrder,
} from '../../src/orders/index.ts';
import { judge } from '../../src/retention/index.ts';
import {
  auditLog,
  events,
  inspect,
  orderHistory,
  orderScheduleDates,
  orderSchedules,
  orders,
  payments,
} from '../../src/storage/index.ts';
import { searchPath } from '../../src/storage/store/search-file.ts';
import { indexAllOrders } from '../support/kept-up.ts';
import { counting } from '../support/old-rows.ts';
import { alter } from '../support/raw-database.ts';
import { DAY } from '../support/scheduling.ts';
import { openTestStore, refusalOf, type TestStore } from '../support/store.ts';

const ROSE = { name: 'Rose', quantity: 1, price: 100 };
const YEAR = 366 * DAY;
const CLOSED = 'status-closed';

const draft = (key: string, more: Partial<CreateOrderInput> = {}): CreateOrderInput => ({
  requestKey: key,
  date: '2026-05-20T10:00:00+03:00',
  products: [ROSE],
  client: { name: 'Мария', phone: '+79123456789' },
  payments: [{ paymentId: `paid-${key}`, amount: 100, paymentMethod: 'card', providerData: { card: '4242' } }],
  ...more,
});
const make = async (store: TestStore, key: string, statusId?: string): Promise<string> =>
  (await createOrder(store.ctx(), draft(key, statusId === undefined ? {} : { statusId }))).order.id;
const erase = (store: TestStore, goOn = counting().goOn): Promise<number> =>
  eraseOldOrders(store.storage, { nowMs: store.world.clock.now(), goOn });
const kindOf = async (work: Promise<unknown>): Promise<string> => (await refusalOf(work))?.kind ?? 'taken';
/** Sets the period for keeping orders, and waits until its week of notice is over. */
async function keepFor(store: TestStore, years: number): Promise<void> {
  await changeOrderRetention(store.ctx(), years);
  store.world.clock.advance(8 * DAY);
}
const notes = ({ storage }: TestStore) =>
  storage.read.select().from(auditLog).where(eq(auditLog.action, 'orders.erased')).all();

test('no order is erased until an owner sets how long to keep orders', async () => {
  await using store = await openTestStore();
  await make(store, 'old', CLOSED);
  store.world.clock.advance(20 * YEAR);
  expect(await erase(store)).toBe(0);
});

test('a repeating order is not erased; once it stops repeating, it is erased together with its schedule', async () => {
  await using store = await openTestStore();
  const { storage } = store;
  const [kept, deleted] = [await make(store, 'kept', CLOSED), await make(store, 'deleted', CLOSED)];
  const every = { every: 'year', next: '2027-05-20', last: null, daysBefore: 7 } as const;
  for (const orderId of [kept, deleted]) await keepSchedule(store.ctx(), { orderId, ...every });
  await deleteOrder(store.ctx(), { id: deleted });
  store.world.clock.advance(3 * YEAR);
  await skipDate(store.ctx(), { orderId: kept, due: '2028-05-20' });
  await keepFor(store, 2);
  const left = () => storage.read.select({ seq: orderSchedules.orderSeq }).from(orderSchedules).all().length;
  expect(left()).toBe(2);
  expect(await erase(store)).toBe(1);
  expect(getOrder(store.ctx(), kept).order.client).toContain('Мария');
  expect(left()).toBe(1);
  await endSchedule(store.ctx(), { orderId: kept });
  expect(await erase(store)).toBe(1);
  expect(left()).toBe(0);
  expect(storage.read.select().from(orderScheduleDates).all()).toEqual([]);
});

test('only closed or deleted orders are erased, after the set number of years', async () => {
  await using store = await openTestStore();
  const { storage, world } = store;
  const ctx = store.ctx();
  const [closed, deleted, open] = [
    await make(store, 'closed', CLOSED),
    await make(store, 'deleted'),
    await make(store, 'open'),
  ];
  await deleteOrder(ctx, { id: deleted });
  world.clock.advance(2 * YEAR);
  const late = await make(store, 'late', CLOSED);
  await keepFor(store, 2);
  const before = storage.read.select().from(orders).where(eq(orders.id, closed)).get();
  expect(await erase(store)).toBe(2);
  expect(await erase(store)).toBe(0);
  expect((await listOrders(ctx, { limit: 10 })).orders.map(({ id }) => id)).toEqual([late, open]);
  for (const id of [closed, deleted]) {
    expect(() => getOrder(ctx, id)).toThrow('There is no such order');
    expect(await kindOf(restoreOrder(ctx, id))).toBe('too_late');
    expect(getDeskOrder(ctx, id).timeline).toEqual([]);
  }
  const row = storage.read.select().from(orders).where(eq(orders.id, closed)).get();
  expect(row).toMatchObject({
    client: null,
    recipient: null,
    delivery: null,
    additional: null,
    products: '[]',
    searchText: '',
  });
  expect(row?.deletedAt).toBe(before?.updatedAt ?? 0);
  const paid = storage.read
    .select()
    .from(payments)
    .where(eq(payments.orderSeq, row?.seq ?? 0))
    .all();
  expect(paid).toMatchObject([
    { amount: 10_000, externalId: null, fingerprint: '', providerData: null, extra: null, paymentMethod: null },
  ]);
  expect(
    storage.read
      .select()
      .from(orderHistory)
      .where(eq(orderHistory.orderSeq, row?.seq ?? 0))
      .all(),
  ).toEqual([]);
  expect(notes(store).map(({ changes }) => JSON.parse(changes ?? ''))).toEqual([{ orders: { from: null, to: 2 } }]);
  expect(inspect(store.dataDir)?.problems).toEqual([]);
});

test('an erased order’s request key and number stay taken, but its payment ids become free', async () => {
  await using store = await openTestStore();
  const ctx = store.ctx();
  const id = await make(store, 'once', CLOSED);
  const before = store.storage.read.select().from(orders).where(eq(orders.id, id)).get();
  await keepFor(store, 1);
  store.world.clock.advance(YEAR);
  expect(await erase(store)).toBe(1);
  expect(await kindOf(createOrder(ctx, draft('once', { statusId: CLOSED })))).toBe('order_deleted');
  expect(await kindOf(createOrder(ctx, draft('once', { statusId: CLOSED, timeStart: '10:00' })))).toBe(
    'order_key_conflict',
  );
  expect(await kindOf(recordPayment(ctx, { orderKey: 'once', paymentId: 'another', amount: 1 }))).toBe(
    'order_not_found',
  );
  const { order } = await createOrder(ctx, draft('next'));
  expect(order.num).not.toBe(before?.num ?? '');
  const fresh = await recordPayment(ctx, { id: order.id, paymentId: 'paid-once', amount: 100 });
  expect(fresh.replayed).toBe(false);
});

test('an erased order leaves nothing in the search index or in the index’s file', async () => {
  await using store = await openTestStore();
  const { storage } = store;
  const path = searchPath(storage.path);
  const client = { name: '☂☃☄ Мария' };
  await createOrder(store.ctx(), draft('named', { statusId: CLOSED, client }));
  for (let n = 0; n < 30; n += 1) await make(store, `other-${n}`);
  await indexAllOrders(storage.path);
  const holds = (text: string): boolean =>
    [path, `${path}-wal`].some((file) => existsSync(file) && readFileSync(file).includes(text));
  const having = (gram: string) =>
    storage.search.ask((db) => db.all(sql`SELECT rowid FROM order_search WHERE order_search MATCH ${gram}`).length);
  expect([having('"☂☃☄"'), holds('☂☃☄'), having('"мар"')]).toEqual([1, true, 31]);
  await keepFor(store, 1);
  store.world.clock.advance(YEAR);
  expect(await erase(store)).toBe(1);
  await indexAllOrders(storage.path);
  expect([having('"☂☃☄"'), holds('☂☃☄'), having('"мар"')]).toEqual([0, false, 30]);
});

test('an erased order’s texts are gone from the database file after it is compacted', async () => {
  await using store = await openTestStore();
  const { storage, dataDir } = store;
  // The row of one order shares a page of the database with other rows. The row of the other order fills several pages.
  const told = { client: { name: 'Секретная', comment: 'Шёпотом. '.repeat(900) } };
  for (const client of [{ name: 'Секретная' }, told.client]) {
    const { order } = await createOrder(store.ctx(), draft(`plain-${Object.keys(client).length}`, { client }));
    await updateOrder(store.ctx(), { id: order.id, data: { client: { ...client, name: 'Секретная вторая' } } });
    await changeStatus(store.ctx(), { id: order.id, statusId: CLOSED });
  }
  const holds = (): boolean => {
    using db = new Database(storage.path);
    db.run('PRAGMA wal_checkpoint(TRUNCATE)');
    const bytes = readFileSync(join(dataDir, 'docket.db'));
    return ['Секретная', 'Шёпотом'].some((word) => bytes.includes(word));
  };
  expect(holds()).toBe(true);
  await keepFor(store, 1);
  store.world.clock.advance(YEAR);
  expect(await erase(store)).toBe(2);
  // `docket compact` runs the same statement.
  alter(storage.path, 'VACUUM');
  expect(holds()).toBe(false);
});

test('an order that is reopened during an erasure is not erased', async () => {
  await using store = await openTestStore();
  const id = await make(store, 'reopened', CLOSED);
  await keepFor(store, 1);
  store.world.clock.advance(YEAR);
  // The first write in the queue is somebody else's. It reopens the order between the erasure's read and its write.
  const reopened = changeStatus(store.ctx(), { id, statusId: 'status-in-progress' });
  expect(await erase(store)).toBe(0);
  await reopened;
  expect(getOrder(store.ctx(), id).order.products).toContain('Rose');
});

test('an erasure sends order.deleted, but not again for an order that was already deleted', async () => {
  await using store = await openTestStore();
  const { storage } = store;
  const [listed, deleted] = [await make(store, 'listed', CLOSED), await make(store, 'deleted', CLOSED)];
  for (let at = 0; at < 120; at += 1) await updateOrder(store.ctx(), { id: listed, data: { platform: `p${at}` } });
  await deleteOrder(store.ctx(), { id: deleted });
  await keepFor(store, 1);
  store.world.clock.advance(YEAR);
  const toldOf = (id: string) =>
    storage.read
      .select({ type: events.type, body: events.body })
      .from(events)
      .innerJoin(orders, eq(orders.seq, events.orderSeq))
      .where(and(eq(orders.id, id), eq(events.type, 'order.deleted')))
      .all();
  expect([toldOf(listed).length, toldOf(deleted).length]).toEqual([0, 1]);
  // The history is deleted in portions. The first portion already hides the order from reads.
  await erase(store, async () => false);
  expect(() => getOrder(store.ctx(), listed)).toThrow('There is no such order');
  expect([toldOf(listed).length, toldOf(deleted).length]).toEqual([1, 1]);
  await erase(store);
  await erase(store);
  expect([toldOf(listed).length, toldOf(deleted).length]).toEqual([1, 1]);
  expect(JSON.parse(toldOf(listed)[0]?.body ?? '').data).toEqual({ orderId: listed, orderNumber: '1' });
});

test('others can write between the portions in which an order’s long history is erased', async () => {
  await using store = await openTestStore();
  const { storage, world } = store;
  const id = await make(store, 'long');
  for (let at = 0; at < 250; at += 1) await updateOrder(store.ctx(), { id, data: { platform: `p${at}` } });
  await changeStatus(store.ctx(), { id, statusId: CLOSED });
  for (let at = 0; at < 40; at += 1) await make(store, `many-${at}`, CLOSED);
  await keepFor(store, 1);
  world.clock.advance(YEAR);
  const rows = (): number => storage.read.select().from(orderHistory).all().length;
  let before = rows();
  const { goOn, steps } = counting(async () => {
    expect(before - rows()).toBeLessThanOrEqual(50);
    before = rows();
    await storage.write(() => 1);
    if (steps() < 3) expect(inspect(store.dataDir)?.problems).toEqual([]);
  });
  expect(await erase(store, goOn)).toBe(41);
  expect(steps()).toBeGreaterThan(4);
  expect(rows()).toBe(0);
  expect(notes(store).map(({ changes }) => JSON.parse(changes ?? ''))).toEqual([{ orders: { from: null, to: 41 } }]);
});

test.each([null, 9, 1])('an erasure pass stops when its retention period changes to %p years', async (years) => {
  await using store = await openTestStore();
  for (let n = 0; n < 12; n += 1) await make(store, `old-${n}`, CLOSED);
  await deleteOrder(store.ctx(), { id: await make(store, 'deleted') });
  store.world.clock.advance(5 * YEAR);
  await keepFor(store, 2);
  let changed = false;
  const goOn = async (): Promise<boolean> => {
    if (!changed) await changeOrderRetention(store.ctx(), years);
    changed = true;
    return true;
  };
  // The first step erases five orders before `goOn` changes the retention period.
  expect(await erase(store, goOn)).toBe(5);
  expect(notes(store).map(({ changes }) => JSON.parse(changes ?? ''))).toEqual([{ orders: { from: null, to: 5 } }]);
});

test('the next pass finishes an interrupted erasure, and each pass reports how many orders it erased', async () => {
  await using store = await openTestStore();
  for (let at = 0; at < 40; at += 1) await make(store, `cut-${at}`, CLOSED);
  await keepFor(store, 1);
  store.world.clock.advance(YEAR);
  const first = await erase(store, async () => false);
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(40);
  expect(await erase(store)).toBe(40 - first);
  expect(notes(store).map(({ changes }) => JSON.parse(changes ?? '').orders.to)).toEqual([first, 40 - first]);
});

test('an order made while the clock was ten years behind is not erased too early', async () => {
  await using store = await openTestStore();
  const { clock } = store.world;
  await make(store, 'before', CLOSED);
  const right = clock.now();
  await judge(store.storage, 0);
  clock.set(right - 10 * YEAR);
  const behind = await make(store, 'behind', CLOSED);
  await deleteOrder(store.ctx(), { id: await make(store, 'deleted') });
  clock.set(right + 1);
  await make(store, 'after', CLOSED);
  await keepFor(store, 2);
  expect(await erase(store)).toBe(0);
  expect(getOrder(store.ctx(), behind).order.products).toContain('Rose');
  clock.set(right + 2 * YEAR);
  expect(await erase(store)).toBe(4);
});

test('an order deleted while the clock was behind can be restored after the clock is corrected', async () => {
  await using store = await openTestStore();
  const { clock } = store.world;
  const id = await make(store, 'kept');
  const right = clock.now();
  clock.set(right - 10 * YEAR);
  await deleteOrder(store.ctx(), { id });
  clock.set(right + DAY);
  expect(await kindOf(restoreOrder(store.ctx(), id))).toBe('taken');
});

test('an erased order cannot be restored, whatever the clock says', async () => {
  await using store = await openTestStore();
  const { clock } = store.world;
  const id = await make(store, 'gone', CLOSED);
  const made = clock.now();
  await keepFor(store, 1);
  clock.advance(YEAR);
  expect(await erase(store)).toBe(1);
  clock.set(made);
  expect(await kindOf(restoreOrder(store.ctx(), id))).toBe('too_late');
});

test('a new retention period erases nothing for a full week, even if it was set while the clock was behind', async () => {
  await using store = await openTestStore();
  const { storage, world } = store;
  await make(store, 'old', CLOSED);
  world.clock.advance(5 * YEAR);
  const right = world.clock.now();
  await judge(storage, 5 * YEAR);
  world.clock.set(right - 4 * YEAR);
  await changeOrderRetention(store.ctx(), 1);
  world.clock.set(right + 6 * DAY);
  expect(await erase(store)).toBe(0);
  world.clock.set(right + 7 * DAY);
  expect(await erase(store)).toBe(1);
});

test('only a shorter retention period begins a new week of notice', async () => {
  await using store = await openTestStore();
  const { storage, workspace, world } = store;
  await make(store, 'old', CLOSED);
  world.clock.advance(5 * YEAR);
  const set = (years: number | null) => changeOrderRetention(store.ctx(), years);
  await set(1);
  expect(readOrderRetention(storage.read, workspace.seq)).toEqual({ years: 1, beginsAt: world.clock.now() + 7 * DAY });
  world.clock.advance(6 * DAY);
  expect(await erase(store)).toBe(0);
  const { beginsAt } = readOrderRetention(storage.read, workspace.seq);
  await set(3);
  expect(readOrderRetention(storage.read, workspace.seq)).toEqual({ years: 3, beginsAt });
  await set(2);
  expect(readOrderRetention(storage.read, workspace.seq).beginsAt).toBe(world.clock.now() + 7 * DAY);
  await set(null);
  world.clock.advance(30 * DAY);
  expect(await erase(store)).toBe(0);
  expect(await kindOf(set(0))).toBe('validation_failed');
  expect(await kindOf(set(51))).toBe('validation_failed');
  await set(1);
  world.clock.advance(7 * DAY);
  expect(await erase(store)).toBe(1);
});
