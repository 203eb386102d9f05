import { expect, test } from 'bun:test';
import { createOutbound, nextTurn, type Outbound, systemClock } from '../../src/base/index.ts';
import type { OutboundResult } from '../../src/base/net/outbound.ts';
import { sendTest, settleAttempts } from '../../src/webhooks/index.ts';
import { EndpointQueue } from '../../src/worker/endpoint-queue.ts';
import { addEndpoints } from '../support/endpoints.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { makeOrder, openScheduling, POLICY, type Scheduling, SECOND, sendOrder } from '../support/scheduling.ts';

const HANGING = 200;

function hang(receiver: Receiver): () => void {
  const released = Promise.withResolvers<void>();
  receiver.answer(() => released.promise.then(() => new Response()));
  return released.resolve;
}

/** Adds more endpoints than the limit allows. A workspace may have them from the time before the limit existed. */
const addAll = (at: Scheduling, crowd: Receiver, last: Receiver): void =>
  addEndpoints(at.store.dataDir, [...Array.from({ length: HANGING }, () => crowd.url), last.url]);

/**
 * Makes an event for each endpoint, and records the outcomes of an earlier thread. All endpoints but the last one hung.
 */
async function liveThroughOnce(at: Scheduling): Promise<void> {
  await makeOrder(at);
  const outcomes = Array.from({ length: HANGING + 1 }, (_, before) => ({
    endpointSeq: before + 1,
    eventSeq: 1,
    kind: 'scheduled' as const,
    attempt: 1,
    requestSeq: null,
    ...(before < HANGING ? { reason: 'timeout' as const, httpCode: null } : { reason: null, httpCode: 200 }),
    response: null,
    durationMs: before < HANGING ? 15 * SECOND : 5,
    at: at.store.world.clock.now(),
  }));
  await at.store.storage.write((tx) => settleAttempts(tx, POLICY, { publicUrl: null }, outcomes));
}

test('a working endpoint does not wait for 200 hanging ones of its workspace after a restart', async () => {
  await using at = await openScheduling();
  using crowd = startReceiver();
  using good = startReceiver();
  const release = hang(crowd);
  addAll(at, crowd, good);
  await liveThroughOnce(at);
  at.restart();
  const before = crowd.received.length;
  at.store.world.clock.advance(5 * SECOND);
  await makeOrder(at);
  at.scheduler.pass();
  await good.count(1);
  // More and more events of the hanging endpoints become due, and still no other event waits for them.
  for (let order = 2; order <= 5; order += 1) {
    at.store.world.clock.advance(5 * SECOND);
    await makeOrder(at);
    at.scheduler.pass();
    await good.count(order);
  }
  expect(crowd.received.length - before).toBeLessThanOrEqual(60);
  release();
});

/** Ends each attempt with `result` after `before`. */
function ending(result: Pick<OutboundResult, 'reason' | 'httpCode'>, before: () => void | Promise<void>): Outbound {
  const post: Outbound['post'] = async () => {
    await before();
    return { ...result, response: null, durationMs: 1 };
  };
  return Object.assign(createOutbound({ clock: systemClock, allowPrivate: true, timeoutMs: SECOND }), { post });
}

test('an endpoint that refuses connections begins no attempt while a quarter of the room for unrecorded outcomes is taken', async () => {
  let [posts, isFull] = [0, false];
  const outbound = ending({ reason: 'connection_refused', httpCode: null }, () => {
    posts += 1;
  });
  const beforeSettle = (): void => {
    if (isFull) throw new Error('the disk is full');
  };
  await using at = await openScheduling({ outbound, beforeSettle });
  await at.endpoint('http://127.0.0.1:9/');
  await sendOrder(at);
  [posts, isFull] = [0, true];
  await Promise.all(Array.from({ length: 600 }, () => makeOrder(at)));
  for (let pass = 0; pass < 200; pass += 1) {
    at.scheduler.pass();
    await nextTurn(at.store.workspace.seq);
  }
  // Four attempts begin at a time, and none begins while more than 500 outcomes are unrecorded.
  expect(posts).toBe(504);
  isFull = false;
});

test('while many outcomes are unrecorded, a failing endpoint still begins four attempts of its own', () => {
  const queue = new EndpointQueue(1, 1);
  queue.lastFailed = true;
  for (let held = 0; held < 4; held += 1) {
    expect(queue.mayHold(true)).toBe(true);
    queue.begun();
  }
  expect([queue.mayHold(true), queue.mayHold(false)]).toEqual([false, true]);
});

test('four hanging test events do not delay the other events of their endpoint', async () => {
  const held = Promise.withResolvers<void>();
  let [posts, hangs] = [0, false];
  const outbound = ending({ reason: null, httpCode: 200 }, async () => {
    posts += 1;
    if (hangs) await held.promise;
  });
  await using at = await openScheduling({ outbound });
  const { id } = await at.endpoint('http://127.0.0.1:9/');
  await sendOrder(at);
  [posts, hangs] = [0, true];
  for (let count = 0; count < 4; count += 1) await sendTest(at.store.ctx(), { id });
  at.scheduler.pass();
  expect(posts).toBe(4);
  await makeOrder(at);
  at.scheduler.pass();
  expect(posts).toBe(5);
  held.resolve();
});
