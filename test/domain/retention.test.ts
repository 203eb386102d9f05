import { expect, test } from 'bun:test';
import { eq, gt } from 'drizzle-orm';
import fc from 'fast-check';
import { addPerson, findSession } from '../../src/people/index.ts';
import { insertSession } from '../../src/people/sessions.ts';
import { followClock, judgeTime } from '../../src/retention/clock.ts';
import { changeRetention, judge, sweep } from '../../src/retention/index.ts';
import {
  deliveries,
  events,
  mails,
  orderHistory,
  type Storage,
  sessions,
  sessionVisits,
  webhookAttempts,
  webhookEndpoints,
  webhookRequests,
} from '../../src/storage/index.ts';
import { listAttempts } from '../../src/webhooks/index.ts';
import { counting, countOf, oldAttempts, oldEndpoint, oldEvents } from '../support/old-rows.ts';
import { DAY, HOUR } from '../support/scheduling.ts';
import { addOrder, openTestStore, rowsOf, TEST_ACTOR, type TestStore } from '../support/store.ts';

const sweepNow = (store: TestStore, goOn = counting().goOn) => {
  const nowMs = store.world.clock.now();
  return sweep(store.storage, { times: { judgedAt: nowMs, nowMs }, goOn });
};
const seqsOf = (storage: Storage): number[] => rowsOf(storage, events).map(({ seq }) => seq);

test('finished events are deleted with their deliveries after 180 days, unless something still needs them', async () => {
  await using store = await openTestStore();
  const { storage, world } = store;
  const now = world.clock.now();
  const [old, young] = [now - 181 * DAY, now - 179 * DAY];
  const [endpoint, suspended] = [await oldEndpoint(store), await oldEndpoint(store, { suspendedAt: old })];
  const removed = await oldEndpoint(store, { removedAt: old });
  await oldEvents(store, [old, old], [endpoint, suspended]);
  await oldEvents(store, [old], [endpoint], 'failed');
  await oldEvents(store, [old], [removed], 'pending');
  const [waits = 0] = await oldEvents(store, [old], [suspended], 'pending');
  const [told = 0, asked = 0] = await oldEvents(store, [old, old], [endpoint]);
  await oldAttempts(store, endpoint, told, [old]);
  await storage.write((tx) => {
    const request = { endpointSeq: endpoint, eventSeq: asked, kind: 'resend' as const, createdAt: now };
    tx.db.insert(webhookRequests).values(request).run();
  });
  const kept = await oldEvents(store, [young, now], [endpoint]);
  expect(await sweepNow(store)).toMatchObject({ events: 4, attempts: 0 });
  expect(seqsOf(storage)).toEqual([waits, told, asked, ...kept]);
  const left = storage.read.select({ seq: deliveries.eventSeq }).from(deliveries).all();
  expect(left.map(({ seq }) => seq).toSorted()).toEqual([waits, told, asked, ...kept].toSorted());
  await storage.write((tx) => {
    tx.db.update(deliveries).set({ state: 'delivered' }).run();
    tx.db.delete(webhookRequests).run();
  });
  expect(await sweepNow(store)).toMatchObject({ events: 2 });
  expect(seqsOf(storage)).toEqual([told, ...kept]);
});

test('the newest event stays at any age, so that its number is never reused', async () => {
  await using store = await openTestStore();
  const { storage, world } = store;
  await addOrder(store.ctx());
  await addOrder(store.ctx());
  const named = () => storage.read.select({ seq: orderHistory.eventSeq }).from(orderHistory).all();
  const before = named();
  world.clock.advance(400 * DAY);
  expect(await sweepNow(store)).toMatchObject({ events: 1 });
  await addOrder(store.ctx());
  const numbers = named().map(({ seq }) => seq);
  expect(new Set(numbers).size).toBe(3);
  expect(numbers.slice(0, 2)).toEqual(before.map(({ seq }) => seq));
});

test('a row written while the clock was ahead does not prevent the deletion of older rows', async () => {
  await using store = await openTestStore();
  const now = store.world.clock.now();
  const old = now - 200 * DAY;
  const [, ahead = 0, , newest = 0] = await oldEvents(store, [old, now + 365 * DAY, old, old]);
  expect(await sweepNow(store)).toMatchObject({ events: 2 });
  expect(seqsOf(store.storage)).toEqual([ahead, newest]);
});

