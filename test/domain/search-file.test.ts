import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  changeStatus,
  type DeskFilter,
  deleteOrder,
  fillDesk,
  listDesk,
  quickFind,
  updateOrder,
} from '../../src/orders/index.ts';
import { copyDatabase, databasePath, inspect, openForServe, restoreDatabase } from '../../src/storage/index.ts';
import { searchPath } from '../../src/storage/store/search-file.ts';
import { createWorkspace, findWorkspace } from '../../src/workspaces/index.ts';
import { backUp } from '../support/backups.ts';
import { countWork } from '../support/count-work.ts';
import { indexAllOrders } from '../support/kept-up.ts';
import { fillOrders } from '../support/many-orders.ts';
import { alter, rowsIn } from '../support/raw-database.ts';
import { addOrder, asker, HOLDER, openTestStore, TEST_ACTOR, type TestStore, tempDir } from '../support/store.ts';
import { whole } from '../support/whole.ts';

const INDEXING = join(import.meta.dir, '../support/indexing.ts');
/**
 * Each step of a search checks fewer orders than this, newest first. So finding older orders needs the index or many
 * steps.
 */
const ORDERS = 1_200;

const make = (store: Pick<TestStore, 'ctx'>, name: string): Promise<string> =>
  addOrder(store.ctx(), { client: { name } });
const rename = (store: Pick<TestStore, 'ctx'>, id: string, name: string) =>
  updateOrder(store.ctx(), { id, data: { client: { name } } });
const find = async (store: Pick<TestStore, 'ctx'>, text: string, more: DeskFilter = {}): Promise<string[]> =>
  (await fillDesk(store.ctx(), { filter: { ...more, text }, limit: 100, asker, shape: whole })).orders.map(
    ({ id }) => id,
  );
const index = (store: TestStore): Promise<void> => indexAllOrders(store.storage.path);
const look = ({ storage }: TestStore) => storage.search.look(storage.read);
const isUsed = (store: TestStore): boolean => look(store) !== undefined;

function fill(store: TestStore, from: number, count: number, isIndexed: boolean) {
  const { clock } = store.world;
  const begun = clock.now();
  clock.advance(count);
  return fillOrders(
    store,
    count,
    (n) => ({ seq: from + n, num: `n${from + n}`, searchText: 'анна', createdAt: begun + n }),
    isIndexed,
  );
}

