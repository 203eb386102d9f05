import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import type { Issue } from '../../src/base/index.ts';
import {
  confirmDate,
  createOrder,
  deleteOrder,
  type Every,
  endSchedule,
  findOrderAgain,
  getOrder,
  keepSchedule,
  listDue,
  listOrders,
  listSchedules,
  pauseSchedule,
  restoreOrder,
  skipDate,
  unskipDate,
} from '../../src/orders/index.ts';
import { auditLog, events, openForServe, orderHistory, orderSchedules, orders } from '../../src/storage/index.ts';
import { fillOrders } from '../support/many-orders.ts';
import { alter } from '../support/raw-database.ts';
import { HOLDER, openTestStore, refusalOf, rowsOf, secondWorkspace, type TestStore } from '../support/store.ts';

/** The clock of the tests begins on this day, a Wednesday. */
const TODAY = '2026-05-20';
const DAY_MS = 86_400_000;
const ROSE = { name: 'Rose', quantity: 25, price: 100 };

const draft = (key: string, date = TODAY) => ({
  requestKey: key,
  date: `${date}T10:00:00+03:00`,
  client: { name: 'Anna', phone: '+79161234567' },
  products: [ROSE],
});

interface ScheduleWish {
  readonly every: Every;
  readonly next: string;
  readonly last?: string | null;
  readonly daysBefore?: number;
}

const keep = (
  store: TestStore,
  orderId: string,
  { last = null, daysBefore = 2, ...kept }: ScheduleWish,
): Promise<void> => keepSchedule(store.ctx(), { orderId, last, daysBefore, ...kept });
const make = async (store: TestStore, key = 'first', date = TODAY): Promise<string> =>
  (await createOrder(store.ctx(), draft(key, date))).order.id;
async function weekly(store: TestStore, more: Partial<ScheduleWish> = {}): Promise<string> {
  const id = await make(store);
  await keep(store, id, { every: 'week', next: '2026-05-27', ...more });
  return id;
}
const onDay = (store: TestStore, day: string): void => store.world.clock.set(Date.parse(`${day}T09:00:00Z`));
const dueOn = async (store: TestStore, today: string) =>
  (await listDue(store.ctx(), { today, shape: ({ num }) => num })).map(({ order, due }) => [
    order,
    ...due.map(({ date, isOverdue, earlier }) => `${date}${isOverdue ? ` late +${earlier}` : ''}`),
  ]);
const confirm = (store: TestStore, orderId: string, due: string, key = `for-${due}`) =>
  confirmDate(store.ctx(), { orderId, due, ...draft(key, due) });
const refusal = async (work: Promise<unknown>): Promise<unknown> => {
  const { refusal: { rule } = { rule: 'taken' }, details } = (await refusalOf(work)) ?? {};
  return rule === 'fields' ? (details as readonly Issue[]).map((one) => one.rule) : rule;
};
const acts = ({ storage }: TestStore): string[] =>
  rowsOf(storage, auditLog).flatMap(({ action }) => (action.startsWith('schedule.') ? [action] : []));
const liveOrders = (store: TestStore): string[] => listOrders(store.ctx(), { limit: 100 }).orders.map(({ num }) => num);

test('a repeating order is due some days before its date, and moves on to its next date after each decision', async () => {
  await using store = await openTestStore();
  const id = await weekly(store);
  expect(await dueOn(store, '2026-05-24')).toEqual([]);
  expect(await dueOn(store, '2026-05-25')).toEqual([['1', '2026-05-27']]);
  const told = store.storage.read.select().from(events).all().length;
  const before = getOrder(store.ctx(), id).order.version;
  onDay(store, '2026-05-26');
  const { order, replayed } = await confirm(store, id, '2026-05-27');
  expect({ num: order.num, replayed, date: order.date }).toEqual({ num: '2', replayed: false, date: '2026-05-27' });
  expect(await dueOn(store, '2026-05-26')).toEqual([]);
  expect(await dueOn(store, '2026-06-01')).toEqual([['1', '2026-06-03']]);
  await skipDate(store.ctx(), { orderId: id, due: '2026-06-03' });
  expect(await dueOn(store, '2026-06-08')).toEqual([['1', '2026-06-10']]);
  expect(store.storage.read.select().from(events).all().length).toBe(told + 1);
  expect(getOrder(store.ctx(), id).order.version).toBe(before);
  expect(liveOrders(store)).toEqual(['2', '1']);
  expect(acts(store)).toEqual(['schedule.set', 'schedule.confirmed', 'schedule.skipped']);
  const of = (orderId: string) => {
    const found = store.storage.read.select().from(orders).where(eq(orders.id, orderId)).get();
    if (found === undefined) throw new Error('no order');
    return findOrderAgain(store.ctx(), { order: found, today: '2026-05-26' });
  };
  expect(of(id)).toMatchObject({ made: [{ id: order.id, num: '2', date: '2026-05-27' }], from: null });
  expect(of(order.id)).toMatchObject({ schedule: null, made: [], from: { id, num: '1', date: '2026-05-27' } });
});

