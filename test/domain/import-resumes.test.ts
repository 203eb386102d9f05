import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { AppError } from '../../src/base/index.ts';
import { addStep, ORDER_FLOW, updateStep } from '../../src/flows/index.ts';
import { createStaging, findImport, listOpenImports } from '../../src/imports/index.ts';
import { createOrder, previewSeries, readNumberSeries, removeStatus } from '../../src/orders/index.ts';
import { removePerson } from '../../src/people/index.ts';
import { auditLog, importRows, imports, openForServe, orders, type Storage } from '../../src/storage/index.ts';
import { findWorkspace } from '../../src/workspaces/index.ts';
import { type ImportShop, openImportShop, openImports, readOrders } from '../support/imports.ts';
import { HOLDER, rowsOf, secondWorkspace, TEST_ACTOR, tempDir } from '../support/store.ts';

const OF = { flow: ORDER_FLOW, language: 'en' } as const;
const HEAD = 'number;date;item;price;status';
const linesOf = (nums: readonly (number | string)[], status = ''): string[] => [
  HEAD,
  ...nums.map((num) => `${num};2026-03-08;Роза;100;${status}`),
];
const upTo = (count: number, from = 1, by = 1): number[] => Array.from({ length: count }, (_, at) => from + at * by);

async function read(store: ImportShop, lines: readonly string[]) {
  const { orders: found, problems } = await readOrders(store.importing, lines.join('\n'));
  expect(problems.shown).toEqual([]);
  return found;
}
const countOf = (storage: Storage, table: typeof orders | typeof importRows | typeof imports): number =>
  storage.read.select({ n: sql<number>`count(*)` }).from(table).get()?.n ?? 0;
const create = async (store: ImportShop, requestKey: string): Promise<string> => {
  const products = [{ name: 'Роза', quantity: 1, price: 1 }];
  const input = { requestKey, date: '2026-05-20T10:00:00+03:00', products };
  return (await createOrder(store.ctx(), input)).order.num;
};

test('a half-done import continues from a restored backup and creates every order once', async () => {
  await using store = await openImportShop();
  const id = await store.accept(await read(store, linesOf(upTo(450))));
  await store.imports.step();
  using dir = tempDir();
  const half = countOf(store.storage, orders);
  const copy = join(dir.path, 'docket.db');
  using source = new Database(store.storage.path, { readonly: true });
  source.run('VACUUM INTO ?', [copy]);
  const restored = openForServe({ dataDir: dir.path, now: () => 0, newId: store.world.newId }, HOLDER);
  try {
    expect([half > 0, half < 450, countOf(restored, orders)]).toEqual([true, true, half]);
    const workspace = findWorkspace(restored, store.workspace.id) ?? store.workspace;
    await openImports(restored).finish();
    const done = findImport({ storage: restored, workspace }, id);
    expect(done).toMatchObject({ isDone: true, done: 450, total: 450 });
    expect(done?.counts).toEqual({ created: 450 });
    expect([countOf(restored, orders), countOf(restored, importRows)]).toEqual([450, 0]);
    const rows = restored.read.select().from(auditLog).where(sql`action = 'orders.imported'`).all();
    expect(rows).toMatchObject([{ actorId: store.importing.actor.id, requestId: 'request-1' }]);
  } finally {
    await restored.close();
  }
});

/** Adds the first import, with one row, as a crash of the server during staging leaves it. */
const cutOff = ({ storage, workspace, importing }: ImportShop): Promise<void> =>
  storage.write((tx) => {
    const row = { id: crypto.randomUUID(), workspaceSeq: workspace.seq, kind: 'orders', state: 'staging' } as const;
    const who = { actorType: importing.actor.type, options: '{}', total: 9, done: 0, counts: '{}', createdAt: 0 };
    tx.db
      .insert(imports)
      .values({ ...row, ...who })
      .run();
    tx.db.insert(importRows).values({ importSeq: 1, workspaceSeq: workspace.seq, reserves: '1', body: '{}' }).run();
  });

test('a staged file that is never accepted creates nothing, reserves no order number, and is deleted later', async () => {
  await using store = await openImportShop();
  const found = await read(store, linesOf(upTo(700)));
  const cut = new Error('cut off');
  const rows = function* () {
    for (const at of upTo(650)) yield { body: '{}', reserves: String(at) };
    throw cut;
  };
  const { workspace, actor } = store.importing;
  const wish = { id: crypto.randomUUID(), workspace, actor, requestId: null, options: '{}', total: 700 };
  await cutOff(store);
  expect(await create(store, 'a')).toBe('1');
  expect(listOpenImports(store.storage.read)).toEqual([]);
  await expect(store.imports.stage({ ...wish, kind: 'orders', rows: rows() })).rejects.toBe(cut);
  expect([countOf(store.storage, imports), countOf(store.storage, importRows)]).toEqual([0, 0]);
  const id = await store.accept(found);
  await store.imports.finish();
  expect(store.outcomeOf(id)).toMatchObject({ created: 700 });
});