/** A shop whose first orders have names, followed by many others; all of them are in the index. */
async function openShop(...names: readonly string[]) {
  const store = await openTestStore();
  const ids: string[] = [];
  for (const name of names) ids.push(await make(store, name));
  await fill(store, names.length + 1, ORDERS, true);
  return { store, ids, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}

test('an order is found right after its creation, however far the index lags behind', async () => {
  await using shop = await openShop('Ежикова', 'Горностай', 'Ежикова');
  const { store, ids } = shop;
  const [first = '', other = '', second = ''] = ids;
  await fill(store, ORDERS + 4, 10_000, false);
  const third = await make(store, 'Ежикова');
  expect(store.storage.search.lag(store.storage.read)).toEqual({ behind: 10_001, changed: 0, mustForget: false });
  expect(await find(store, 'ежикова')).toEqual([third, second, first]);
  expect(await find(store, 'горностай')).toEqual([other]);
  expect(await find(store, 'ежикова', { sort: 'date' })).toHaveLength(3);
  const { count, orders } = await quickFind(store.ctx(), { text: 'ежикова', limit: 3, asker, shape: whole });
  expect([orders.map(({ id }) => id), count]).toEqual([[third, second, first], 3]);
  await index(store);
  expect(store.storage.search.lag(store.storage.read).behind).toBe(0);
  expect(await find(store, 'ежикова')).toEqual([third, second, first]);
});

test('one search visits a bounded number of the orders that the index lacks', async () => {
  await using shop = await openShop('Ежикова');
  const { store } = shop;
  const most = async (behind: number): Promise<number> => {
    await fill(store, 20_000 + behind, behind, false);
    using counter = await countWork(store.storage.path);
    let [steps, cursor]: [number, string | undefined] = [0, undefined];
    do {
      const { steps: some } = await counter.of(() => {
        cursor = listDesk(store.ctx(), { filter: { text: 'ежикова' }, limit: 50, cursor }).nextCursor ?? undefined;
      });
      steps = Math.max(steps, some);
    } while (cursor !== undefined);
    return steps;
  };
  const few = await most(3_000);
  expect(await most(20_000)).toBeLessThan(1.2 * few);
});

test('other workspaces’ many orders with the searched word hardly slow a search', async () => {
  await using store = await openTestStore();
  const { id } = await createWorkspace({ ...store, actor: TEST_ACTOR }, { name: 'B', plan: 'pro', timeZone: 'UTC' });
  const other = findWorkspace(store.storage, id) ?? store.workspace;
  const seqOf = (n: number, of: number) => 4 * Math.floor(n / of) + (n % of);
  const found = { searchText: 'zebulon', createdAt: 0 };
  await fillOrders({ ...store, workspace: other }, 24_000, (n) => {
    const seq = seqOf(n, 3) + 2;
    return { ...found, seq, createdAt: seq };
  });
  await fillOrders(store, 8_000, (n) => ({ seq: 4 * n + 1, createdAt: 4 * n + 1, ...(n === 3 && found) }));
  using counter = await countWork(store.storage.path);
  const { statements } = await counter.of(async () => expect(await find(store, 'zebulon')).toHaveLength(1));
  expect(statements.filter(({ sql }) => sql.includes('MATCH')).length).toBeLessThan(20);
});

test('unindexed orders are sorted by their stored time of creation even if the clock was set back between them', async () => {
  await using shop = await openShop('Ежикова');
  const { store, ids } = shop;
  store.world.clock.advance(1);
  const second = await make(store, 'Ежикова');
  store.world.clock.advance(-500);
  const third = await make(store, 'Ежикова');
  for (let n = 0; n < 600; n += 1) await make(store, 'Анна');
  expect(await find(store, 'ежикова')).toEqual([second, third, ...ids]);
});

test('a changed order is found only by its new text, before and after it is indexed', async () => {
  await using shop = await openShop('Ежикова', 'Горностай', 'Ежикова');
  const { store, ids } = shop;
  const [first = '', other = '', second = ''] = ids;
  await rename(store, first, 'Барсук');
  await rename(store, other, 'Ежикова');
  for (const isIndexed of [false, true]) {
    if (isIndexed) await index(store);
    expect(look(store)?.changed).toEqual(isIndexed ? [] : [1, 2]);
    expect(await find(store, 'барсук')).toEqual([first]);
    expect(await find(store, 'ежикова')).toEqual([second, other]);
    expect(await find(store, 'горностай')).toEqual([]);
  }
  await deleteOrder(store.ctx(), { id: second });
  expect(await find(store, 'ежикова')).toEqual([other]);
});

test('a status change is applied to the index without indexing the order’s text again', async () => {
  await using shop = await openShop('Ежикова', 'Горностай');
  const { store, ids } = shop;
  using file = new Database(searchPath(store.storage.path), { readonly: true });
  const postings = () => file.query('SELECT id, hex(block) FROM order_search_data ORDER BY id').values();
  const applied = () => file.query('SELECT applied FROM state').values();
  const [before, state] = [postings(), applied()];
  await changeStatus(store.ctx(), { id: ids[0] ?? '', statusId: 'status-closed' });
  await index(store);
  expect(applied()).not.toEqual(state);
  expect(postings()).toEqual(before);
  // If an order's text changes before its status does, the text is still indexed.
  await rename(store, ids[1] ?? '', 'Барсук');
  await changeStatus(store.ctx(), { id: ids[1] ?? '', statusId: 'status-closed' });
  await index(store);
  expect(postings()).not.toEqual(before);
  expect([look(store)?.changed, await find(store, 'барсук'), await find(store, 'ежикова')]).toEqual([
    [],
    [ids[1] ?? ''],
    [ids[0] ?? ''],
  ]);
});

test('orders are found without the index while too many changes wait for it', async () => {
  await using shop = await openShop('Ежикова');
  const { store, ids } = shop;
  using db = new Database(store.storage.path);
  const note = (changes: number): void =>
    void db.run(`WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i <= ${changes})
      INSERT INTO search_changes (order_seq) SELECT i FROM n`);
  note(1_100);
  await new Promise(setImmediate);
  expect([isUsed(store), await find(store, 'ежикова')]).toEqual([false, ids]);
  await index(store);
  expect([isUsed(store), await find(store, 'ежикова')]).toEqual([true, ids]);
  // Every hundredth change removes old changes, and the renaming is such a change.
  note(200_098);
  await rename(store, ids[0] ?? '', 'Барсук');
  expect([isUsed(store), await find(store, 'барсук')]).toEqual([false, ids]);
  await index(store);
  expect([isUsed(store), await find(store, 'барсук')]).toEqual([true, ids]);
  expect(db.query('SELECT count(*) FROM search_changes').values()).toEqual([[200_000]]);
});

const TROUBLES: Readonly<Record<string, (path: string, store: TestStore) => void | Promise<void>>> = {
  'is missing': (path) => rmSync(path),
  'is empty': (path) => truncateSync(path),
  'is cut': (path) => truncateSync(path, 8 * 4_096),
  'is no database': (path) => writeFileSync(path, 'no database '.repeat(1_000)),
  'is damaged': (path) => {
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0x5a, 4_096));
  },
  'is of another version': (path) => alter(path, 'PRAGMA user_version = 99'),
  'is of the version before': (path) =>
    alter(path, 'ALTER TABLE order_clients RENAME COLUMN id_start TO id', 'PRAGMA user_version = 3'),
  'has other tables': (path) => alter(path, 'DROP TABLE state'),
  'was made with another secret for ids': (_path, { storage }) =>
    alter(storage.path, 'UPDATE installation SET cursor_key = randomblob(32)'),
  'is of another database': async (path) => {
    await using other = await openShop('Горностай');
    copySearch(other.store, path);
  },
};

