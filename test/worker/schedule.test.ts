import { expect, test } from 'bun:test';
import { listMails, queueMail } from '../../src/mail/index.ts';
import { deleteOrder, updateOrder } from '../../src/orders/index.ts';
import { installation, mails } from '../../src/storage/index.ts';
import { listAttempts, listEndpoints, resendEvent, resumeEndpoint, settleAttempts } from '../../src/webhooks/index.ts';
import { openAccess } from '../../src/workspaces/index.ts';
import {
  awaitRetries,
  DAY,
  failFour,
  HOUR,
  MINUTE,
  makeOrder,
  openScheduling,
  POLICY,
  type Scheduling,
  SECOND,
  sendOrder,
} from '../support/scheduling.ts';
import { rowsOf, TEST_ACTOR } from '../support/store.ts';

function kindsOfMails(at: Scheduling): string[] {
  return rowsOf(at.store.storage, mails).map((mail) => mail.kind);
}

function stateOf(at: Scheduling): string | undefined {
  return listEndpoints(at.store.storage, at.store.workspace)[0]?.state;
}

const AFTER_EACH = [0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

test('an endpoint that always fails gets eight attempts at their exact times, then none', async () => {
  await using at = await openScheduling();
  const { clock } = at.store.world;
  const { receiver, id } = await at.receive({ answer: 500 });
  const startMs = clock.now();
  await sendOrder(at);
  for (const pauseMs of AFTER_EACH.slice(1)) {
    const before = receiver.received.length;
    await at.advance(pauseMs - 1);
    expect(receiver.received).toHaveLength(before);
    await at.advance(1);
    expect(receiver.received).toHaveLength(before + 1);
  }
  await at.advance(40 * DAY);
  expect(receiver.received).toHaveLength(8);

  let elapsedMs = 0;
  const times = AFTER_EACH.map((pauseMs) => (elapsedMs += pauseMs));
  expect(receiver.received.map(({ atMs }) => atMs - startMs)).toEqual(times);
  // All attempts together take some 27 h 35 min (seed, Events, rule 5).
  expect(elapsedMs).toBe(27 * HOUR + 35 * MINUTE + 5 * SECOND);
  expect(new Set(receiver.received.map((one) => one.body)).size).toBe(1);
  expect(new Set(receiver.received.map((one) => one.headers.get('webhook-id'))).size).toBe(1);
  const stamps = receiver.received.map((one) => Number(one.headers.get('webhook-timestamp')));
  expect(stamps).toEqual(times.map((ms) => Math.floor((startMs + ms) / 1000)));

  const history = listAttempts(at.store, id) ?? [];
  expect(history.map(({ attempt, status, httpCode }) => [attempt, status, httpCode])).toEqual(
    [8, 7, 6, 5, 4, 3, 2, 1].map((attempt) => [attempt, 'failed', 500]),
  );
  expect(history[0]).toMatchObject({ reason: 'status', response: 'answer 500', type: 'order.created' });
});

test('the owner is warned once at the fourth failure, and not again within 24 hours', async () => {
  await using at = await openScheduling();
  const { receiver } = await at.receive({ answer: 503 });
  await sendOrder(at);
  await awaitRetries(at, 2);
  expect(kindsOfMails(at)).toEqual([]);
  await at.advance(30 * MINUTE);
  expect(receiver.received).toHaveLength(4);
  expect(kindsOfMails(at)).toEqual(['webhook_warning']);
  // Other events fail their fourth attempt as well, hour by hour.
  for (let hour = 0; hour < 23; hour += 1) {
    await failFour(at);
    await at.advance(24 * MINUTE + 55 * SECOND);
  }
  expect(kindsOfMails(at)).toEqual(['webhook_warning']);
  await at.advance(2 * HOUR);
  await failFour(at);
  expect(kindsOfMails(at)).toEqual(['webhook_warning', 'webhook_warning']);
});

test.each([
  [POLICY, '8 times over about 27 hours'],
  [{ ...POLICY, scheduleMs: [SECOND, MINUTE] }, '3 times over about 2 minutes'],
])(
  'the mail that warns of failed webhooks states the configured number and duration of retries: %#',
  async (policy, told) => {
    await using at = await openScheduling({ policy: { ...policy, warnAfter: 1 } });
    await at.receive({ answer: 503 });
    await sendOrder(at);
    const [mail] = at.store.storage.read.select().from(mails).all();
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(`up to ${told}.`);
  },
);

test('an endpoint is suspended after five days without success and gets nothing more', async () => {
  await using at = await openScheduling();
  const { receiver, id } = await at.receive({ answer: 500 });
  await failFour(at);
  await at.advance(4 * DAY);
  await failFour(at);
  expect(stateOf(at)).toBe('failing');
  await at.advance(DAY - 2 * HOUR);
  expect(stateOf(at)).toBe('failing');
  // Five days of failures have now passed. A failed first attempt does not suspend the endpoint, but a failed eighth
  // attempt does.
  await at.advance(2 * HOUR);
  await sendOrder(at);
  expect(stateOf(at)).toBe('failing');
  await at.advance(4 * HOUR);
  expect(stateOf(at)).toBe('suspended');
  const told = kindsOfMails(at);
  expect(told.filter((kind) => kind === 'webhook_suspended')).toHaveLength(1);
  expect(told.at(-1)).toBe('webhook_suspended');

  const before = receiver.received.length;
  const meanwhile = await makeOrder(at);
  await at.advance(3 * DAY);
  expect(receiver.received).toHaveLength(before);

  receiver.answer(200);
  const resumed = await resumeEndpoint(at.store.ctx(), { id });
  expect(resumed).toEqual({ wasSuspended: true, resumed: true });
  await at.settle();
  // The waiting events are sent now, each only once. The order made during the suspension is not sent.
  const sent = receiver.received.slice(before).map((one) => one.id);
  expect(sent.length).toBeGreaterThan(0);
  expect(new Set(sent).size).toBe(sent.length);
  expect(receiver.received.filter(({ body }) => body.includes(meanwhile.id))).toEqual([]);
  expect(stateOf(at)).toBe('active');
});

test('an event that fell due during a stop is sent once after the start', async () => {
  await using at = await openScheduling();
  const { receiver } = await at.receive({ answer: 500 });
  await sendOrder(at);
  await at.scheduler.stop(0);
  at.store.world.clock.advance(9 * HOUR);
  at.restart();
  await at.settle();
  expect(receiver.received).toHaveLength(2);
  // The next pause begins when the late attempt fails, not when that attempt was due.
  await at.advance(5 * MINUTE - 1);
  expect(receiver.received).toHaveLength(2);
  await at.advance(1);
  expect(receiver.received).toHaveLength(3);
});

test('waiting events are not delayed when the clock is set back by hours', async () => {
  await using at = await openScheduling();
  const { clock } = at.store.world;
  const { receiver } = await at.receive({ answer: 500 });
  await sendOrder(at);
  await at.advance(5 * SECOND);
  expect(receiver.received).toHaveLength(2);
  clock.set(clock.now() - 3 * HOUR);
  await at.settle();
  await at.advance(5 * MINUTE - 1);
  expect(receiver.received).toHaveLength(2);
  await at.advance(1);
  expect(receiver.received).toHaveLength(3);
  await sendOrder(at);
  expect(receiver.received).toHaveLength(4);
});

test('a retry waits no longer than its planned pause if the clock is set back while the scheduler is stopped', async () => {
  await using at = await openScheduling();
  const { clock } = at.store.world;
  const { receiver } = await at.receive({ answer: 500 });
  await sendOrder(at);
  await at.advance(5 * SECOND);
  await at.scheduler.stop(0);
  clock.set(clock.now() - 30 * DAY);
  at.restart();
  await at.settle();
  expect(receiver.received).toHaveLength(2);
  await at.advance(5 * MINUTE);
  expect(receiver.received).toHaveLength(3);
});

test('due events are sent once and immediately when the clock leaps forward', async () => {
  await using at = await openScheduling();
  const { clock } = at.store.world;
  const { receiver } = await at.receive({ answer: 500 });
  await sendOrder(at);
  clock.set(clock.now() + 6 * HOUR);
  await at.settle();
  expect(receiver.received).toHaveLength(2);
});

const timedOut = ({ store }: Scheduling, attempt: number) => {
  const what = { endpointSeq: 1, eventSeq: 1, kind: 'scheduled', attempt, requestSeq: null } as const;
  const how = { reason: 'timeout', httpCode: null, response: null, durationMs: 5 } as const;
  return { ...what, ...how, at: store.world.clock.now() };
};

test('an attempt’s outcome that is reported twice counts once', async () => {
  await using at = await openScheduling();
  const { id } = await at.receive();
  await sendOrder(at);
  const outcome = timedOut(at, 1);
  await at.store.storage.write((tx) => settleAttempts(tx, POLICY, { publicUrl: null }, [outcome, outcome]));
  expect(listAttempts(at.store, id)).toHaveLength(1);
  expect(stateOf(at)).toBe('active');
});

test('an attempt’s outcome that arrives after a manual delivery of the event is ignored', async () => {
  await using at = await openScheduling();
  const { storage } = at.store;
  const { receiver, id } = await at.receive({ answer: 500 });
  await sendOrder(at);
  receiver.answer(200);
  await resendEvent(at.store.ctx(), { id, eventId: receiver.received[0]?.id ?? '' });
  await at.settle();
  const late = timedOut(at, 2);
  await storage.write((tx) => settleAttempts(tx, POLICY, { publicUrl: null }, [late]));
  expect(listAttempts(at.store, id)).toHaveLength(2);
  await at.advance(DAY);
  expect(receiver.received).toHaveLength(2);
});

test('the events of one order are sent in sequence without delaying other orders', async () => {
  await using at = await openScheduling();
  const { receiver } = await at.receive({ events: ['order.created', 'order.updated', 'order.deleted'] });
  const first = Promise.withResolvers<Response>();
  receiver.answer(({ type }) => (type === 'order.created' ? first.promise : new Response()));
  const order = await makeOrder(at);
  await updateOrder(at.store.ctx(), { id: order.id, data: { platform: 'till' } });
  await deleteOrder(at.store.ctx(), { id: order.id });
  at.scheduler.pass();
  await receiver.count(1);
  const other = await makeOrder(at);
  await receiver.count(2);
  const orderOf = (text: string): string => JSON.parse(text).data.orderId;
  expect(receiver.received.map((one) => [one.type, orderOf(one.body)])).toEqual([
    ['order.created', order.id],
    ['order.created', other.id],
  ]);
  first.resolve(new Response('', { status: 500 }));
  await at.settle();
  const own = receiver.received.filter((one) => orderOf(one.body) === order.id).map((one) => one.type);
  expect(own).toEqual(['order.created', 'order.updated', 'order.deleted']);
});

test('no webhook or mail is sent while access is blocked after a restore', async () => {
  await using at = await openScheduling();
  const { storage, workspace } = at.store;
  await storage.write((tx) => void tx.db.update(installation).set({ accessHeldAt: tx.now }).run());
  at.restart();
  const { receiver } = await at.receive();
  await makeOrder(at);
  const mail = { workspaceSeq: workspace.seq, kind: 'restored', recipient: '' } as const;
  await storage.write((tx) => queueMail(tx, { ...mail, worded: { subject: '', text: '', html: '' } }));
  await at.advance(HOUR);
  const states = () => listMails(storage, workspace.seq).map(({ state }) => state);
  expect([receiver.received.length, states()]).toEqual([0, ['pending']]);
  expect(await openAccess({ storage, actor: TEST_ACTOR })).toBe(true);
  await at.advance(HOUR);
  expect([receiver.received.length, states()]).toEqual([1, ['logged']]);
});