test('the latest missed date of a repeating order stays due until a person skips it, and earlier missed dates are counted', async () => {
  await using store = await openTestStore();
  const id = await weekly(store);
  expect(await dueOn(store, '2026-05-28')).toEqual([['1', '2026-05-27 late +0']]);
  expect(await dueOn(store, '2026-06-01')).toEqual([['1', '2026-05-27 late +0', '2026-06-03']]);
  expect(await dueOn(store, '2027-05-26')).toEqual([['1', '2027-05-19 late +51', '2027-05-26']]);
  onDay(store, '2027-05-26');
  await confirm(store, id, '2027-05-26');
  // A decision on the next date leaves the missed dates undecided.
  expect(await dueOn(store, '2027-05-26')).toEqual([['1', '2027-05-19 late +51']]);
  await skipDate(store.ctx(), { orderId: id, due: '2027-05-19' });
  expect(await dueOn(store, '2027-05-26')).toEqual([]);
  await unskipDate(store.ctx(), { orderId: id, due: '2027-05-19' });
  expect(await dueOn(store, '2027-05-26')).toEqual([['1', '2027-05-19 late +51']]);
  // Somebody skips an earlier date on an outdated page. The confirmed date 2027-05-26 stays confirmed.
  await skipDate(store.ctx(), { orderId: id, due: '2027-05-05' });
  expect(await dueOn(store, '2027-05-26')).toEqual([['1', '2027-05-19 late +1']]);
  expect(await dueOn(store, '2027-05-31')).toEqual([['1', '2027-05-19 late +1', '2027-06-02']]);
});

test('three people who confirm the same date of a schedule at the same time create only one order', async () => {
  await using store = await openTestStore();
  const id = await weekly(store);
  onDay(store, '2026-05-26');
  const sent = ['anna', 'boris', 'vera'].map((key) => confirm(store, id, '2026-05-27', key));
  const outcomes = await Promise.allSettled(sent);
  const [made, ...others] = outcomes.toSorted((a, b) => (a.status < b.status ? -1 : 1));
  expect(made).toMatchObject({ status: 'fulfilled', value: { order: { num: '2' } } });
  expect(others).toMatchObject(
    Array(2).fill({
      status: 'rejected',
      reason: { kind: 'precondition_failed', refusal: { rule: 'date_made', num: '2' } },
    }),
  );
  // The refused confirmations used up no number.
  expect(liveOrders(store)).toEqual(['2', '1']);
  const key = outcomes.findIndex(({ status }) => status === 'fulfilled');
  const again = await Promise.all([1, 2].map(() => confirm(store, id, '2026-05-27', ['anna', 'boris', 'vera'][key])));
  expect(again.map(({ order: { num }, replayed }) => [num, replayed])).toEqual(Array(2).fill(['2', true]));
  expect(await refusal(skipDate(store.ctx(), { orderId: id, due: '2026-05-27' }))).toBe('date_made');
  // A form that has made an order cannot make an order for another date.
  onDay(store, '2026-06-02');
  const other = { ...draft(['anna', 'boris', 'vera'][key] ?? '', '2026-05-27'), orderId: id, due: '2026-06-03' };
  expect(await refusal(confirmDate(store.ctx(), other))).toBe('schedule_over');
  expect(liveOrders(store)).toEqual(['2', '1']);
  expect(store.storage.read.select().from(orderHistory).all()).toHaveLength(2);
});