function copySearch({ storage }: Pick<TestStore, 'storage'>, target: string): void {
  rmSync(target, { force: true });
  using db = new Database(searchPath(storage.path));
  db.run('VACUUM INTO ?', [target]);
}

test.each(Object.entries(TROUBLES))(
  'if the search index %s, searches work without it until it is rebuilt',
  async (_what, spoil) => {
    await using shop = await openShop('Ежикова');
    const { store, ids } = shop;
    const path = searchPath(store.storage.path);
    store.storage.search.close();
    await spoil(path, store);
    expect(await find(store, 'ежикова')).toEqual(ids);
    expect(isUsed(store)).toBe(false);
    // The first try to index may find the damage and fail.
    await index(store).catch(() => index(store));
    expect(isUsed(store)).toBe(true);
    expect(await find(store, 'ежикова')).toEqual(ids);
    expect(store.storage.damage.found()).toBeUndefined();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  },
);

test('an index that its readers find damaged is removed, and the orders are still found', async () => {
  await using shop = await openShop('Ежикова');
  const { store, ids } = shop;
  const path = searchPath(store.storage.path);
  expect(await find(store, 'ежикова')).toEqual(ids);
  const bytes = readFileSync(path);
  for (let at = 2 * 4_096; at < bytes.length; at += 4_096) bytes.fill(0x5a, at, at + 4_096);
  store.storage.search.close();
  writeFileSync(path, bytes);
  expect(await find(store, 'ежикова')).toEqual(ids);
  expect([existsSync(path), store.storage.damage.found()]).toEqual([false, undefined]);
});

test('the search index is rebuilt if the thread that writes it finds damage', async () => {
  await using shop = await openShop('Ежикова');
  const { store, ids } = shop;
  const path = searchPath(store.storage.path);
  const sound = stateOf(path);
  const bytes = readFileSync(path);
  for (let page = 2; page * 4_096 < bytes.length; page += 1) {
    if (page !== sound) bytes.fill(0x5a, (page - 1) * 4_096, page * 4_096);
  }
  store.storage.search.close();
  writeFileSync(path, bytes);
  await rename(store, ids[0] ?? '', 'Барсук');
  expect(isUsed(store)).toBe(true);
  await expect(index(store)).rejects.toMatchObject({ code: 'SQLITE_CORRUPT' });
  await index(store);
  expect([isUsed(store), await find(store, 'барсук')]).toEqual([true, ids]);
});

test('a check reports an order missing from the index, but calls the database sound', async () => {
  await using store = await openTestStore();
  for (const name of ['Ежикова', 'Горностай']) await make(store, name);
  await index(store);
  const checked = () => [inspect(store.dataDir)?.isSearchOff, inspect(store.dataDir)?.problems];
  expect(checked()).toEqual([false, []]);
  alter(searchPath(store.storage.path), 'DELETE FROM order_search WHERE rowid = 2');
  expect(checked()).toEqual([true, []]);
});

/** The database page on which an index records its state. */
const stateOf = (path: string): number =>
  rowsIn<{ page: number }>(path, "SELECT rootpage AS page FROM sqlite_schema WHERE name = 'state'")[0]?.page ?? 0;

/** Opens the former database in another folder, with the current index next to it. */
async function putBack(store: TestStore, copy: string) {
  const dir = tempDir();
  const path = databasePath(dir.path);
  copyFileSync(copy, path);
  copySearch(store, searchPath(path));
  const storage = openForServe(
    { dataDir: dir.path, now: () => store.world.clock.now(), newId: store.world.newId },
    HOLDER,
  );
  return {
    ...store,
    dataDir: dir.path,
    storage,
    ctx: () => ({ ...store.ctx(), storage }),
    async [Symbol.asyncDispose]() {
      await storage.close();
      dir[Symbol.dispose]();
    },
  };
}

