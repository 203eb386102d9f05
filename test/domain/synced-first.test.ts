import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOrder, getOrder } from '../../src/orders/index.ts';
import { type News, openForServe, openReader, workspaces as WORKSPACES } from '../../src/storage/index.ts';
import { createWorkspace, findWorkspace, updateWorkspace, type Workspace } from '../../src/workspaces/index.ts';
import { orderBody } from '../support/docket.ts';
import { HOLDER, TEST_ACTOR, tempDir } from '../support/store.ts';
import { turns, until } from '../support/until.ts';
import { fakeWorld } from '../support/world.ts';

async function openSlowStore() {
  const dir = tempDir();
  const world = fakeWorld();
  const waiting: PromiseWithResolvers<void>[] = [];
  let [slow, isOpen] = [false, true];
  const sync = (): Promise<void> => {
    if (!slow) return Promise.resolve();
    const one = Promise.withResolvers<void>();
    waiting.push(one);
    return one.promise;
  };
  const { clock, newId } = world;
  const options = { dataDir: dir.path, now: () => clock.now(), monotonic: () => clock.monotonic(), newId, sync };
  const storage = openForServe(options, HOLDER);
  const { id } = await createWorkspace({ storage, actor: TEST_ACTOR }, { name: 'Test', plan: 'pro', timeZone: 'UTC' });
  const find = (): Workspace => {
    const found = findWorkspace(storage, id);
    if (found === undefined) throw new Error('the workspace is gone');
    return found;
  };
  const workspace = find();
  const next = async (): Promise<PromiseWithResolvers<void>> => {
    const one = await until('a sync', () => waiting.shift());
    return one;
  };
  return {
    dir: dir.path,
    storage,
    workspace,
    name: () => find().name,
    rename: (name: string) => updateWorkspace({ storage, workspace, actor: TEST_ACTOR }, { name }),
    ctx: { storage, workspace, source: 'shop', actor: TEST_ACTOR, requestId: 'request-1' },
    /** Makes all later syncs wait. */
    slow() {
      slow = true;
    },
    /** Ends the current sync, or the next one. */
    synced: async () => (await next()).resolve(),
    fails: async () => (await next()).reject(new Error('EIO: i/o error, fdatasync')),
    underWay: () => waiting.length,
    /** Moves the clock beyond the time for which a read is reused, and lets the event loop turn. */
    async later() {
      clock.advance(3);
      await turns();
    },
    /** Notes that the test has closed the storage itself. */
    closed() {
      isOpen = false;
    },
    async [Symbol.asyncDispose]() {
      slow = false;
      for (const one of waiting) one.resolve();
      if (isOpen) await storage.close();
      dir[Symbol.dispose]();
    },
  };
}

type Body = Parameters<typeof createOrder>[1];
const body = (): Body => orderBody() as unknown as Body;

