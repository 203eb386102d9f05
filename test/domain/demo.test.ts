import { afterAll, beforeAll, expect, test } from 'bun:test';
import { dayInZone } from '../../src/base/index.ts';
import { makeDemoActors } from '../../src/cli/demo-actors.ts';
import { addDemoEndpoints, makeDemoAttempts } from '../../src/cli/demo-attempts.ts';
import { fillWithDemo } from '../../src/cli/demo-data.ts';
import { listApiKeys } from '../../src/keys/index.ts';
import { countByStatus, listDesk } from '../../src/orders/index.ts';
import { addPerson } from '../../src/people/index.ts';
import { mails, payments } from '../../src/storage/index.ts';
import { listEndpoints } from '../../src/webhooks/index.ts';
import { openTestStore, TEST_ACTOR, type TestStore } from '../support/store.ts';

const DAY_MS = 86_400_000;

/** A workspace with the demo in it, made at a moment. */
async function openDemo(timeZone: string, nowMs: number): Promise<TestStore> {
  const store = await openTestStore(timeZone);
  const { storage, workspace, world } = store;
  await addPerson(
    { storage, workspace, actor: TEST_ACTOR },
    { email: 'o@example.com', password: 'correct horse', role: 'owner' },
  );
  const setClock = (ms: number): void => world.clock.set(ms);
  setClock(nowMs - 46 * DAY_MS);
  const actors = await makeDemoActors(storage, workspace, world, () => world.clock.now());
  const endpoints = await addDemoEndpoints(store.ctx(), world.random);
  await fillWithDemo(actors, { nowMs, timeZone }, setClock);
  await makeDemoAttempts(store.ctx(), endpoints, nowMs);
  await actors.end();
  return store;
}

test.each([
  ['Europe/Moscow', Date.UTC(2026, 4, 20, 3)],
  ['Asia/Vladivostok', Date.UTC(2026, 4, 20, 13, 59)],
  ['America/New_York', Date.UTC(2026, 10, 1, 17)],
])('in %s the demo’s today is full from morning to night, whatever the hour', async (timeZone, nowMs) => {
  await using store = await openDemo(timeZone, nowMs);
  const today = dayInZone(nowMs, timeZone) ?? '';
  const { orders } = listDesk(store.ctx(), { filter: { dateFrom: today, dateTo: today }, limit: 500 });
  const starts = new Set(orders.map(({ timeStart }) => timeStart));
  expect([...starts].filter((start) => start !== null).toSorted()).toEqual([
    '08:00',
    '10:00',
    '12:00',
    '14:00',
    '16:00',
    '18:00',
    '20:00',
  ]);
  const tomorrow = dayInZone(nowMs + DAY_MS, timeZone) ?? '';
  expect(
    listDesk(store.ctx(), { filter: { dateFrom: tomorrow, dateTo: tomorrow }, limit: 500 }).orders.length,
  ).toBeGreaterThan(5);
});

/** The demo of one moment, for those who only look at it. */
const NOW_MS = Date.UTC(2026, 4, 20, 9, 30);
let demo: TestStore;
beforeAll(async () => {
  demo = await openDemo('Europe/Moscow', NOW_MS);
});
afterAll(() => demo[Symbol.asyncDispose]());

test('the demo leaves no key that opens anything, no mail to anybody, and no address that can be reached', () => {
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
    // No name ends so (RFC 2606).
    if (enabled) expect(new URL(url).hostname).toEndWith('.invalid');
  }
});

test('the demo shows money of every kind and orders in every state, and tells the same story each time', async () => {
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
