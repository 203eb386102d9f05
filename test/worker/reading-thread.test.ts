import { afterEach, expect, test } from 'bun:test';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Part, Parts, ReadingRequest } from '../../src/dashboard/index.ts';
import { countDesk, updateOrder } from '../../src/orders/index.ts';
import { openReading, untilLeft, workspaces } from '../../src/storage/index.ts';
import { ReaderThread } from '../../src/worker/index.ts';
import { beginWorker } from '../../src/worker/threads.ts';
import { alter } from '../support/raw-database.ts';
import { slowSyncs } from '../support/slow-syncs.ts';
import { addOrder, openTestStore, type TestStore } from '../support/store.ts';
import { turns, until } from '../support/until.ts';

const opened: ReaderThread[] = [];
afterEach(async () => {
  for (const thread of opened.splice(0)) await thread.stop();
});

function begin({ storage }: TestStore, options: ConstructorParameters<typeof ReaderThread>[1] = {}): ReaderThread {
  const thread = new ReaderThread(storage, options);
  opened.push(thread);
  return thread;
}

function asked(store: TestStore, name: string, input: unknown, isText = false): ReadingRequest {
  const { workspace, source, actor, requestId } = store.ctx();
  const ctx = { workspace, source, actor, requestId, language: 'en', nowMs: store.world.clock.now() } as const;
  return { name, input, isText, ctx };
}
const list = (store: TestStore): ReadingRequest => asked(store, 'orders', {});
const table = (store: TestStore): ReadingRequest => asked(store, 'table of orders', { byItem: false }, true);

const textOf = (part: Part | undefined): string | undefined => part && new TextDecoder().decode(part.bytes);
const countIn = (part: Part | undefined): number | undefined => {
  const text = textOf(part);
  return text === undefined ? undefined : (JSON.parse(text) as { orders: unknown[] }).orders.length;
};

async function wholeText(parts: Parts): Promise<string> {
  let text = '';
  for (;;) {
    const part = await parts.next();
    text += textOf(part) ?? '(ended)';
    if (part?.isLast !== false) return text;
  }
}

test('an answer of the reading thread contains all rows written before its request', async () => {
  await using store = await openTestStore();
  const thread = begin(store);
  await addOrder(store.ctx());
  expect(countIn(await thread.ask(list(store)).next())).toBe(1);
  await addOrder(store.ctx());
  expect(countIn(await thread.ask(list(store)).next())).toBe(2);
});

test('the first reading waits until the reading thread has started', async () => {
  await using store = await openTestStore();
  await addOrder(store.ctx());
  expect(countIn(await begin(store).ask(list(store)).next())).toBe(1);
});

test('a connection for reads shows all earlier commits after it is refreshed', async () => {
  await using store = await openTestStore();
  const { path, horizon } = store.storage;
  const reading = openReading(path, horizon);
  const names = () => reading.storage.read.select({ name: workspaces.name }).from(workspaces).all();
  expect(names()).toEqual([{ name: 'Test' }]);
  alter(path, `UPDATE workspaces SET name = 'Changed'`);
  expect(names()).toEqual([{ name: 'Test' }]);
  reading.freshen();
  expect(names()).toEqual([{ name: 'Changed' }]);
  reading.close();
});

test('the reading thread builds an order’s page for the role of the page’s reader', async () => {
  await using store = await openTestStore();
  const thread = begin(store);
  const id = await addOrder(store.ctx());
  const eventsFor = async (role: string): Promise<number> => {
    const text = textOf(await thread.ask(asked(store, 'order page', { id, role })).next()) ?? '';
    const { order } = JSON.parse(text) as { order: { id: string; timeline: { events: unknown[] }[] } };
    expect(order.id).toBe(id);
    return order.timeline.flatMap(({ events }) => events).length;
  };
  expect([await eventsFor('owner'), await eventsFor('orders')]).toEqual([1, 0]);
});

test('a long text arrives from the reading thread part by part, each on request', async () => {
  await using store = await openTestStore();
  for (let at = 0; at < 600; at += 1) await addOrder(store.ctx());
  const parts = begin(store).ask(table(store));
  const first = await parts.next();
  expect(first?.isLast).toBe(false);
  expect(first?.bytes.length).toBeLessThan(100_000);
  const text = (textOf(first) ?? '') + (await wholeText(parts));
  expect(text.trim().split('\r\n').length).toBe(601);
});

test('the reading thread’s answers contain no change that is not synced yet', async () => {
  const disk = slowSyncs();
  await using store = await openTestStore(undefined, disk.sync);
  const thread = begin(store);
  await addOrder(store.ctx());
  disk.slow();
  const made = addOrder(store.ctx());
  await until('the sync', () => disk.underWay() > 0);
  let answer: Part | undefined;
  const reading = thread
    .ask(list(store))
    .next()
    .then((part) => {
      answer = part;
    });
  // Meanwhile the first read waits for the disk. Other reads are requested, and fail.
  for (let at = 0; at < 50; at += 1) {
    expect(await thread.ask(asked(store, 'no such reading', {})).next()).toBeUndefined();
  }
  await turns();
  expect(answer).toBeUndefined();
  disk.quick();
  await made;
  await reading;
  expect(countIn(answer)).toBe(2);
});