/** Lets everything that is ready run, and then returns true if the promise has settled. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const note = (): void => {
    settled = true;
  };
  promise.then(note, note);
  await turns();
  return settled;
}

const nameOutside = (dir: string): string | undefined => {
  using db = new Database(join(dir, 'docket.db'), { readonly: true });
  return db.query<{ name: string }, []>('SELECT name FROM workspaces').get()?.name;
};

test('a change is answered and announced only after its commit is synced', async () => {
  await using store = await openSlowStore();
  const heard: News[] = [];
  store.storage.listen((news) => void heard.push(news));
  store.slow();
  const renamed = store.rename('New');
  await until('the commit', () => nameOutside(store.dir) === 'New');
  expect(await isSettled(renamed)).toBe(false);
  expect(heard).toEqual([]);
  await store.synced();
  await renamed;
  expect(heard).toHaveLength(1);
});

test('a reader sees the state before a commit until that commit is synced', async () => {
  await using store = await openSlowStore();
  store.slow();
  const renamed = store.rename('New');
  await until('the commit', () => nameOutside(store.dir) === 'New');
  store.storage.freshen();
  expect(store.name()).toBe('Test');
  await store.later();
  store.storage.freshen();
  expect(store.name()).toBe('Test');
  await store.synced();
  await renamed;
  expect(store.name()).toBe('New');
});

test('a repeated or conflicting create is answered only after the first create is synced', async () => {
  await using store = await openSlowStore();
  store.slow();
  const order = body();
  const first = createOrder(store.ctx, order);
  await until('the sync', () => store.underWay() === 1);
  const repeat = createOrder(store.ctx, order);
  const other = createOrder(store.ctx, { ...order, platform: 'another payload' });
  expect(await isSettled(repeat)).toBe(false);
  expect(await isSettled(other)).toBe(false);
  await store.synced();
  const { id } = (await first).order;
  const again = await repeat;
  expect(again).toMatchObject({ replayed: true, order: { id } });
  await expect(other).rejects.toMatchObject({ kind: 'order_key_conflict' });
  expect(store.underWay()).toBe(0);
});

test('changes that arrive during a sync share one commit after that sync', async () => {
  await using store = await openSlowStore();
  store.slow();
  const first = store.rename('First');
  await until('the sync', () => store.underWay() === 1);
  const more = ['A', 'B', 'C'].map((name) => store.rename(name));
  expect(await isSettled(Promise.race(more))).toBe(false);
  expect(store.underWay()).toBe(1);
  expect(store.storage.waiting()).toBe(3);
  await store.synced();
  await first;
  await store.synced();
  await Promise.all(more);
  expect(store.underWay()).toBe(0);
  expect(store.name()).toBe('C');
});

/**
 * Another process commits during our sync, without a sync of its own. So a request has to wait for a sync that begins
 * after this commit.
 */
async function besideOurSync(store: Awaited<ReturnType<typeof openSlowStore>>) {
  using other = new Database(join(store.dir, 'docket.db'));
  other.run('PRAGMA synchronous = OFF');
  store.slow();
  const order = createOrder(store.ctx, body());
  await until('the sync', () => store.underWay() === 1);
  expect(store.name()).toBe('Test');
  other.run("UPDATE workspaces SET name = 'Renamed beside'");
  await store.later();
  return { order, fresh: store.storage.freshen() ?? Promise.reject(new Error('nothing was waited for')) };
}

test('a reader during a sync sees another process’s commit only after that sync', async () => {
  await using store = await openSlowStore();
  const { order, fresh } = await besideOurSync(store);
  const later = store.storage.freshen() ?? Promise.reject(new Error('nothing was waited for'));
  expect(await isSettled(Promise.race([fresh, later]))).toBe(false);
  expect(store.name()).toBe('Test');
  await store.synced();
  await Promise.all([fresh, later]);
  expect(store.name()).toBe('Renamed beside');
  expect(getOrder(store.ctx, (await order).order.id).order.id).toBe((await order).order.id);
});

test('a reader gets the earlier state if the sync that it waits for fails', async () => {
  await using store = await openSlowStore();
  const { order, fresh } = await besideOurSync(store);
  await store.fails();
  await expect(order).rejects.toMatchObject({ kind: 'unavailable' });
  await fresh;
  expect(store.name()).toBe('Test');
  await store.later();
  expect(store.storage.freshen()).toBeUndefined();
});

test('waiting for another process that holds the write lock does not block the event loop', async () => {
  await using store = await openSlowStore();
  using other = new Database(join(store.dir, 'docket.db'));
  other.run('BEGIN IMMEDIATE');
  const renamed = store.rename('New');
  expect(await isSettled(renamed)).toBe(false);
  other.run('COMMIT');
  await renamed;
  expect(store.name()).toBe('New');
});

