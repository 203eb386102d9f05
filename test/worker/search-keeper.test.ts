import { Database } from 'bun:sqlite';
import { afterEach, expect, spyOn, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { type Log, silentLog } from '../../src/base/index.ts';
import { fillDesk, updateOrder } from '../../src/orders/index.ts';
import { SearchIndexer } from '../../src/storage/index.ts';
import { searchPath } from '../../src/storage/store/search-file.ts';
import { SearchKeeper } from '../../src/worker/index.ts';
import { fillOrders } from '../support/many-orders.ts';
import { slowSyncs } from '../support/slow-syncs.ts';
import { addOrder, asker, openTestStore, secondWorkspace, type TestStore } from '../support/store.ts';
import { turns, until } from '../support/until.ts';
import { whole } from '../support/whole.ts';

const opened: SearchKeeper[] = [];
afterEach(async () => {
  for (const keeper of opened.splice(0)) await keeper.stop();
});

/** The wait is shorter than the time-out of a test, and longer than the slowest machine takes for an order. */
const PATIENT_MS = 15_000;

function begin({ storage }: TestStore, spawn?: () => Worker) {
  const lines: string[] = [];
  const log: Log = { ...silentLog, warn: (line) => void lines.push(line) };
  const keeper = new SearchKeeper({ storage, log, catchUpMs: PATIENT_MS, ...(spawn === undefined ? {} : { spawn }) });
  opened.push(keeper);
  keeper.start();
  return { keeper, lines };
}

const make = (store: TestStore, name: string): Promise<string> => addOrder(store.ctx(), { client: { name } });
const find = async (store: TestStore, text: string): Promise<string[]> =>
  (await fillDesk(store.ctx(), { filter: { text }, limit: 100, asker, shape: whole })).orders.map(({ id }) => id);
const lag = ({ storage }: TestStore) => storage.search.lag(storage.read);

const AT_ONCE = 10_000;
const fill = (store: TestStore, from: number, count = AT_ONCE) =>
  fillOrders(store, count, (n) => ({ seq: from + n, createdAt: store.world.clock.now(), searchText: 'анна' }), false);

test('each order is found right after its create, even while ten thousand others arrive', async () => {
  await using store = await openTestStore();
  const first = await make(store, 'Горностай');
  const goRound = async (round: number) => {
    store.world.clock.advance(1_000);
    await fill(store, 2 + round * (AT_ONCE + 1));
    const id = await make(store, `Барсук${round}`);
    expect([round, await find(store, `барсук${round}`)]).toEqual([round, [id]]);
    expect(await find(store, 'горностай')).toEqual([first]);
  };
  await goRound(0);
  // No thread writes the index yet.
  expect(lag(store).behind).toBe(AT_ONCE + 2);
  const { lines } = begin(store);
  for (let round = 1; round < 5; round += 1) await goRound(round);
  await until('the index to come up with the orders', () => lag(store).behind < 512);
  expect(await find(store, 'горностай')).toEqual([first]);
  expect(lines).toEqual([]);
});

test('a rush of orders delays the search index until the rush ends or ten thousand orders wait', async () => {
  await using store = await openTestStore();
  const looking = spyOn(globalThis, 'setInterval').mockReturnValue(undefined as never);
  const spawned: string[] = [];
  const thread = new URL('../../src/worker/search.worker.ts', import.meta.url).href;
  begin(store, () => {
    spawned.push(`at ${lag(store).behind}`);
    return new Worker(thread);
  });
  const look = looking.mock.calls[0]?.[0] as () => void;
  looking.mockRestore();
  let made = 0;
  const rush = async (count: number): Promise<void> => {
    await fill(store, made + 1, count - 1);
    made += count;
    const id = await make(store, `Барсук${made}`);
    look();
    expect(await find(store, `барсук${made}`)).toEqual([id]);
  };
  for (const count of [600, 600, 600]) await rush(count);
  expect(spawned).toEqual([]);
  look();
  expect(spawned).toEqual(['at 1800']);
  await store.storage.search.catchUp();
  await rush(AT_ONCE / 2);
  expect(lag(store).behind).toBe(AT_ONCE / 2);
  await rush(AT_ONCE / 2);
  await until('the index to come up within the rush', () => lag(store).behind === 0);
});

test('the search index contains no change that is not on the disk yet', async () => {
  const disk = slowSyncs();
  await using store = await openTestStore(undefined, disk.sync);
  await make(store, 'Горностай');
  disk.slow();
  const making = make(store, 'Барсук');
  await until('the sync', () => disk.underWay() > 0);
  const indexer = new SearchIndexer(store.storage.path, store.storage.horizon);
  let isOver = false;
  const step = indexer.step().finally(() => (isOver = true));
  await turns();
  expect([isOver, lag(store).behind]).toEqual([false, 1]);
  disk.quick();
  await Promise.all([making, step]);
  await turns();
  expect(lag(store).behind).toBe(0);
  indexer.close();
});

test('an unwritable search index is reported once and breaks neither orders nor searches', async () => {
  await using store = await openTestStore();
  const path = searchPath(store.storage.path);
  // A folder stands in place of the index file. Not even root can open a folder as a file.
  mkdirSync(path);
  await fill(store, 1);
  const { keeper, lines } = begin(store);
  await until('the failure', () => lines.length > 0);
  const id = await make(store, 'Барсук');
  expect(await find(store, 'барсук')).toEqual([id]);
  await keeper.stop();
  expect(lines).toEqual(['the index of searches could not be written; searches look orders through']);
  expect(store.storage.damage.found()).toBeUndefined();
  rmSync(path, { recursive: true });
  begin(store);
  await until('the index', () => lag(store).behind === 0);
  expect(await find(store, 'барсук')).toEqual([id]);
});

test('stopping the indexing in the middle closes the index file, and the next start continues', async () => {
  await using store = await openTestStore();
  await fill(store, 1);
  const thread = new Worker(new URL('../../src/worker/search.worker.ts', import.meta.url).href);
  const stopped = new Promise<void>((resolve) => {
    thread.addEventListener('message', ({ data }) => data.kind === 'stopped' && resolve());
  });
  // On a busy machine, the keeper could terminate the thread before the thread closes the file. So `terminate` does
  // nothing here.
  const end = spyOn(thread, 'terminate').mockImplementation(() => undefined);
  const { keeper } = begin(store, () => thread);
  // The message to stop reaches the thread during its first step at the latest.
  await keeper.stop();
  await stopped;
  expect(end).toHaveBeenCalledTimes(1);
  end.mockRestore();
  thread.terminate();
  expect(existsSync(`${searchPath(store.storage.path)}-wal`)).toBe(false);
  const { behind } = lag(store);
  expect([behind > 0, behind < AT_ONCE]).toEqual([true, true]);
  begin(store);
  await until('the rest', () => lag(store).behind === 0);
});

test('the death of the thread that writes the search index is reported, and searches continue', async () => {
  await using store = await openTestStore();
  await fill(store, 1);
  const { lines } = begin(store, () => new Worker(new URL('../support/dying.worker.ts', import.meta.url).href));
  await until('its end', () => lines.length > 0);
  const id = await make(store, 'Барсук');
  expect(await find(store, 'барсук')).toEqual([id]);
  expect(lines).toHaveLength(1);
});

test('hundreds of changes of one order are indexed without the usual wait of a minute', async () => {
  await using store = await openTestStore();
  await make(store, 'Барсук');
  begin(store);
  await store.storage.search.catchUp();
  await store.storage.write((tx) =>
    tx.db.run(sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
      INSERT INTO search_changes (order_seq) SELECT 1 FROM n`),
  );
  await until('the step', () => lag(store).changed === 0);
});

test('twenty thousand changes are indexed in steps without replacing the index file', async () => {
  await using store = await openTestStore();
  const { path, search, read } = store.storage;
  const id = await make(store, 'Барсук');
  await fillOrders(store, 300, (n) => ({ seq: 2 + n, createdAt: store.world.clock.now(), searchText: 'анна' }), true);
  using db = new Database(path);
  db.run(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO search_changes (order_seq, text_changed) SELECT 1 + i % 300, 0 FROM n`);
  await updateOrder(store.ctx(), { id, data: { client: { name: 'Выдра' } } });
  const before = statSync(searchPath(path)).ino;
  const indexer = new SearchIndexer(path);
  let steps = 1;
  while (await indexer.step()) steps += 1;
  indexer.close();
  expect([steps, statSync(searchPath(path)).ino]).toEqual([10, before]);
  expect(search.look(read)).toMatchObject({ waiting: 0, changed: [] });
  expect([await find(store, 'выдра'), await find(store, 'барсук')]).toEqual([[id], []]);
});

test('a caller who waits for the search index is answered when the index has all orders', async () => {
  await using store = await openTestStore();
  begin(store);
  const ask = async (): Promise<number> => {
    await make(store, crypto.randomUUID());
    await store.storage.search.catchUp();
    return lag(store).behind;
  };
  expect(await ask()).toBe(0);
  const first = make(store, 'Барсук').then(() => store.storage.search.catchUp());
  await make(store, 'Горностай');
  await Promise.all([first, store.storage.search.catchUp()]);
  expect(lag(store).behind).toBe(0);
});

test('a caller waits for the search index only if the index lacks changes of the caller’s workspace', async () => {
  await using store = await openTestStore();
  const { workspace: own, storage } = store;
  const other = await secondWorkspace(store);
  const id = await make(store, 'Барсук');
  const { keeper } = begin(store);
  await storage.search.catchUp();
  await keeper.stop();
  await addOrder({ ...store.ctx(), workspace: other });
  const requests: unknown[] = [];
  const spawn = () => {
    const thread = new EventTarget();
    return Object.assign(thread, { postMessage: (sent: unknown) => requests.push(sent), terminate: () => {} }) as never;
  };
  begin(store, spawn);
  await storage.search.catchUp(own.seq);
  expect(requests).toEqual([]);
  void storage.search.catchUp(other.seq);
  expect(requests).toHaveLength(1);
  await updateOrder(store.ctx(), { id, data: { client: { name: 'Выдра' } } });
  void storage.search.catchUp(own.seq);
  expect(requests).toHaveLength(2);
  // A damaged order of another workspace must not fail the caller.
  using _lacks = spyOn(storage.search, 'lacks').mockImplementation(() => {
    throw new Error('damaged');
  });
  void storage.search.catchUp(own.seq);
  expect(requests).toHaveLength(3);
});

test('a shop without orders gets a usable index on the first request', async () => {
  await using store = await openTestStore();
  begin(store);
  await store.storage.search.catchUp();
  expect(store.storage.search.ask(() => 'read')).toBe('read');
});

test('a caller does not wait for an index that cannot be written', async () => {
  await using store = await openTestStore();
  mkdirSync(searchPath(store.storage.path));
  await make(store, 'Барсук');
  begin(store);
  await store.storage.search.catchUp();
  expect(lag(store).behind).toBe(1);
});

test('forgetting a client removes former texts from the search index even while orders change', async () => {
  await using store = await openTestStore();
  const id = await make(store, 'Барсук');
  const { keeper } = begin(store);
  const rename = (name: string) => updateOrder(store.ctx(), { id, data: { client: { name } } });
  await store.storage.search.catchUp();
  let [changes, isOver] = [0, false];
  while (!isOver && changes < 100) {
    changes += 1;
    await rename(`Выдра${changes}`);
    isOver = keeper.forget('forgetting');
    await Bun.sleep(50);
  }
  expect(isOver).toBe(true);
  expect(lag(store).mustForget).toBe(false);
});

test('forgetting a client removes the earlier versions of changed texts from the search index and its log', async () => {
  await using store = await openTestStore();
  const id = await make(store, 'Барсук');
  const { keeper } = begin(store);
  for (const phone of ['+79161234567', '+79167654321']) {
    await updateOrder(store.ctx(), { id, data: { client: { phone } } });
    await store.storage.search.catchUp();
  }
  const files = ['', '-wal'].map((side) => searchPath(store.storage.path) + side);
  const count = (phone: string) => files.filter((path) => readFileSync(path).includes(phone)).length;
  expect(count('79161234567')).toBeGreaterThan(0);
  await until('the end', () => keeper.forget('forgetting'));
  expect([count('79161234567'), count('79167654321')]).toEqual([0, 1]);
});

test('a caller who waits for the search index is answered even if old texts have not been removed from the index yet', async () => {
  await using store = await openTestStore();
  const id = await make(store, 'Барсук');
  const { keeper } = begin(store);
  await store.storage.search.catchUp();
  await updateOrder(store.ctx(), { id, data: { client: { name: 'Выдра' } } });
  expect(keeper.forget('forgetting')).toBe(false);
  await store.storage.search.catchUp();
  expect([lag(store).changed, keeper.forget('forgetting')]).toEqual([0, false]);
  await until('the end', () => keeper.forget('forgetting'));
});

test('forgetting a client does not wait for a search index that was never made', async () => {
  await using store = await openTestStore();
  const { keeper } = begin(store);
  expect(keeper.forget('forgetting')).toBe(true);
});