test('a slow sweep of an interrupted import spares a new import that has taken over the seq', async () => {
  await using store = await openImportShop();
  const { storage } = store;
  const { workspace, actor } = store.importing;
  await cutOff(store);
  const gate = Promise.withResolvers<void>();
  const write: Storage['write'] = async (work) => {
    await gate.promise;
    return storage.write(work);
  };
  const slow = createStaging({ ...storage, write }).sweep();
  await store.imports.sweep();
  const rows = function* () {
    gate.resolve();
    yield { body: '{}', reserves: null };
  };
  const wish = { id: crypto.randomUUID(), workspace, actor, requestId: null, options: '{}', total: 1 };
  const id = await store.imports.stage({ ...wish, kind: 'orders', rows: rows() });
  await slow;
  expect(listOpenImports(storage.read)).toMatchObject([{ seq: 1, id }]);
  expect(countOf(storage, importRows)).toBe(1);
});

async function readPacked(store: ImportShop) {
  const status = { id: 'packed', name: 'Packed', tone: 'teal', group: 'work', writesOffStock: false } as const;
  await addStep({ ...store, actor: TEST_ACTOR }, { ...status, ...OF });
  return read(store, linesOf(upTo(300), 'Packed'));
}

test('a status that a running import uses cannot be deleted, only switched off', async () => {
  await using store = await openImportShop();
  const { storage } = store;
  const found = await readPacked(store);
  const id = await store.accept(found);
  const remove = () => removeStatus(store.ctx(), { id: 'packed', language: 'en' });
  await expect(remove()).rejects.toMatchObject({ kind: 'status_in_use' });
  await updateStep(store.ctx(), { ...OF, id: 'packed', active: false });
  await store.imports.finish();
  expect(store.outcomeOf(id)).toMatchObject({ created: 300 });
  expect(rowsOf(storage, orders).every(({ statusId }) => statusId === 'packed')).toBe(true);
});

test('accepting an import file fails and creates nothing if a status in the file has been deleted', async () => {
  await using store = await openImportShop();
  const { storage } = store;
  const found = await readPacked(store);
  await removeStatus(store.ctx(), { id: 'packed', language: 'en' });
  await expect(store.accept(found)).rejects.toMatchObject({ kind: 'invalid_status' });
  expect([countOf(storage, orders), countOf(storage, imports), countOf(storage, importRows)]).toEqual([0, 0, 0]);
});

test('an import needs the person’s right only until the file is accepted', async () => {
  await using store = await openImportShop();
  const { storage, importing } = store;
  const person = importing.actor.id ?? '';
  const first = await read(store, linesOf(upTo(250)));
  const second = await read(store, linesOf(upTo(10, 1_000)));
  await store.accept(first);
  const stillMay = (): void => {
    throw new AppError({ rule: 'signed_out' });
  };
  await expect(store.accept(second, { stillMay })).rejects.toMatchObject({ kind: 'signed_out' });
  await store.imports.step();
  await removePerson(store.ctx(), person);
  await store.imports.finish();
  expect([countOf(storage, orders), countOf(storage, imports)]).toEqual([250, 1]);
});

test('an import id is refused with another file, and is unknown in another workspace', async () => {
  await using store = await openImportShop();
  const [first, second] = [await read(store, linesOf(upTo(3))), await read(store, linesOf(upTo(3, 100)))];
  const id = await store.accept(first);
  await store.imports.finish();
  expect(await store.accept(first, { id })).toBe(id);
  await expect(store.accept(second, { id })).rejects.toMatchObject({ kind: 'validation_failed' });
  expect(countOf(store.storage, imports)).toBe(1);
  const other = await secondWorkspace(store);
  const wish = { id, kind: 'orders', workspace: other, actor: TEST_ACTOR, requestId: null, total: 0 } as const;
  const options = JSON.stringify({ tell: false, statusIds: [] });
  const theirs = await store.imports.stage({ ...wish, options, rows: [] });
  expect(theirs).not.toBe(id);
  expect(findImport({ storage: store.storage, workspace: other }, theirs)).toMatchObject({ isDone: false });
});