test('a date can be confirmed or skipped only if it is in the series and not after the next date', async () => {
  await using store = await openTestStore();
  const id = await weekly(store, { last: '2026-06-10' });
  onDay(store, '2026-05-29');
  for (const due of ['2026-05-20', '2026-05-28', '2026-06-10', '2026-06-17']) {
    expect([due, await refusal(confirm(store, id, due))]).toEqual([due, 'schedule_over']);
  }
  // The next date may be decided on in advance.
  await skipDate(store.ctx(), { orderId: id, due: '2026-06-03' });
  await skipDate(store.ctx(), { orderId: id, due: '2026-06-03' });
  expect(acts(store)).toEqual(['schedule.set', 'schedule.skipped']);
  onDay(store, '2026-06-09');
  expect(await dueOn(store, '2026-06-09')).toEqual([['1', '2026-05-27 late +0', '2026-06-10']]);
  await confirm(store, id, '2026-06-10');
  await confirm(store, id, '2026-05-27');
  // The last date of the schedule is over.
  expect(await dueOn(store, '2027-06-09')).toEqual([]);
  expect((await listSchedules(store.ctx(), { today: '2026-06-09', limit: 9, shape: () => '' })).schedules).toEqual([]);
  expect(await refusal(pauseSchedule(store.ctx(), { orderId: id, isPaused: true }))).toBe('schedule_over');
  await keep(store, id, { every: 'month', next: '2026-07-01' });
  expect(await dueOn(store, '2026-07-01')).toEqual([['1', '2026-07-01']]);
});

test('no date counts as missed while a series is paused, and an ended series has no dates', async () => {
  await using store = await openTestStore();
  const id = await weekly(store);
  onDay(store, '2026-05-29');
  await pauseSchedule(store.ctx(), { orderId: id, isPaused: true });
  await pauseSchedule(store.ctx(), { orderId: id, isPaused: true });
  expect(await dueOn(store, '2026-06-18')).toEqual([]);
  expect(await refusal(confirm(store, id, '2026-06-03'))).toBe('schedule_over');
  onDay(store, '2026-06-18');
  await pauseSchedule(store.ctx(), { orderId: id, isPaused: false });
  // Dates missed before the pause are still there.
  expect(await dueOn(store, '2026-06-22')).toEqual([['1', '2026-05-27 late +0', '2026-06-24']]);
  await endSchedule(store.ctx(), { orderId: id });
  expect(await dueOn(store, '2026-06-22')).toEqual([]);
  expect(await refusal(endSchedule(store.ctx(), { orderId: id }))).toBe('schedule_over');
  expect(await refusal(unskipDate(store.ctx(), { orderId: id, due: '2026-06-17' }))).toBe('schedule_over');
  expect(acts(store)).toEqual(['schedule.set', 'schedule.paused', 'schedule.resumed', 'schedule.ended']);
});

test('a monthly series on the 31st returns to that day after a shorter month', async () => {
  await using store = await openTestStore();
  const id = await make(store, 'long', '2026-08-31');
  const again = findOrderAgain(store.ctx(), { order: { ...getOrder(store.ctx(), id).order }, today: '2026-09-01' });
  expect(again.proposed).toEqual({
    week: '2026-09-07',
    two_weeks: '2026-09-14',
    month: '2026-09-30',
    year: '2027-08-31',
  });
  await keep(store, id, { every: 'month', next: '2026-09-30' });
  onDay(store, '2026-09-30');
  await skipDate(store.ctx(), { orderId: id, due: '2026-09-30' });
  expect(await dueOn(store, '2026-10-30')).toEqual([['1', '2026-10-31']]);
  await keep(store, id, { every: 'month', next: '2026-10-30' });
  expect(await dueOn(store, '2026-11-30')).toEqual([['1', '2026-10-30 late +0', '2026-11-30']]);
});

test('a schedule’s missed dates stay if its days of notice change, but are discarded and counted if its next date changes', async () => {
  await using store = await openTestStore();
  const id = await weekly(store);
  onDay(store, '2026-06-12');
  await keep(store, id, { every: 'week', next: '2026-06-17', daysBefore: 5 });
  expect(await dueOn(store, '2026-06-12')).toEqual([['1', '2026-06-10 late +2', '2026-06-17']]);
  await keep(store, id, { every: 'week', next: '2026-06-17', daysBefore: 5 });
  await skipDate(store.ctx(), { orderId: id, due: '2026-06-17' });
  // A skipped date is chosen again.
  await keep(store, id, { every: 'week', next: '2026-06-17', daysBefore: 5 });
  expect(await dueOn(store, '2026-06-12')).toEqual([['1', '2026-06-17']]);
  const rows = store.storage.read.select().from(auditLog).where(eq(auditLog.action, 'schedule.changed')).all();
  expect(rows.map(({ changes }) => JSON.parse(changes ?? ''))).toEqual([
    { daysBefore: { from: 2, to: 5 } },
    { next: { from: '2026-06-24', to: '2026-06-17' }, missed: { from: 3, to: null } },
  ]);
});

