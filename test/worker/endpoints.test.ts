import { expect, test } from 'bun:test';
import { eq, max } from 'drizzle-orm';
import { createOutbound } from '../../src/base/index.ts';
import {
  auditLog,
  deliveries,
  events,
  webhookAttempts,
  webhookEndpoints,
  webhookRequests,
} from '../../src/storage/index.ts';
import {
  addEndpoint,
  countMissed,
  EVENT_TYPES,
  listAttempts,
  listEndpoints,
  listToldAttempts,
  readDelivery,
  removeEndpoint,
  resendEvent,
  resendMissed,
  sendTest,
  sweepRemovedEndpoints,
  updateEndpoint,
} from '../../src/webhooks/index.ts';
import { startReceiver } from '../support/receiver.ts';
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
import { TEST_ACTOR } from '../support/store.ts';

/** The order id in sample events. No real order has this id. */
const NOTHING = '00000000-0000-0000-0000-000000000000';
const NOBODY = '01910000-0000-7000-8000-000000000000';

const anywhere = (at: Scheduling) =>
  createOutbound({ clock: at.store.world.clock, allowPrivate: true, timeoutMs: 15 * SECOND });

const orderOf = (body: string): string => JSON.parse(body).data.orderId;
const attemptsOf = (at: Scheduling, id: string) => listAttempts(at.store, id) ?? [];
const update = (at: Scheduling, id: string, patch: Omit<Parameters<typeof updateEndpoint>[1], 'id'>) =>
  updateEndpoint({ ...at.store.ctx(), outbound: anywhere(at) }, { id, ...patch });

test.each([
  ['the endpoint is off', (at: Scheduling, id: string, on: boolean) => update(at, id, { enabled: on })],
  ['webhooks are off', (at: Scheduling, _id: string, on: boolean) => setWorkspace(at, { webhooksEnabled: on })],
  [
    'the plan is below Pro',
    (at: Scheduling, _id: string, on: boolean) => setWorkspace(at, { plan: on ? 'pro' : 'free' }),
  ],
])(
  'new events are dropped while %s, and an event queued earlier waits until sending is possible again',
  async (_when, turn) => {
    await using at = await openScheduling();
    const { receiver, id } = await at.receive();
    receiver.answer(500);
    const { id: queued } = await sendOrder(at);
    receiver.answer(200);
    await turn(at, id, false);
    await makeOrder(at);
    await at.advance(3 * HOUR);
    expect(receiver.received).toHaveLength(1);
    await turn(at, id, true);
    await at.settle();
    expect(receiver.received.map((one) => orderOf(one.body))).toEqual([queued, queued]);
    const [kept] = listEndpoints(at.store.storage, at.store.workspace);
    expect(kept).toMatchObject({ id, events: ['order.created'], enabled: true });
  },
);

test('waiting events go to the endpoint’s current URL', async () => {
  await using at = await openScheduling();
  using old = startReceiver();
  using moved = startReceiver();
  old.answer(500);
  const { id } = await at.endpoint(old.url);
  await sendOrder(at);
  await update(at, id, { url: moved.url });
  await at.advance(5 * SECOND);
  expect([old.received.length, moved.received.length]).toEqual([1, 1]);
  expect(moved.received[0]?.body).toBe(old.received[0]?.body ?? '');
});

test('an endpoint gets no event of a type that it has not selected', async () => {
  await using at = await openScheduling();
  const { receiver } = await at.receive({ events: ['order.deleted'] });
  await sendOrder(at);
  expect(receiver.received).toEqual([]);
});

test('a test event reaches a switched-off endpoint and does not affect its health', async () => {
  await using at = await openScheduling();
  const { receiver, id } = await at.receive({ answer: 500, events: ['order.deleted'] });
  await update(at, id, { enabled: false });
  await sendTest(at.store.ctx(), { id });
  await at.advance(40 * DAY);
  expect(receiver.received.map((one) => one.type)).toEqual(['webhook.test']);
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'webhook.test', data: {} });
  expect(attemptsOf(at, id)).toMatchObject([{ kind: 'test', attempt: 0, status: 'failed', httpCode: 500 }]);
  const [endpoint] = listEndpoints(at.store.storage, at.store.workspace);
  expect(endpoint?.failingSince).toBeNull();
});