test('a workspace has at most three imports under way', async () => {
  await using store = await openImportShop();
  const files = [1, 2, 3, 4].map((file) => linesOf(upTo(5, file * 100)));
  for (const file of files.slice(0, 3)) await store.accept(await read(store, file));
  const last = await read(store, files[3] ?? []);
  await expect(store.accept(last)).rejects.toMatchObject({ kind: 'rate_limited' });
  // On a busy machine, one step may be too short for a whole file.
  while (listOpenImports(store.storage.read).length === 3) await store.imports.step();
  await store.accept(last);
  await store.imports.finish();
  expect(countOf(store.storage, orders)).toBe(20);
});

test('rows staged by schema version 26 stay readable', async () => {
  await using store = await openImportShop();
  const { storage, importing, workspace } = store;
  const columns = {
    platform: 'site',
    date: '2026-03-08',
    timeStart: '09:00',
    timeEnd: null,
    productsAmount: 10_000,
    price: 10_000,
    client: '{"name":"Мария"}',
    recipient: null,
    delivery: null,
    additional: null,
    products: '[{"name":"Роза","quantity":1,"price":100}]',
  };
  const payment = {
    externalId: null,
    amount: 500,
    paidAt: null,
    paymentMethod: 'cash',
    providerData: null,
    extra: null,
  };
  const draft = {
    num: 'A-7',
    statusId: 'status-new',
    payments: [payment],
    people: { client: { name: 'Мария' } },
    columns,
  };
  const body = JSON.stringify({ repeatKey: 'num:A-7', fingerprint: 'ab'.repeat(32), draft });
  const product = JSON.stringify({ line: 2, externalId: 'rose', name: 'Роза', sku: null, quantity: 1_500 });
  const { actor } = importing;
  const wish = { workspace, actor, requestId: null, total: 1 };
  const options = '{"tell":false,"statusIds":["status-new"]}';
  const ids = [crypto.randomUUID(), crypto.randomUUID()] as const;
  await store.imports.stage({ ...wish, id: ids[0], kind: 'orders', options, rows: [{ body, reserves: 'A-7' }] });
  await store.imports.stage({
    ...wish,
    id: ids[1],
    kind: 'products',
    options: '{}',
    rows: [{ body: product, reserves: null }],
  });
  await store.imports.finish();
  expect(ids.map((id) => store.stateOf(id).counts)).toEqual([{ created: 1 }, { new: 1 }]);
  expect(storage.read.select().from(orders).all()).toMatchObject([
    {
      ...columns,
      num: 'A-7',
      statusId: 'status-new',
      paidAmount: 500,
      paymentStatus: 'partial',
      repeatKey: 'num:A-7',
      searchText: 'a-7\nмария\nроза',
    },
  ]);
});

function refuseLongWalk({ storage, workspace }: ImportShop): void {
  previewSeries(storage.read, workspace.seq, readNumberSeries(storage.read, workspace.seq), 3);
}

test.each([
  ['the numbers from 2 on, 1 being free', [upTo(5_000, 2)], ['1', '5002']],
  ['odd numbers, then even ones', [upTo(2_500, 3, 2), upTo(2_500, 2, 2)], ['1', '5002']],
  ['two blocks with a gap between them', [[...upTo(2_000), ...upTo(2_000, 2_002)]], ['2001', '4002']],
  ['the last number first', [upTo(3_000).toReversed()], ['3001', '3002']],
] as const)(
  'after imports with %s, the number of a new order is found without trying each used number',
  async (_name, files, nums) => {
    await using store = await openImportShop();
    for (const file of files) {
      await store.accept(await read(store, linesOf(file)));
      refuseLongWalk(store);
      await store.imports.step();
      refuseLongWalk(store);
      await store.imports.finish();
      refuseLongWalk(store);
    }
    expect([await create(store, 'a'), await create(store, 'b')]).toEqual([...nums]);
  },
);

test('no order gets an order number that a pending import file uses, whatever the sequence of the numbers', async () => {
  await using store = await openImportShop();
  await store.accept(await read(store, linesOf(upTo(200, 1, 2).toReversed())));
  expect([await create(store, 'a'), await create(store, 'b')]).toEqual(['2', '4']);
  await store.imports.step();
  expect(await create(store, 'c')).toBe('6');
  await store.imports.finish();
  expect(await create(store, 'd')).toBe('8');
});

test('imported order numbers with leading zeros do not advance the number series', async () => {
  await using store = await openImportShop();
  await store.accept(await read(store, linesOf(upTo(200).map((number) => `0${number}`))));
  await store.imports.finish();
  expect(await create(store, 'a')).toBe('1');
});