test('a step of a sweep deletes at most 50 rows, and another write can run between two steps', async () => {
  await using store = await openTestStore();
  const { storage, world } = store;
  const old = world.clock.now() - 400 * DAY;
  const endpoints = [await oldEndpoint(store), await oldEndpoint(store)];
  await oldEvents(store, Array<number>(300).fill(old), endpoints);
  const rows = (): number => countOf(storage, events) + countOf(storage, deliveries);
  let [before, written] = [rows(), 0];
  const { goOn, steps } = counting(async () => {
    expect(before - rows()).toBeLessThanOrEqual(50);
    before = rows();
    // The write would wait forever if the sweep kept the writer between its steps.
    written += await storage.write(() => 1);
  });
  expect(await sweepNow(store, goOn)).toMatchObject({ events: 299 });
  expect(steps()).toBeGreaterThanOrEqual(18);
  expect(written).toBe(steps());
});

test('a sweep stops deleting old events when the setting changes to keep events forever', async () => {
  await using store = await openTestStore();
  const endpoint = await oldEndpoint(store);
  await oldEvents(store, Array(120).fill(store.world.clock.now() - 181 * DAY), [endpoint]);
  const goOn = async (): Promise<boolean> => {
    await changeRetention({ storage: store.storage, actor: TEST_ACTOR }, { eventsDays: null });
    return true;
  };
  expect((await sweepNow(store, goOn)).events).toBeLessThanOrEqual(50);
  expect(await sweepNow(store)).toMatchObject({ events: 0 });
});

test('the next sweep finishes an interrupted one', async () => {
  await using store = await openTestStore();
  const { storage, world } = store;
  await oldEvents(store, Array<number>(200).fill(world.clock.now() - 400 * DAY));
  await sweepNow(store, async () => false);
  const left = countOf(storage, events);
  expect(left).toBeGreaterThan(100);
  expect(left).toBeLessThan(200);
  expect(await sweepNow(store)).toMatchObject({ events: left - 1 });
});

test('each endpoint’s newest thousand attempts and those of the last 48 hours are kept', async () => {
  await using store = await openTestStore();
  const { storage, world, workspace } = store;
  const now = world.clock.now();
  const [busy, quiet] = [await oldEndpoint(store), await oldEndpoint(store)];
  const [event = 0, other = 0] = await oldEvents(store, [now - 300 * DAY, now - 300 * DAY, now]);
  const moments = Array.from({ length: 1_300 }, (_, at) => (at < 150 ? now - 300 * DAY : now - HOUR));
  await oldAttempts(store, busy, event, moments);
  await oldAttempts(store, quiet, other, [now - 300 * DAY]);
  expect(await sweepNow(store)).toMatchObject({ attempts: 150, events: 0 });
  world.clock.advance(3 * DAY);
  expect(await sweepNow(store)).toMatchObject({ attempts: 150, events: 0 });
  const numbers = storage.read.select({ number: webhookAttempts.number }).from(webhookAttempts);
  expect(numbers.where(eq(webhookAttempts.endpointSeq, busy)).all()[0]).toEqual({ number: 301 });
  const { id = '' } = storage.read.select().from(webhookEndpoints).where(eq(webhookEndpoints.seq, quiet)).get() ?? {};
  expect(listAttempts({ storage, workspace }, id)).toMatchObject([{ type: 'order.created', at: now - 300 * DAY }]);
  await changeRetention({ storage, actor: TEST_ACTOR }, { attempts: 50 });
  expect(await sweepNow(store)).toMatchObject({ attempts: 950 });
  expect(countOf(storage, webhookAttempts, gt(webhookAttempts.number, 0))).toBe(51);
});

test('mails are deleted 180 days after they were sent, but waiting mails are kept', async () => {
  await using store = await openTestStore();
  const { storage, world, workspace } = store;
  const old = world.clock.now() - 181 * DAY;
  const mail = (state: 'pending' | 'sent' | 'failed' | 'logged', createdAt: number) => ({
    id: world.newId(world.clock.now()),
    workspaceSeq: workspace.seq,
    kind: 'webhook_warning',
    recipient: 'a@b.example',
    subject: 's',
    text: 't',
    html: 'h',
    state,
    attempts: 1,
    dueAt: 0,
    createdAt,
    doneAt: createdAt,
  });
  const rows = [
    mail('sent', old),
    mail('pending', old),
    mail('failed', old),
    mail('logged', old),
    mail('sent', old + 2 * DAY),
  ];
  await storage.write(
    (tx) =>
      void tx.db
        .insert(mails)
        .values([...rows, mail('sent', old)])
        .run(),
  );
  expect(await sweepNow(store)).toMatchObject({ mails: 3 });
  const left = storage.read.select({ state: mails.state, createdAt: mails.createdAt }).from(mails).all();
  expect(left.map(({ state }) => state)).toEqual(['pending', 'sent', 'sent']);
});