test('a sample event of each type is sent immediately, only to the chosen endpoint, and is never retried', async () => {
  await using at = await openScheduling();
  const { storage } = at.store;
  const { receiver, id } = await at.receive({ answer: 500, events: ['order.deleted'] });
  const { receiver: other, ...beside } = await at.receive({ events: [...EVENT_TYPES] });
  await update(at, id, { enabled: false });
  for (const event of EVENT_TYPES) await sendTest(at.store.ctx(), { id, event });
  await at.advance(40 * DAY);
  expect(receiver.received.map(({ type }) => type).toSorted()).toEqual(EVENT_TYPES.toSorted());
  expect(new Set(receiver.received.map((one) => one.id)).size).toBe(EVENT_TYPES.length);
  for (const one of receiver.received) {
    expect(one.headers.get('webhook-signature')).toMatch(/^v1,/);
    expect(one.headers.get('webhook-id')).toBe(one.id);
    const { type, data } = JSON.parse(one.body);
    expect([type, data.orderId, data.orderNumber]).toEqual([one.type, NOTHING, 'sample']);
    if (type === 'order.payment.created') expect(data.payment.paymentId).toBe(NOTHING);
  }
  const history = attemptsOf(at, id);
  expect(history.map(({ type }) => type).toSorted()).toEqual(EVENT_TYPES.toSorted());
  for (const one of history) expect(one).toMatchObject({ kind: 'test', attempt: 0, status: 'failed' });
  expect(listToldAttempts(at.store, id)?.map(({ order }) => order)).toEqual(EVENT_TYPES.map(() => null));
  // A test event is not a real event: no other endpoint gets it, and none has missed it.
  expect(other.received).toEqual([]);
  for (const one of [id, beside.id]) {
    expect(await countMissed(at.store, { id: one, sinceMs: 0 })).toEqual({ failed: 0, missed: 0 });
  }
  const { seq } = storage.read
    .select({ seq: max(events.seq) })
    .from(events)
    .get() ?? { seq: null };
  expect(seq).toBe(EVENT_TYPES.length);
  receiver.answer(200);
  const [first] = receiver.received;
  await resendEvent(at.store.ctx(), { id, eventId: first?.id ?? '' });
  await at.settle();
  expect(receiver.received.at(-1)?.body).toBe(first?.body ?? '');
});

test('a successful resend ends the delivery, and a failed resend does not change the delivery’s schedule', async () => {
  await using at = await openScheduling();
  const { clock } = at.store.world;
  const { receiver, id } = await at.receive({ answer: 500 });
  const startMs = clock.now();
  await sendOrder(at);
  await at.advance(5 * SECOND);
  const eventId = receiver.received[0]?.id ?? '';
  const resend = () => resendEvent(at.store.ctx(), { id, eventId });
  await at.advance(MINUTE);
  await resend();
  await at.settle();
  await at.advance(4 * MINUTE);
  expect(receiver.received.map(({ atMs }) => atMs - startMs)).toEqual([
    0,
    5 * SECOND,
    5 * SECOND + MINUTE,
    5 * SECOND + 5 * MINUTE,
  ]);
  receiver.answer(200);
  await resend();
  await at.settle();
  await at.advance(3 * DAY);
  expect(receiver.received).toHaveLength(5);
  expect(new Set(receiver.received.map((one) => one.body)).size).toBe(1);
  expect(attemptsOf(at, id).map(({ kind, attempt, status }) => `${kind} ${attempt} ${status}`)).toEqual([
    'resend 0 succeeded',
    'scheduled 3 failed',
    'resend 0 failed',
    'scheduled 2 failed',
    'scheduled 1 failed',
  ]);
});

test('an event is resent at most twenty times an hour, and its page lists at most fifty attempts', async () => {
  await using at = await openScheduling();
  const { storage, workspace, world } = at.store;
  const { receiver, id } = await at.receive({ answer: 500 });
  await makeOrder(at);
  await at.settle();
  const eventId = receiver.received[0]?.id ?? '';
  const resend = () => resendEvent(at.store.ctx(), { id, eventId });
  for (const _ of [1, 2, 3]) {
    for (let sent = 0; sent < 20; sent += 1) {
      await resend();
      if (sent < 15) await at.settle();
    }
    await expect(resend()).rejects.toMatchObject({ refusal: { rule: 'resends', most: 20, minutes: 60 } });
    await at.settle();
    await at.advance(HOUR);
  }
  const read = { storage, workspace, policy: POLICY, nowMs: world.clock.now() };
  const delivery = readDelivery(read, { id, eventId });
  expect(delivery?.tries).toHaveLength(50);
  // The first scheduled attempt is older than the fifty tries that are shown.
  expect(delivery?.ladder[0]).toMatchObject({ state: 'failed', httpCode: 500 });
});

test('an unknown event or endpoint is not_found', async () => {
  await using at = await openScheduling();
  const { id } = await at.endpoint('http://127.0.0.1:9/');
  const ctx = at.store.ctx();
  for (const send of [
    () => resendEvent(ctx, { id, eventId: NOBODY }),
    () => resendEvent(ctx, { id, eventId: 'x' }),
    () => sendTest(ctx, { id: NOBODY }),
    () => resendMissed(ctx, { id: NOBODY, sinceMs: 0 }),
  ])
    await expect(send()).rejects.toMatchObject({ kind: 'not_found' });
});