test('an error in an uploaded file is returned to the caller', async () => {
  await using store = await openTestStore();
  const thread = begin(store);
  const file = join(store.dataDir, 'sent.xlsx');
  writeFileSync(file, 'PK\x03\x04 begins a workbook, and this is none');
  const preview = asked(store, 'preview of a file', { kind: 'products', file, values: [] });
  await expect(thread.ask(preview).next()).rejects.toMatchObject({
    kind: 'validation_failed',
    details: [{ path: 'file', rule: 'workbook' }],
  });
  expect(countIn(await thread.ask(list(store)).next())).toBe(0);
});

test('when the database file is damaged, the reading thread answers no caller', async () => {
  await using store = await openTestStore();
  const thread = begin(store);
  expect(countIn(await thread.ask(list(store)).next())).toBe(0);
  const waiting = thread.ask(list(store)).next();
  store.storage.damage.note('a test');
  expect(await waiting).toBeUndefined();
  expect(await thread.ask(list(store)).next()).toBeUndefined();
});

test('the reading thread stops sending a table when its caller leaves, and still serves other callers', async () => {
  await using store = await openTestStore();
  for (let at = 0; at < 600; at += 1) await addOrder(store.ctx());
  const thread = begin(store);
  const parts = thread.ask(table(store));
  expect((await parts.next())?.isLast).toBe(false);
  const next = parts.next();
  parts.leave();
  expect(await next).toBeUndefined();
  expect(countIn(await thread.ask(list(store)).next())).toBe(50);
});

test('a read ends at its next query when its caller has left', async () => {
  await using store = await openTestStore();
  await addOrder(store.ctx());
  const leaving = new AbortController();
  const asker = { signal: new AbortController().signal };
  const storage = untilLeft(store.storage, leaving.signal);
  const find = () => countDesk({ ...store.ctx(), storage }, { filter: {}, most: 10, asker });
  expect(await find()).toBe(1);
  leaving.abort();
  await expect(find()).rejects.toThrow();
});

test('a stopped reading thread answers nobody, and leaves no log beside the database file', async () => {
  const store = await openTestStore();
  const thread = begin(store);
  await addOrder(store.ctx());
  expect(countIn(await thread.ask(list(store)).next())).toBe(1);
  await thread.stop();
  expect(await thread.ask(list(store)).next()).toBeUndefined();
  await store.storage.close();
  for (const ending of ['-wal', '-shm']) expect(existsSync(`${store.storage.path}${ending}`)).toBe(false);
  rmSync(store.dataDir, { recursive: true });
});

test('the reading thread ends when nobody asks any more, but not while a slow reader receives a text', async () => {
  await using store = await openTestStore();
  for (let at = 0; at < 600; at += 1) await addOrder(store.ctx());
  const parts = begin(store, { idleMs: 0 }).ask(table(store));
  expect((await parts.next())?.isLast).toBe(false);
  let made = 0;
  const make = (): Worker => {
    made += 1;
    return beginWorker('reading');
  };
  const idle = begin(store, { idleMs: 0, make });
  const ask = () => idle.ask(list(store)).next();
  expect(countIn(await ask())).toBe(50);
  await until('another thread, after the end of the idle one', async () => {
    await ask();
    return made > 1;
  });
  expect(await wholeText(parts)).not.toContain('(ended)');
});

test('callers read in their own thread after the reading thread dies, and no new reading thread starts immediately', async () => {
  await using store = await openTestStore();
  const dying = URL.createObjectURL(new Blob(['onmessage = () => process.exit(1);']));
  let made = 0;
  const make = (): Worker => {
    made += 1;
    return new Worker(dying);
  };
  const thread = begin(store, { make });
  expect(await thread.ask(table(store)).next()).toBeUndefined();
  expect(await thread.ask(list(store)).next()).toBeUndefined();
  expect(await thread.ask(table(store)).next()).toBeUndefined();
  expect(made).toBe(1);
});

test('one workspace’s large pages do not delay another workspace’s list', async () => {
  await using store = await openTestStore();
  const delivery = (nth: number) =>
    Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`k${at}`, `${nth} ${at}`]));
  const id = await addOrder(store.ctx(), { delivery: delivery(0) });
  for (let nth = 1; nth < 6; nth += 1) await updateOrder(store.ctx(), { id, data: { delivery: delivery(nth) } });
  const thread = begin(store);
  const page = () => thread.ask(asked(store, 'order page', { id, role: 'owner' })).next();
  const { ctx, ...rest } = list(store);
  const elsewhere = { ...ctx, workspace: { ...ctx.workspace, seq: ctx.workspace.seq + 1, id: crypto.randomUUID() } };
  expect(await page()).toBeDefined();
  const answered: string[] = [];
  const crowd = Array.from({ length: 20 }, () => page().then(() => answered.push('page')));
  await thread.ask({ ...rest, ctx: elsewhere }).next();
  answered.push('list');
  await Promise.all(crowd);
  expect(answered.indexOf('list')).toBeLessThan(10);
});
