import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { auditLog } from '../../src/storage/index.ts';
import { eventIdOf } from '../../src/webhooks/events.ts';
import {
  countMissed,
  endpointsHealth,
  listToldAttempts,
  readDelivery,
  resendMissed,
  resumeEndpoint,
  rotateSecret,
  sendTest,
  signRequest,
} from '../../src/webhooks/index.ts';
import { startReceiver, verify } from '../support/receiver.ts';
import {
  awaitRetries,
  DAY,
  HOUR,
  MINUTE,
  makeOrder,
  openScheduling,
  POLICY,
  type Scheduling,
  SECOND,
  sendOrder,
  setWorkspace,
} from '../support/scheduling.ts';

const NOBODY = '01910000-0000-7000-8000-000000000000';

const health = async (at: Scheduling) => (await endpointsHealth(at.store.storage, at.store.workspace))[0];
const missed = (at: Scheduling, id: string, sinceMs = 0) => countMissed(at.store, { id, sinceMs });
const told = (at: Scheduling, id: string) => listToldAttempts(at.store, id) ?? [];
const delivery = (at: Scheduling, id: string, eventId: string) =>
  readDelivery({ ...at.store.ctx(), policy: POLICY, nowMs: at.store.world.clock.now() }, { id, eventId });

test('the shown number of missed events equals the number of events that are then resent', async () => {
  await using at = await openScheduling();
  const { world } = at.store;
  await makeOrder(at);
  world.clock.advance(SECOND);
  const { id } = await at.receive({ answer: 500 });
  await sendOrder(at);
  await awaitRetries(at);
  await setWorkspace(at, { webhooksEnabled: false });
  const moments: number[] = [];
  for (let day = 0; day < 5; day += 1) {
    moments.push(world.clock.now());
    await makeOrder(at);
    await makeOrder(at);
    await at.advance(DAY + HOUR);
  }
  await setWorkspace(at, { webhooksEnabled: true });
  expect(await missed(at, id)).toEqual({ failed: 1, missed: 10 });
  expect(await missed(at, id, world.clock.now())).toEqual({ failed: 0, missed: 0 });
  for (const sinceMs of moments.toReversed().concat(0)) {
    const counted = await missed(at, id, sinceMs);
    expect(await resendMissed(at.store.ctx(), { id, sinceMs })).toEqual(counted);
    expect(await missed(at, id, sinceMs)).toEqual({ failed: 0, missed: 0 });
  }
  await expect(missed(at, NOBODY)).rejects.toMatchObject({ kind: 'not_found' });
});

test('only events that were selected and did not arrive count as missed', async () => {
  await using at = await openScheduling();
  const { receiver, id } = await at.receive({ events: ['order.deleted'] });
  const other = await at.endpoint(receiver.url);
  await sendOrder(at);
  receiver.answer(500);
  await sendOrder(at);
  expect(await missed(at, id)).toEqual({ failed: 0, missed: 0 });
  expect(await missed(at, other.id)).toEqual({ failed: 0, missed: 0 });
});

test('an endpoint’s health shows its success rate, response times, failures in a row, last success and waiting events', async () => {
  await using at = await openScheduling();
  const { clock } = at.store.world;
  const { receiver, id } = await at.receive();
  const none = { attempts: 0, successRate: null, medianMs: null, p95Ms: null, lastSuccessAt: null, lastFailure: null };
  expect(await health(at)).toMatchObject({ id, state: 'active', beats: [], failuresInARow: 0, waiting: 0, ...none });
  await sendOrder(at);
  const arrivedMs = clock.now();
  await at.advance(MINUTE);
  receiver.answer(500);
  await sendOrder(at);
  await at.advance(5 * SECOND);
  await sendTest(at.store.ctx(), { id });
  await at.settle();
  expect(await health(at)).toMatchObject({
    state: 'failing',
    attempts: 4,
    successRate: 0.25,
    failuresInARow: 2,
    orMore: false,
    waiting: 1,
    lastSuccessAt: arrivedMs,
    lastFailure: { at: clock.now(), reason: 'status', httpCode: 500 },
  });
  expect((await health(at))?.beats.map(({ succeeded }) => succeeded)).toEqual([true, false, false, false]);
});

test('an endpoint’s failures are counted only since it was last resumed, even if the clock is set back', async () => {
  await using at = await openScheduling({ policy: { ...POLICY, suspendAfterMs: 0 } });
  const { world } = at.store;
  const { id } = await at.receive({ answer: 500 });
  for (let count = 0; count < 55; count += 1) await sendOrder(at);
  await awaitRetries(at, 3);
  expect(await health(at)).toMatchObject({ state: 'suspended', failuresInARow: 50, orMore: true });
  const before = (await health(at))?.attempts ?? 0;
  await resumeEndpoint(at.store.ctx(), { id });
  expect(await health(at)).toMatchObject({ state: 'active', failuresInARow: 0, orMore: false });
  world.clock.set(world.clock.now() - 2 * DAY);
  await sendOrder(at);
  const since = ((await health(at))?.attempts ?? 0) - before;
  expect(since).toBeWithin(1, 50);
  expect(await health(at)).toMatchObject({ failuresInARow: since, orMore: false });
});

