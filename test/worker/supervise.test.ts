import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { type Log, silentLog } from '../../src/base/index.ts';
import { clockSteps } from '../../src/storage/index.ts';
import { addEndpoint, listAttempts } from '../../src/webhooks/index.ts';
import { SchedulerThread } from '../../src/worker/index.ts';
import { updateWorkspace } from '../../src/workspaces/index.ts';
import { startReceiver } from '../support/receiver.ts';
import { POLICY } from '../support/scheduling.ts';
import { addInquiry, addOrder, openTestStore, type TestStore } from '../support/store.ts';
import { until } from '../support/until.ts';

const MAIL = `INSERT INTO mails (id, kind, recipient, subject, text, html, state, attempts, due_at, created_at)
  VALUES (?, 'test', 'anna@example.com', 'Hello', 'Hello', '', 'pending', 0, 0, 0)`;
const DYING = new URL('../support/dying.worker.ts', import.meta.url).href;

function supervise(
  store: TestStore,
  spawn: (() => Worker) | undefined,
  needs: { readonly isNeeded?: () => boolean } = { isNeeded: () => true },
) {
  const lines: string[] = [];
  const log: Log = { ...silentLog, error: (message) => void lines.push(message) };
  const thread = new SchedulerThread({
    storage: store.storage,
    clock: store.world.clock,
    log,
    settings: {
      databasePath: store.storage.path,
      policy: POLICY,
      timeoutMs: 15_000,
      allowPrivate: true,
      givenMail: { smtpUrl: undefined, from: undefined },
    },
    telling: { publicUrl: null },
    ...needs,
    ...(spawn === undefined ? {} : { spawn }),
  });
  return { thread, lines };
}

async function addReceiver(store: TestStore, url: string): Promise<string> {
  const outbound = { check: async () => ({ url, problem: null }) };
  const input = { url, events: ['order.created' as const] };
  const { id } = await addEndpoint({ ...store.ctx(), random: store.world.random, outbound }, input);
  return id;
}

test('a scheduler thread that died is restarted and logged, and waiting events are sent', async () => {
  await using store = await openTestStore();
  using receiver = startReceiver();
  const real = new URL('../../src/worker/scheduler.worker.ts', import.meta.url).href;
  let spawned = 0;
  const { thread, lines } = supervise(store, () => {
    spawned += 1;
    return new Worker(spawned === 1 ? DYING : real);
  });
  const id = await addReceiver(store, receiver.url);
  thread.start();
  await addOrder(store.ctx());
  await receiver.count(1);
  await until('the attempt', () => listAttempts(store, id)?.length === 1);
  expect(spawned).toBe(2);
  expect(lines).toEqual([
    'the scheduler thread failed',
    'the scheduler thread has died and is started again; nothing is lost',
  ]);
  await thread.stop(100);
});

test('a silent scheduler thread is reported, but not in its first ten seconds', async () => {
  await using store = await openTestStore();
  const { thread } = supervise(store, () => new Worker(DYING));
  thread.start();
  expect(thread.trouble()).toBeUndefined();
  store.world.clock.advance(9_999);
  expect(thread.trouble()).toBeUndefined();
  store.world.clock.advance(60_001);
  expect(thread.trouble()).toMatch(/^The scheduler has not polled for \d+ seconds; webhooks and mails wait\.$/);
  await thread.stop(1);
});

test('a scheduler thread that is silent for a minute is replaced', async () => {
  await using store = await openTestStore();
  let spawned = 0;
  const { thread, lines } = supervise(store, () => {
    spawned += 1;
    return new Worker('data:text/javascript,self.onmessage = () => undefined;');
  });
  thread.start();
  store.world.clock.advance(59_999);
  thread.endIfStuck();
  expect(lines).toEqual([]);
  store.world.clock.advance(1);
  thread.endIfStuck();
  await until('the second thread', () => spawned === 2);
  expect(lines[0]).toBe('the scheduler thread is stuck and is ended');
  await thread.stop(1);
});

test('the scheduler thread gets no notifications that only pages need', async () => {
  await using store = await openTestStore();
  const echo = `onmessage = ({ data }) => postMessage({ kind: 'log', level: 'error', message: JSON.stringify(data), fields: {}, cause: '' })`;
  const { thread, lines } = supervise(store, () => new Worker(URL.createObjectURL(new Blob([echo]))));
  thread.start();
  await addInquiry(store.ctx());
  await updateWorkspace(store.ctx(), { name: 'Other' });
  await until('the news', () => lines.length > 0);
  expect(lines).toEqual([JSON.stringify({ kind: 'news', news: [['workspaces', [store.workspace.seq]]] })]);
  await thread.stop(0);
});

function superviseIdle(store: TestStore) {
  const spawned: Worker[] = [];
  const supervised = supervise(
    store,
    () => {
      const silent = new Worker('data:text/javascript,self.onmessage = () => undefined;');
      spawned.push(silent);
      return silent;
    },
    {},
  );
  return { ...supervised, spawned };
}

test('a shop without endpoints and mails has no scheduler thread until its first event', async () => {
  await using store = await openTestStore();
  const { thread, spawned } = superviseIdle(store);
  thread.start();
  await thread.polling(60_000);
  store.world.clock.advance(60_000);
  await updateWorkspace(store.ctx(), { name: 'Other' });
  expect(spawned).toHaveLength(0);
  expect([thread.trouble(), thread.silentMs()]).toEqual([undefined, 0]);
  await addReceiver(store, 'http://127.0.0.1:9/');
  await addOrder(store.ctx());
  expect(spawned).toHaveLength(1);
  store.world.clock.advance(20_000);
  expect(thread.trouble()).toMatch(/has not polled for 20 seconds/);
  await thread.stop(1);
});

test('a mail queued by another process starts the scheduler thread', async () => {
  await using store = await openTestStore();
  const { thread, spawned } = superviseIdle(store);
  thread.start();
  using other = new Database(join(store.dataDir, 'docket.db'));
  other.run(MAIL, [Buffer.alloc(16, 1)]);
  await until('the thread', () => spawned.length === 1);
  await thread.stop(1);
});

test('a scheduler thread that is needed from the start is started at once', async () => {
  await using store = await openTestStore();
  await addReceiver(store, 'http://127.0.0.1:9/');
  const { thread, spawned } = superviseIdle(store);
  thread.start();
  expect(spawned).toHaveLength(1);
  await thread.stop(1);
});

test('a change of the clock is recorded even without a scheduler thread', async () => {
  await using store = await openTestStore();
  const { thread, spawned } = superviseIdle(store);
  thread.start();
  store.world.clock.set(store.world.clock.now() - 3_600_000);
  await until('the step', () => store.storage.read.select().from(clockSteps).all().length === 1);
  expect(store.storage.read.select().from(clockSteps).all()).toMatchObject([{ byMs: -3_600_000 }]);
  expect(spawned).toHaveLength(0);
  await thread.stop(1);
});