test.each([
  ['an order has changed since', async (store: TestStore, id: string) => void (await rename(store, id, 'Барсук'))],
  ['orders were made since', async (store: TestStore) => void (await make(store, 'Барсук'))],
  [
    'a change was made and undone since',
    async (store: TestStore, id: string) => {
      await rename(store, id, 'Барсук');
      await index(store);
      await rename(store, id, 'Ежикова');
    },
  ],
])('a database restored beside a newer index is searched without that index: %s', async (_what, change) => {
  await using shop = await openShop('Ежикова');
  const { store, ids } = shop;
  const copy = join(store.dataDir, 'then.db');
  await rename(store, ids[0] ?? '', 'Ежикова Ия');
  await index(store);
  copyDatabase(store.dataDir, copy);
  await change(store, ids[0] ?? '');
  await index(store);
  await using back = await putBack(store, copy);
  // The new order gets a seq and change numbers that the index already has for others.
  const again = await make(back, 'Горностай');
  await rename(back, again, 'Горностай Ия');
  expect(isUsed(back)).toBe(false);
  expect(await find(back, 'ежикова')).toEqual(ids);
  expect(await find(back, 'ия')).toEqual([again, ...ids]);
  await index(back);
  expect(isUsed(back)).toBe(true);
  expect([await find(back, 'ежикова'), await find(back, 'барсук')]).toEqual([ids, []]);
});

test('a database replaced by an identical copy keeps using its search index', async () => {
  await using shop = await openShop('Ежикова');
  const { store, ids } = shop;
  const copy = join(store.dataDir, 'then.db');
  await rename(store, ids[0] ?? '', 'Барсук');
  copyDatabase(store.dataDir, copy);
  await using back = await putBack(store, copy);
  expect([look(back)?.changed, await find(back, 'барсук'), await find(back, 'ежикова')]).toEqual([[1], ids, []]);
});

const KILLS = 20;
const BEGUN_AT_MOST = 6;

test('each search finds the right orders after kill -9 in any step of indexing', async () => {
  await using shop = await openShop('Ежикова', 'Горностай');
  const { store, ids } = shop;
  const [id = '', other = ''] = ids;
  using db = new Database(store.storage.path);
  using index_ = new Database(searchPath(store.storage.path));
  let seq = ORDERS + 3;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const name = `Барсук${kill}`;
    await rename(store, id, name);
    await fill(store, seq, 4_000, false);
    // Some indexed orders are erased, so that the index is merged.
    db.run('UPDATE orders SET search_text = ? WHERE seq BETWEEN ? AND ?', ['', seq - 1_000, seq - 900]);
    db.run('INSERT INTO search_changes (order_seq) SELECT seq FROM orders WHERE seq BETWEEN ? AND ?', [
      seq - 1_000,
      seq - 900,
    ]);
    seq += 4_000;
    await killWithin(store.storage.path, 1 + Math.floor(Math.random() * BEGUN_AT_MOST));
    expect([kill, await find(store, name), await find(store, 'горностай')]).toEqual([kill, [id], [other]]);
    expect(await find(store, `барсук${kill - 1}`)).toEqual([]);
  }
  await index(store);
  expect(look(store)).toMatchObject({ mark: seq - 1, changed: [] });
  index_.run("INSERT INTO order_search (order_search) VALUES ('integrity-check')");
  expect(index_.query('SELECT count(*) FROM order_search').values()).toEqual([[seq - 1]]);
  expect([await find(store, `барсук${KILLS - 1}`), await find(store, 'горностай')]).toEqual([[id], [other]]);
}, 240_000);

async function killWithin(databasePath: string, steps: number): Promise<void> {
  const child = Bun.spawn([process.execPath, INDEXING, databasePath], { stdout: 'pipe', stderr: 'inherit' });
  let said = 0;
  for await (const bytes of child.stdout) {
    said += bytes.length;
    if (said >= steps) break;
  }
  child.kill('SIGKILL');
  await child.exited;
}

test('neither a backup nor a restore includes a search index', async () => {
  await using shop = await openShop('Ежикова');
  const { store } = shop;
  const backup = await backUp(store, join(store.dataDir, 'backups'));
  using db = new Database(backup, { readonly: true });
  expect(db.query("SELECT name FROM sqlite_schema WHERE name LIKE 'order_search%'").values()).toEqual([]);
  using dir = tempDir();
  const path = databasePath(dir.path);
  copySearch(store, searchPath(path));
  const staged = join(dir.path, 'staged');
  copyFileSync(backup, staged);
  restoreDatabase(dir.path, staged, { ...RESTORE, nowMs: store.world.clock.now() });
  expect(existsSync(searchPath(path))).toBe(false);
});

const RESTORE = {
  holder: HOLDER,
  force: true,
  hold: false,
  anySeal: true,
  name: 'the backup',
  actor: { type: 'command', id: null },
  receipt: null,
} as const;