test('sessions are deleted 30 days after their end, but valid sessions are kept', async () => {
  await using store = await openTestStore();
  const { storage, world, workspace } = store;
  const person = { email: 'owner@example.com', password: 'long enough for this', role: 'owner' as const };
  const { seq: personSeq } = await addPerson(store.ctx(), person);
  const device = { userAgent: null, address: null };
  const begin = (remembered: boolean) =>
    storage.write((tx) => {
      const begun = insertSession(tx, world.random, { personSeq, remembered, device, passkeyName: null });
      tx.db.insert(sessionVisits).values({ sessionSeq: begun.seq, workspaceSeq: workspace.seq }).run();
      return begun;
    });
  const short = await begin(false);
  const long = await begin(true);
  // The shorter session ended after twelve hours without a request.
  world.clock.advance(31 * DAY);
  const fresh = await begin(true);
  expect(await sweepNow(store)).toMatchObject({ sessions: 1 });
  const left = () => rowsOf(storage, sessions).map(({ seq }) => seq);
  expect(left()).toEqual([long.seq, fresh.seq]);
  expect(storage.read.select().from(sessionVisits).where(eq(sessionVisits.sessionSeq, short.seq)).all()).toEqual([]);
  world.clock.advance(29 * DAY + HOUR);
  expect(await sweepNow(store)).toMatchObject({ sessions: 1 });
  expect(left()).toEqual([fresh.seq]);
  expect(findSession(storage, { token: fresh.token, nowMs: world.clock.now() })?.seq).toBe(fresh.seq);
});

test('a jump of the clock by a year causes no more deletions than a few hours would', async () => {
  await using store = await openTestStore();
  const { storage, world } = store;
  const start = world.clock.now();
  await oldEvents(store, [start - 179 * DAY, start - 100 * DAY, start]);
  expect(await judge(storage, 0)).toBe(start);
  world.clock.set(start + 365 * DAY);
  const judgedAt = await judge(storage, HOUR);
  expect(judgedAt).toBe(start + 12 * HOUR);
  expect(await sweep(storage, { times: { judgedAt, nowMs: world.clock.now() }, goOn: counting().goOn })).toMatchObject({
    events: 0,
  });
  world.clock.set(start + HOUR);
  expect(await judge(storage, HOUR)).toBe(start + HOUR);
});

test('the first sweep of an old database judges ages by the time of its newest row', async () => {
  await using store = await openTestStore();
  const { storage, world } = store;
  const start = world.clock.now();
  world.clock.set(start + 3_650 * DAY);
  expect(await judge(storage, 0)).toBe(start);
});

test('retention’s own time is never ahead of the clock, and keeps up if the server runs twenty hours a week', () => {
  const ms = fc.integer({ min: 0, max: 10 * 365 * DAY });
  fc.assert(
    fc.property(ms, ms, fc.option(ms), ms, (before, nowMs, newest, steadyMs) => {
      const judged = judgeTime(followClock(before, nowMs, newest, steadyMs), nowMs);
      expect(judged).toBeLessThanOrEqual(nowMs);
      expect(judged).toBeGreaterThanOrEqual(Math.min(before, nowMs));
      expect(judged - Math.min(before, nowMs)).toBeLessThanOrEqual(12 * steadyMs);
    }),
  );
  // Twenty hours of running in a week are enough to follow the clock through the whole week.
  expect(followClock(0, 7 * DAY, null, 20 * HOUR)).toBe(7 * DAY);
});

test('if the clock is years behind for an hour, retention’s own time falls back only half a day, and then catches up', async () => {
  await using store = await openTestStore();
  const { storage, world } = store;
  const start = world.clock.now();
  expect(await judge(storage, 0)).toBe(start);
  world.clock.set(start - 20 * 365 * DAY);
  expect(await judge(storage, HOUR)).toBe(start - 20 * 365 * DAY);
  world.clock.set(start + 2 * HOUR);
  expect(await judge(storage, 0)).toBe(start - 12 * HOUR);
  expect(await judge(storage, 2 * HOUR)).toBe(start + 2 * HOUR);
});