test('a test event is sent without delay while many sends wait for another endpoint, which hangs', async () => {
  await using at = await openScheduling();
  const { receiver: hanging, ...stuck } = await at.receive({ events: ['order.deleted'] });
  const answer = Promise.withResolvers<Response>();
  hanging.answer(() => answer.promise);
  const { receiver, ...other } = await at.receive({ events: ['order.deleted'] });
  const ctx = at.store.ctx();
  await sendTest(ctx, { id: stuck.id });
  await at.store.storage.write((tx) => {
    const [asked] = tx.db.select().from(webhookRequests).all();
    if (asked === undefined) throw new Error('nothing was asked');
    const { seq: _, ...again } = asked;
    for (let n = 0; n < 1_200; n += 1) tx.db.insert(webhookRequests).values(again).run();
  });
  at.scheduler.pass();
  await hanging.count(1);
  await expect(sendTest(ctx, { id: stuck.id })).rejects.toThrow('20 waiting sends');
  // If the endpoints shared one queue in memory, these passes would fill it with requests for the hanging endpoint.
  for (let n = 0; n < 50; n += 1) at.scheduler.pass();
  await sendTest(ctx, { id: other.id });
  at.scheduler.pass();
  await receiver.count(1);
  expect(receiver.received.map(({ type }) => type)).toEqual(['webhook.test']);
  answer.resolve(new Response());
});

test('only failed and missed events since a given time are resent', async () => {
  await using at = await openScheduling();
  const { world } = at.store;
  // This event is older than the endpoint, which therefore never missed it.
  await makeOrder(at);
  world.clock.advance(SECOND);
  const { receiver, id } = await at.receive();
  const { id: early } = await sendOrder(at);
  receiver.answer(500);
  const { id: old } = await sendOrder(at);
  await awaitRetries(at, 6);
  const sinceMs = world.clock.now();
  const { id: failed } = await sendOrder(at);
  await awaitRetries(at);
  const { id: waiting } = await sendOrder(at);
  await setWorkspace(at, { webhooksEnabled: false });
  const { id: missed } = await makeOrder(at);
  await setWorkspace(at, { webhooksEnabled: true });
  receiver.answer(200);
  const before = receiver.received.length;
  expect(await resendMissed(at.store.ctx(), { id, sinceMs })).toEqual({
    failed: 1,
    missed: 1,
  });
  await at.settle();
  const sent = receiver.received.slice(before).map((one) => orderOf(one.body));
  expect(sent.toSorted()).toEqual([failed, missed].toSorted());
  expect(await resendMissed(at.store.ctx(), { id, sinceMs })).toEqual({
    failed: 0,
    missed: 0,
  });
  await at.advance(5 * SECOND);
  expect(receiver.received.slice(before).map((one) => orderOf(one.body))).toContain(waiting);
  // With `sinceMs: 0`, the resend also includes `old`, which has failed for good. It does not include `early`, because
  // that event arrived.
  expect(await resendMissed(at.store.ctx(), { id, sinceMs: 0 })).toEqual({
    failed: 1,
    missed: 0,
  });
  await at.settle();
  expect(orderOf(receiver.received.at(-1)?.body ?? '')).toBe(old);
  expect(receiver.received.filter((one) => orderOf(one.body) === early)).toHaveLength(1);
});

test('thousands of missed events are resent, each exactly once', async () => {
  await using at = await openScheduling();
  const { receiver, id } = await at.receive();
  await setWorkspace(at, { webhooksEnabled: false });
  await Promise.all(Array.from({ length: 1_200 }, () => makeOrder(at)));
  await setWorkspace(at, { webhooksEnabled: true });
  expect(await resendMissed(at.store.ctx(), { id, sinceMs: 0 })).toEqual({
    failed: 0,
    missed: 1_200,
  });
  await at.settle();
  expect(receiver.received).toHaveLength(1_200);
  expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1_200);
});

test('a removed endpoint receives nothing more, and its history is deleted with it', async () => {
  await using at = await openScheduling();
  const { storage } = at.store;
  const { receiver, id } = await at.receive({ answer: 500 });
  await Promise.all(Array.from({ length: 600 }, () => makeOrder(at)));
  await at.settle();
  expect(receiver.received).toHaveLength(600);
  expect(await removeEndpoint(at.store.ctx(), id)).toBe(true);
  await at.advance(40 * DAY);
  expect(receiver.received).toHaveLength(600);
  for (const table of [deliveries, webhookAttempts, webhookRequests, webhookEndpoints]) {
    expect(storage.read.select().from(table).all()).toEqual([]);
  }
  expect(await removeEndpoint(at.store.ctx(), id)).toBe(false);
  const actions = storage.read.select().from(auditLog).where(eq(auditLog.subject, id)).all();
  expect(actions.map((row) => row.action)).toEqual(['webhook_endpoint.added', 'webhook_endpoint.removed']);
});