test('an invalid value in a schedule is refused with the rule that it breaks', async () => {
  await using store = await openTestStore();
  const id = await make(store);
  const kept = { every: 'week', next: '2026-05-27' } as const;
  const wrong: readonly [Partial<ScheduleWish>, string][] = [
    [{ next: '2026-05-32' }, 'calendar_day'],
    [{ next: '2026-05-19' }, 'not_before_today'],
    [{ next: '2032-05-27' }, 'years_ahead'],
    [{ last: '2026-05-26' }, 'not_before_next'],
    [{ daysBefore: 61 }, 'whole_between'],
    [{ daysBefore: 0.5 }, 'whole_between'],
  ];
  for (const [part, rule] of wrong) expect(await refusal(keep(store, id, { ...kept, ...part }))).toEqual([rule]);
  expect(store.storage.read.select().from(orderSchedules).all()).toEqual([]);
});

test('a date more than five years ahead can be neither confirmed nor skipped', async () => {
  await using store = await openTestStore();
  const id = await weekly(store, { next: '2031-05-21' });
  await skipDate(store.ctx(), { orderId: id, due: '2031-05-21' });
  expect(await refusal(skipDate(store.ctx(), { orderId: id, due: '2031-05-28' }))).toEqual(['years_ahead']);
  expect(await refusal(confirm(store, id, '2031-05-28'))).toEqual(['years_ahead']);
});

test('a deleted order is not shown as due until it is restored', async () => {
  await using store = await openTestStore();
  const id = await weekly(store);
  await deleteOrder(store.ctx(), { id });
  expect(await dueOn(store, '2026-05-27')).toEqual([]);
  expect(await refusal(confirm(store, id, '2026-05-27'))).toBe('order_not_found');
  await restoreOrder(store.ctx(), id);
  expect(await dueOn(store, '2026-05-27')).toEqual([['1', '2026-05-27']]);
});

test('a schedule keeps its confirmed dates after a restart, and shows the dates missed meanwhile', async () => {
  const store = await openTestStore();
  const id = await weekly(store);
  onDay(store, '2026-05-26');
  await confirm(store, id, '2026-05-27');
  await store.storage.close();
  const { dataDir, world } = store;
  const storage = openForServe({ dataDir, now: () => world.clock.now(), newId: world.newId }, HOLDER);
  try {
    const ctx = { ...store.ctx(), storage };
    const due = async (today: string) => (await listDue(ctx, { today, shape: () => null })).map((one) => one.due);
    expect(await due('2026-05-28')).toEqual([]);
    expect(await due('2026-06-16')).toEqual([
      [
        { date: '2026-06-10', isOverdue: true, earlier: 1 },
        { date: '2026-06-17', isOverdue: false, earlier: 0 },
      ],
    ]);
    const again = confirmDate(ctx, { orderId: id, due: '2026-05-27', ...draft('another', '2026-05-27') });
    expect(await refusal(again)).toBe('date_made');
  } finally {
    await storage.close();
    rmSync(dataDir, { recursive: true });
  }
});

test('the list of due dates continues page by page, by date, without other shops’ dates', async () => {
  await using store = await openTestStore();
  for (const [at, next] of ['2026-06-03', '2026-05-27', '2026-06-03', '2026-05-30'].entries()) {
    await keep(store, await make(store, `k-${at}`), { every: 'year', next });
  }
  const page = (cursor?: string) =>
    listSchedules(store.ctx(), { today: TODAY, limit: 3, cursor, shape: ({ num }) => num });
  const first = await page();
  expect(first.schedules.map(({ order, next }) => [order, next])).toEqual([
    ['2', '2026-05-27'],
    ['4', '2026-05-30'],
    ['1', '2026-06-03'],
  ]);
  const rest = await page(first.nextCursor ?? '');
  expect(rest.schedules.map(({ order }) => order)).toEqual(['3']);
  expect(rest.nextCursor).toBeNull();
});