test('a reader on its own connection waits for the sync only if it may see unsynced data', async () => {
  await using store = await openSlowStore();
  const reader = openReader(store.storage.path, store.storage.horizon);
  const read = () => reader.db.$count(reader.db.select().from(WORKSPACES));
  await read();
  expect(reader.safe()).toBeUndefined();
  store.slow();
  const renamed = store.rename('New');
  await until('the sync', () => store.underWay() === 1);
  // The reader has read nothing since the rename began, so `safe` need not wait.
  expect(reader.safe()).toBeUndefined();
  await read();
  const safe = reader.safe() ?? Promise.reject(new Error('nothing was waited for'));
  expect(await isSettled(safe)).toBe(false);
  await store.synced();
  await safe;
  await renamed;
  expect(reader.safe()).toBeUndefined();
  reader.close();
});

test('a failed sync acknowledges nothing and stops all writing, but acknowledged data stays readable', async () => {
  await using store = await openSlowStore();
  const found: unknown[] = [];
  store.storage.damage.listen((finding) => found.push(finding));
  store.slow();
  const heard: News[] = [];
  store.storage.listen((news) => void heard.push(news));
  const reader = openReader(store.storage.path, store.storage.horizon);
  const renamed = store.rename('Lost');
  await until('the sync', () => store.underWay() === 1);
  const gathered = store.rename('Never written');
  await store.fails();
  await expect(renamed).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringContaining('not known') });
  await expect(gathered).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('started again'),
  });
  await expect(store.rename('Later')).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(store.storage.probe()).rejects.toMatchObject({ kind: 'unavailable' });
  expect(found).toEqual([{ kind: 'unsynced', what: 'Error: EIO: i/o error, fdatasync' }]);
  expect(heard).toEqual([]);
  expect(nameOutside(store.dir)).toBe('Lost');
  await store.later();
  store.storage.freshen();
  expect(store.name()).toBe('Test');
  reader.version();
  reader.db;
  expect(await isSettled(reader.safe() ?? Promise.resolve())).toBe(false);
  reader.close();
});

test('no other process may write after a failed sync', async () => {
  await using store = await openSlowStore();
  using other = new Database(join(store.dir, 'docket.db'));
  store.slow();
  const renamed = store.rename('Lost');
  await store.fails();
  await expect(renamed).rejects.toMatchObject({ kind: 'unavailable' });
  expect(() => other.run("UPDATE workspaces SET name = 'Built on it'")).toThrow('locked');
});

test('shutdown waits for a running sync, even after writing has stopped', async () => {
  await using store = await openSlowStore();
  store.slow();
  const renamed = store.rename('New');
  await until('the sync', () => store.underWay() === 1);
  store.storage.damage.note('a page makes no sense');
  store.closed();
  const closing = store.storage.close();
  expect(await isSettled(closing)).toBe(false);
  await store.synced();
  await renamed;
  await closing;
});

test('a transaction that wrote nothing is not synced', async () => {
  await using store = await openSlowStore();
  store.slow();
  expect(await store.storage.write(() => 7)).toBe(7);
  expect(store.underWay()).toBe(0);
});

test('a pause of writing begins when everything is synced, and nothing is written until the pause ends', async () => {
  await using store = await openSlowStore();
  store.slow();
  const renamed = store.rename('New');
  await until('the sync', () => store.underWay() === 1);
  const over = Promise.withResolvers<string>();
  let begun = false;
  const paused = store.storage.pause(() => {
    begun = true;
    return over.promise;
  });
  expect(await isSettled(paused)).toBe(false);
  expect(begun).toBe(false);
  await store.synced();
  await renamed;
  await until('the pause', () => begun);
  const later = store.rename('Later');
  expect(await isSettled(later)).toBe(false);
  expect(nameOutside(store.dir)).toBe('New');
  over.resolve('over');
  expect(await paused).toBe('over');
  await store.synced();
  await later;
});

test('a write-ahead log replaced by another file counts as a failed sync', async () => {
  await using store = await openSlowStore();
  const log = `${store.storage.path}-wal`;
  renameSync(log, `${log}.moved`);
  writeFileSync(log, '');
  await expect(store.rename('New')).rejects.toMatchObject({ kind: 'unavailable' });
  expect(store.storage.damage.found()?.kind).toBe('unsynced');
});
