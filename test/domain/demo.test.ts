import { expect, test } from 'bun:test';
import { DAY_MS, dayInZone, type Language } from '../../src/base/index.ts';
import { makeDemoActors } from '../../src/cli/demo-actors.ts';
import { addDemoEndpoints, makeDemoAttempts } from '../../src/cli/demo-attempts.ts';
import { fillWithDemo } from '../../src/cli/demo-data.ts';
import { listApiKeys } from '../../src/keys/index.ts';
import { countByStatus, listDesk, listDue, listStatuses } from '../../src/orders/index.ts';
import { addPerson } from '../../src/people/index.ts';
import { listProducts } from '../../src/stock/index.ts';
import { inquiries, inquiryHistory, inspect, mails, payments, people } from '../../src/storage/index.ts';
import { listEndpoints } from '../../src/webhooks/index.ts';
import { shared } from '../support/shared.ts';
import { openTestStore, rowsOf, type TestStore } from '../support/store.ts';

/**
 * A demo makes 1,600 changes in a row, and each would wait for a sync. No test here needs its data to survive a power
 * failure.
 */
const unsynced = async (): Promise<void> => undefined;

async function openDemo(timeZone: string, nowMs: number, language: Language = 'ru'): Promise<TestStore> {
  const store = await openTestStore(timeZone, unsynced);
  const { storage, workspace, world } = store;
  // Without this, each change would try again to checkpoint the log, although concurrent reads prevent checkpoints.
  storage.checkpointElsewhere(true);
  await addPerson(store.ctx(), { email: 'o@example.com', password: undefined, role: 'owner' });
  await storage.write((tx) => void tx.db.update(people).set({ language }).run());
  const setClock = (ms: number): void => world.clock.set(ms);
  setClock(nowMs - 46 * DAY_MS);
  const actors = await makeDemoActors(storage, workspace, world, () => world.clock.now());
  const endpoints = await addDemoEndpoints(store.ctx(), world.random);
  await fillWithDemo(actors, { nowMs, timeZone }, setClock);
  await makeDemoAttempts(store.ctx(), endpoints, nowMs);
  await actors.end();
  return store;
}

/** Expects all text that people read to be in one language. */
function expectSpoken({ storage, workspace, ctx }: TestStore, language: Language): void {
  const { orders } = listDesk(ctx(), { filter: {}, limit: 500 });
  const texts = [
    ...orders.flatMap((one) => [one.client, one.recipient, one.products, one.delivery, one.additional]),
    ...listApiKeys({ storage, workspace }, { nowMs: 0 }).map(({ name }) => name),
    ...listProducts(ctx(), { limit: 100 }).products.map(({ name }) => name),
    ...rowsOf(storage, inquiries).map(({ payload }) => payload),
    ...rowsOf(storage, inquiryHistory).map(({ note }) => note ?? ''),
    ...listStatuses(storage.read, workspace.seq).map(({ name }) => name),
  ];
  expect(texts.length).toBeGreaterThan(1_000);
  const russian = texts.filter((text) => /[а-яё]/i.test(text ?? '')).length;
  if (language === 'en') expect(russian).toBe(0);
  else expect(russian).toBeGreaterThan(500);
}

/** A demo shared by all tests that only read it. */
const NOW_MS = Date.UTC(2026, 4, 20, 3);
const demo = shared(() => openDemo('Europe/Moscow', NOW_MS));

/** Expects orders in every slot of today, and some for tomorrow. */
function expectFull(store: TestStore, nowMs: number): void {
  const { timeZone } = store.workspace;
  const of = (ms: number) => {
    const day = dayInZone(ms, timeZone) ?? '';
    return listDesk(store.ctx(), { filter: { dateFrom: day, dateTo: day }, limit: 500 }).orders;
  };
  const starts = new Set(of(nowMs).map(({ timeStart }) => timeStart));
  const slots = ['08:00', '10:00', '12:00', '14:00', '16:00', '18:00', '20:00'];
  expect([...starts].filter((start) => start !== null).toSorted()).toEqual(slots);
  expect(of(nowMs + DAY_MS).length).toBeGreaterThan(5);
}

test('a check of the demo’s database reports no value as changed by hand', () => {
  expect(inspect(demo.dataDir)?.oddValues).toEqual([]);
});

test('the demo’s current day is full of orders in the owner’s language, from morning to night', () => {
  expectFull(demo, NOW_MS);
  expectSpoken(demo, 'ru');
});

test.each([
  ['Asia/Vladivostok', Date.UTC(2026, 4, 20, 13, 59)],
  ['America/New_York', Date.UTC(2026, 10, 1, 17)],
])(
  'the demo’s current day is full of English orders for an English reader in the time zone %s',
  async (timeZone, nowMs) => {
    await using store = await openDemo(timeZone, nowMs, 'en');
    expectFull(store, nowMs);
    expectSpoken(store, 'en');
  },
);

test('the demo has a weekly order that is due today and a yearly one due soon', async () => {
  const today = dayInZone(NOW_MS, 'Europe/Moscow') ?? '';
  const due = await listDue(demo.ctx(), { today, shape: ({ num }) => num });
  expect(due.map(({ every, due }) => [every, due.length])).toEqual([
    ['week', 1],
    ['year', 1],
  ]);
  expect(due[0]?.due[0]).toEqual({ date: today, isOverdue: false, earlier: 0 });
});

test('the demo has no working API key, queued mail or reachable endpoint', () => {
  const { storage, workspace } = demo;
  const keys = listApiKeys({ storage, workspace }, { nowMs: NOW_MS });
  expect(keys.map(({ name, state }) => [name, state])).toEqual([
    ['Сайт', 'revoked'],
    ['Телеграм-бот', 'revoked'],
    ['Касса', 'revoked'],
  ]);
  expect(keys.every(({ lastUsedAt }) => lastUsedAt !== null)).toBe(true);
  expect(storage.read.select().from(mails).all()).toEqual([]);
  const endpoints = listEndpoints(storage, workspace);
  expect(endpoints.map(({ state }) => state)).toEqual(['off', 'failing', 'suspended']);
  for (const { url, enabled } of endpoints) {
    // No real host name ends like this (RFC 2606).
    if (enabled) expect(new URL(url).hostname).toEndWith('.invalid');
  }
});

test('the demo shows payments and orders in every state, and is the same each time', async () => {
  const storyOf = (store: TestStore) => {
    const { orders } = listDesk(store.ctx(), { filter: {}, limit: 500 });
    const kept = store.storage.read.select().from(payments).all();
    return {
      orders: orders.map(({ num, date, timeStart, statusId, price, paidAmount, createdAt }) => ({
        num,
        date,
        timeStart,
        statusId,
        price,
        paidAmount,
        createdAt,
      })),
      kinds: new Set(kept.map(({ status }) => status)),
      statuses: new Set(countByStatus(store.ctx()).keys()),
    };
  };
  const story = storyOf(demo);
  expect(story.kinds).toEqual(new Set(['confirmed', 'pending', 'refunded']));
  expect(story.statuses).toEqual(new Set(['status-new', 'status-in-progress', 'status-closed', 'status-cancelled']));
  await using again = await openDemo('Europe/Moscow', NOW_MS);
  expect(storyOf(again)).toEqual(story);
});