/**
 * Creates 1,010 repeating orders, all deleted except `kept`: 610 of them are due on one day, the others a day later.
 */
async function fillSchedules(store: TestStore, kept: readonly number[]): Promise<void> {
  await fillOrders(store, 1_010, (n) => ({ deletedAt: kept.includes(n + 1) ? null : 5 }));
  const day = sql`iif(seq <= 610, '2026-05-21', '2026-05-22')`;
  await store.storage.write(({ db }) =>
    db.run(sql`INSERT INTO order_schedules (workspace_seq, order_seq, every, anchor, starts, days_before, open_from, comes_up)
      SELECT workspace_seq, seq, 'week', ${day}, ${day}, 0, ${day}, ${day} FROM orders`),
  );
}
const bySeq = { today: '2026-05-22', shape: ({ seq }: { seq: number }) => seq };

test('the schedules of deleted orders are skipped, even if hundreds of them come before an order that is not deleted', async () => {
  await using store = await openTestStore();
  const kept = [521, 1_009, 1_010];
  await fillSchedules(store, kept);
  const ids = (rows: readonly { order: number }[]) => rows.map(({ order }) => order);
  const first = await listSchedules(store.ctx(), { ...bySeq, limit: 2 });
  const rest = await listSchedules(store.ctx(), { ...bySeq, limit: 2, cursor: first.nextCursor ?? '' });
  expect([...ids(first.schedules), ...ids(rest.schedules)]).toEqual(kept);
  expect(rest.nextCursor).toBeNull();
  expect(ids(await listDue(store.ctx(), bySeq))).toEqual(kept);
});

test('the list of due dates leaves out a schedule whose number another workspace gets while the list is being read', async () => {
  await using store = await openTestStore();
  await fillSchedules(store, [1, 1_010]);
  const { storage } = store;
  const second = await secondWorkspace(store);
  let reads = 0;
  const select = (...columns: Parameters<typeof storage.read.select>) => {
    reads += 1;
    // The list has read the first 500 schedules, and waits for its next turn before it reads more.
    if (reads === 2)
      alter(storage.path, `UPDATE order_schedules SET workspace_seq = ${second.seq} WHERE order_seq = 1`);
    return storage.read.select(...columns);
  };
  const read = Object.create(storage.read, { select: { value: select } });
  const ctx = { ...store.ctx(), storage: Object.create(storage, { read: { value: read } }) };
  expect((await listDue(ctx, bySeq)).map(({ order }) => order)).toEqual([1_010]);
});

test('an order is due by the date in the shop’s time zone, also across clock changes', async () => {
  await using store = await openTestStore();
  const id = await make(store);
  // Times around midnight, on a day that a zone skipped, and on days when clocks change.
  const zones: readonly [string, number][] = [
    ['Pacific/Apia', Date.parse('2026-12-30T10:00:00Z')],
    ['America/Sao_Paulo', Date.parse('2026-11-01T03:00:00Z')],
    ['Europe/Berlin', Date.parse('2027-03-28T00:00:00Z')],
    ['Asia/Kathmandu', Date.parse('2026-10-01T18:15:00Z')],
    ['America/New_York', Date.parse('2026-11-01T05:00:00Z')],
    ['Pacific/Kiritimati', Date.parse('2026-06-01T10:00:00Z')],
  ];
  for (const [timeZone, around] of zones) {
    for (let hour = -14; hour <= 14; hour += 2) {
      for (const minute of [-1, 0, 1]) {
        const now = around + hour * 3_600_000 + minute * 60_000;
        store.world.clock.set(now);
        const ctx = { ...store.ctx(), workspace: { ...store.workspace, timeZone } };
        const dayOf = (ms: number): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(ms);
        const today = dayOf(now);
        const yesterday = new Date(Date.parse(`${today}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
        const kept = { orderId: id, every: 'week', last: null, daysBefore: 0 } as const;
        expect(await refusal(keepSchedule(ctx, { ...kept, next: yesterday }))).toEqual(['not_before_today']);
        await keepSchedule(ctx, { ...kept, next: today });
        await endSchedule(ctx, { orderId: id });
      }
    }
  }
});