test('an endpoint removed while it answers leaves no attempt behind', async () => {
  await using at = await openScheduling();
  const { storage } = at.store;
  const { receiver, id } = await at.receive();
  const answer = Promise.withResolvers<Response>();
  receiver.answer(() => answer.promise);
  await makeOrder(at);
  at.scheduler.pass();
  await receiver.count(1);
  await removeEndpoint(at.store.ctx(), id);
  answer.resolve(new Response());
  await at.settle();
  expect(storage.read.select().from(webhookAttempts).all()).toEqual([]);
});

test('an interrupted removal of an endpoint is finished at the next start', async () => {
  await using at = await openScheduling();
  const { storage } = at.store;
  await at.endpoint('http://127.0.0.1:9/');
  await sendOrder(at);
  await storage.write((tx) => {
    tx.db.update(webhookEndpoints).set({ removedAt: tx.now }).run();
  });
  expect(listEndpoints(storage, at.store.workspace)).toEqual([]);
  await sweepRemovedEndpoints(storage);
  for (const table of [deliveries, webhookAttempts, webhookEndpoints]) {
    expect(storage.read.select().from(table).all()).toEqual([]);
  }
});

test.each([
  ['http://hooks.example.com/', 'must begin with https://'],
  ['https://user:pass@hooks.example.com/', 'must not contain a user name or password'],
  ['https://2130706433/', 'must be a public address, which 127.0.0.1 is not (loopback)'],
  ['https://[::ffff:10.0.0.1]/', 'must be a public address, which ::ffff:a00:1 is not (IPv4-mapped)'],
  ['https://localhost./', 'must be a public address, which localhost is not (special-use name)'],
  ['https://intern.example.com/', 'must be a public address, but intern.example.com leads to 10.1.2.3 (private)'],
  ['nonsense', 'must be an absolute address of at most 2048 characters'],
])('the URL %s is refused with a reason', async (url, words) => {
  await using at = await openScheduling();
  const { storage, world, workspace } = at.store;
  const resolve = async (name: string) => [name === 'intern.example.com' ? '10.1.2.3' : '93.184.216.34'];
  const outbound = createOutbound({ clock: world.clock, allowPrivate: false, timeoutMs: 15 * SECOND, resolve });
  const deps = { random: world.random, outbound };
  const add = (text: string) =>
    addEndpoint({ storage, ...deps, workspace, actor: TEST_ACTOR }, { url: text, events: ['order.created'] });
  await expect(add(url)).rejects.toMatchObject({ kind: 'validation_failed', message: `url: ${words}` });
  const good = await add('https://hooks.example.com/docket');
  expect(good.warning).toBeNull();
  const patch = updateEndpoint({ storage, outbound, workspace, actor: TEST_ACTOR }, { id: good.id, url });
  await expect(patch).rejects.toMatchObject({ kind: 'validation_failed' });
});

test('a new endpoint gets an internal number of its own and no data of a removed endpoint', async () => {
  await using at = await openScheduling({ timeoutMs: 15 * SECOND });
  const { storage, workspace, world } = at.store;
  const { receiver: hanging, ...removed } = await at.receive();
  const answer = Promise.withResolvers<Response>();
  hanging.answer(() => answer.promise);
  for (let made = 0; made < 3; made += 1) await makeOrder(at);
  at.scheduler.pass();
  // An endpoint without a success has at most two unrecorded attempts; the third attempt waits.
  await hanging.count(2);
  const numberOf = (id: string) =>
    storage.read.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).get()?.seq ?? 0;
  const numberBefore = numberOf(removed.id);
  await removeEndpoint(at.store.ctx(), removed.id);

  const { receiver, id } = await at.receive();
  expect(numberOf(id)).toBeGreaterThan(numberBefore);
  const { id: order } = await makeOrder(at);
  at.scheduler.pass();
  // The event arrives while both attempts at the removed endpoint are still under way.
  await receiver.count(1);
  answer.resolve(new Response('', { status: 500 }));
  await at.settle();
  world.clock.advance(DAY);
  await at.settle();
  expect(receiver.received.map((one) => orderOf(one.body))).toEqual([order]);
  expect(attemptsOf(at, id)).toMatchObject([{ attempt: 1, status: 'succeeded' }]);
  expect(listEndpoints(storage, workspace)).toMatchObject([{ id, state: 'active', failingSince: null }]);
  expect(hanging.received).toHaveLength(2);
});