test('an endpoint whose attempts got no answer has failures, and no response times', async () => {
  await using at = await openScheduling();
  const gone = startReceiver();
  await at.endpoint(gone.url);
  gone[Symbol.dispose]();
  await sendOrder(at);
  expect(await health(at)).toMatchObject({ attempts: 1, successRate: 0, medianMs: null, p95Ms: null });
});

test('the last success is shown even if it is older than the 50 shown attempts', async () => {
  await using at = await openScheduling();
  const { receiver } = await at.receive();
  await sendOrder(at);
  const arrivedMs = at.store.world.clock.now();
  await at.advance(SECOND);
  receiver.answer(500);
  await Promise.all(Array.from({ length: 60 }, () => makeOrder(at)));
  await at.settle();
  expect(await health(at)).toMatchObject({
    lastSuccessAt: arrivedMs,
    successRate: 0,
    failuresInARow: 50,
    orMore: true,
  });
  expect((await health(at))?.beats).toHaveLength(50);
});

test('an attempt in the list names its order, and an order’s latest attempt shows when the next one is due', async () => {
  await using at = await openScheduling();
  const { world } = at.store;
  const { id } = await at.receive({ answer: 500 });
  const order = await makeOrder(at, { requestKey: undefined, num: '<script>alert(1)</script>' });
  await at.settle();
  await at.advance(5 * SECOND);
  await sendTest(at.store.ctx(), { id });
  await at.settle();
  const expected = { id: order.id, num: '<script>alert(1)</script>' };
  expect(told(at, id)).toMatchObject([
    { kind: 'test', order: null, nextAt: null },
    { attempt: 2, order: expected, nextAt: world.clock.now() + 5 * MINUTE },
    { attempt: 1, order: expected, nextAt: null },
  ]);
});

test('an event at an endpoint is shown with its bytes, attempts and planned retries', async () => {
  await using at = await openScheduling();
  const { receiver, id } = await at.receive({ answer: 503 });
  await sendOrder(at);
  const [sent] = receiver.received;
  const eventId = sent?.id ?? '';
  const first = delivery(at, id, eventId);
  expect(first).toMatchObject({ state: 'pending', body: sent?.body ?? '', type: 'order.created' });
  const plannedMs = first?.ladder.at(-1)?.at;
  await awaitRetries(at);
  const last = delivery(at, id, eventId);
  expect(last?.state).toBe('failed');
  expect(last?.ladder.map(({ state }) => state)).toEqual(Array(8).fill('failed'));
  expect(last?.ladder.at(-1)?.at).toBe(plannedMs ?? 0);
  expect(last?.tries.map(({ attempt }) => attempt)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  expect(delivery(at, id, NOBODY)).toBeUndefined();
  expect(delivery(at, id, 'x')).toBeUndefined();
  expect(delivery(at, NOBODY, eventId)).toBeUndefined();
});

test('a signed request verifies with both secrets for 24 hours after a rotation', async () => {
  await using at = await openScheduling();
  const { storage, world } = at.store;
  // The library compares the time of the signature with the machine's clock.
  world.clock.set(Date.now());
  const { receiver, id, secret } = await at.receive();
  await sendOrder(at);
  const eventId = eventIdOf(receiver.received[0]?.body ?? '');
  const rotated = await rotateSecret({ ...at.store.ctx(), random: world.random }, id);
  const signed = await signRequest(at.store.ctx(), { id, eventId });
  if (signed === undefined) throw new Error('nothing was signed');
  const asSent = { headers: new Headers(signed.headers), body: signed.body };
  verify(secret, asSent);
  verify(rotated?.secret ?? '', asSent);
  expect(JSON.stringify(signed)).not.toContain('whsec_');
  expect(await signRequest(at.store.ctx(), { id, eventId: NOBODY })).toBeUndefined();
  const rows = storage.read.select().from(auditLog).where(eq(auditLog.subject, id)).all();
  expect(rows.filter(({ action }) => action === 'webhook_endpoint.event_signed')).toHaveLength(1);
});

test('a suspended endpoint is resumed only after a successful test or by force', async () => {
  await using at = await openScheduling({ policy: { ...POLICY, suspendAfterMs: 0 } });
  const { receiver, id } = await at.receive({ answer: 500 });
  const suspend = async (): Promise<void> => {
    receiver.answer(500);
    await sendOrder(at);
    await awaitRetries(at, 3);
    expect((await health(at))?.state).toBe('suspended');
  };
  const test = async (): Promise<string> => {
    const { eventId } = await sendTest(at.store.ctx(), { id });
    await at.settle();
    return eventId;
  };
  const resume = (afterTest?: string) => resumeEndpoint(at.store.ctx(), { id, afterTest });
  await suspend();
  const [ofOrder] = receiver.received;
  expect(await resume(await test())).toEqual({ wasSuspended: true, resumed: false });
  expect((await health(at))?.state).toBe('suspended');
  receiver.answer(200);
  // An invalid id, an unknown one, and the id of an order's event.
  for (const other of ['x', NOBODY, ofOrder?.id]) {
    expect(await resume(other)).toEqual({ wasSuspended: true, resumed: false });
  }
  expect(await resume(await test())).toEqual({ wasSuspended: true, resumed: true });
  expect((await health(at))?.state).toBe('active');
  await at.settle();
  await suspend();
  expect(await resume()).toEqual({ wasSuspended: true, resumed: true });
});
