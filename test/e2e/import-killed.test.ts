import { expect, test } from 'bun:test';
import { importDone, sendTable } from '../support/await-import.ts';
import { ownerOf } from '../support/browser-session.ts';
import { client, copyShop, type DataDir, dataDir, orderBody, type Running, serve } from '../support/docket.ts';
import { DISKS } from '../support/failing-disk.ts';
import { countRows, expectOk } from '../support/http-answers.ts';
import { until } from '../support/until.ts';

const ROWS = 12_000;
/** The longest wait for an import. `ROWS` rows take some twenty seconds on a busy machine. */
const IMPORT_MS = 40_000;
const fileOf = (rows: number): string =>
  ['number,date,item,price', ...Array.from({ length: rows }, (_, at) => `K-${at},2026-03-08,Rose,100`)].join('\n');
const FILE = fileOf(ROWS);

async function init(dir: DataDir) {
  const { workspaceId, key } = await copyShop(dir.path);
  const count = (rows: string): number => countRows({ dir: dir.path }, rows);
  return { base: `/app/api/workspaces/${workspaceId}`, key, count };
}

async function begin(server: Running, base: string, query = '', file = FILE, of = 'orders'): Promise<string> {
  const owner = await ownerOf(server);
  return expectOk(await sendTable(owner, `${base}/${of}/import${query}`, file)).started.id;
}

test('an import killed before its file is accepted leaves nothing and can be sent again', async () => {
  using dir = dataDir();
  const { base, key, count } = await init(dir);
  {
    await using server = await serve(dir.path);
    const sent = begin(server, base).catch(() => undefined);
    await until('the first rows', () => count('import_rows') > 0);
    await server.end('SIGKILL');
    await sent;
  }
  expect(count("imports WHERE state = 'staging'")).toBe(1);
  await using server = await serve(dir.path);
  await until('the rows to be swept', () => count('import_rows') === 0 && count('imports') === 0);
  expect(count('orders')).toBe(0);
  expect(expectOk(await client(server.url, key).post('/api/v1/orders/create', orderBody())).num).toBe('1');
});

test('an import creates, announces and counts each order once, even if the server is killed repeatedly', async () => {
  using dir = dataDir();
  const { base, count } = await init(dir);
  let id = '';
  for (const from of [0, 2_000, 6_000]) {
    await using server = await serve(dir.path);
    if (from === 0) id = await begin(server, base, '?tell=1');
    await until(`more than ${from} orders`, () => count('orders') > from);
    await server.end('SIGKILL');
    const made = count('orders');
    expect([made < ROWS, count('import_rows')]).toEqual([true, ROWS - made]);
  }
  await using server = await serve(dir.path);
  const owner = await ownerOf(server);
  const done = await importDone(owner, base, id, IMPORT_MS);
  expect(done).toMatchObject({ done: ROWS, total: ROWS, counts: { created: ROWS } });
  for (const table of ['orders', "events WHERE type = 'order.created'", 'order_history']) {
    expect([table, count(table)]).toEqual([table, ROWS]);
  }
  expect(count('(SELECT DISTINCT num FROM orders)')).toBe(ROWS);
  expect(count("audit_log WHERE action = 'orders.imported'")).toBe(1);
  expect(count('import_rows')).toBe(0);
}, 120_000);

test('the import and the undo of payments count each payment once, even if the server is killed while they run', async () => {
  const [orders, each] = [20, 150];
  const rows = orders * each;
  using dir = dataDir();
  const { base, count } = await init(dir);
  // The rows of each order are equal, but each row is a payment of its own.
  const file = ['number,date,amount', ...Array.from({ length: rows }, (_, at) => `K-${at % orders},2026-03-08,0.1`)];
  let id = '';
  for (const from of [0, 1_000, 2_000]) {
    await using server = await serve(dir.path);
    if (from === 0) {
      await importDone(await ownerOf(server), base, await begin(server, base, '', fileOf(orders)));
      id = await begin(server, base, '?tell=1&mapping=order,date,amount', file.join('\n'), 'payments');
    }
    await until(`more than ${from} payments`, () => count('payments') > from);
    await server.end('SIGKILL');
    const made = count('payments');
    expect([made < rows, count('import_rows')]).toEqual([true, rows - made]);
  }
  const told = "events WHERE type = 'order.payment.created'";
  const paid = 'orders WHERE paid_amount = 1500';
  {
    await using server = await serve(dir.path);
    const owner = await ownerOf(server);
    expect(await importDone(owner, base, id, IMPORT_MS)).toMatchObject({ done: rows, counts: { new: rows } });
    expect([count('payments'), count(told), count(paid)]).toEqual([rows, rows, orders]);
    expectOk(await owner.post(`${base}/imports/${id}/undo`, {}));
    await until('some deleted payments', () => count("payments WHERE status = 'deleted'") > 0);
    await server.end('SIGKILL');
  }
  const left = count('import_made');
  expect([left > 0, count("payments WHERE status = 'deleted'") + left]).toEqual([true, rows + orders]);
  await using server = await serve(dir.path);
  const owner = await ownerOf(server);
  const undone = async () => expectOk(await owner.get(`${base}/imports/${id}`)).undo;
  await until('the undo to be completed', async () => (await undone()).isDone, IMPORT_MS);
  expect((await undone()).counts).toEqual({ deleted: rows });
  expect(count('orders WHERE paid_amount = 0')).toBe(orders);
  expect(count("order_history WHERE kind = 'payment_deleted'")).toBe(rows);
  for (const action of ['payments.imported', 'payments.import_undone'])
    expect(count(`audit_log WHERE action = '${action}'`)).toBe(1);
}, 120_000);

test('an undo of an import resumes after a kill, and deletes and announces each order exactly once', async () => {
  const rows = 3_000;
  using dir = dataDir();
  const { base, count } = await init(dir);
  let id = '';
  {
    await using server = await serve(dir.path);
    id = await begin(server, base, '', fileOf(rows));
    const owner = await ownerOf(server);
    await importDone(owner, base, id, IMPORT_MS);
    expectOk(await owner.post(`${base}/imports/${id}/undo`, {}));
    await until('some deleted orders', () => count('orders WHERE deleted_at IS NOT NULL') > 0);
    await server.end('SIGKILL');
  }
  const deleted = count('orders WHERE deleted_at IS NOT NULL');
  expect([deleted < rows, count('import_made')]).toEqual([true, rows - deleted]);
  await using server = await serve(dir.path);
  const owner = await ownerOf(server);
  const undone = async () => expectOk(await owner.get(`${base}/imports/${id}`)).undo;
  await until('the undo to be completed', async () => (await undone()).isDone, IMPORT_MS);
  expect((await undone()).counts).toEqual({ deleted: rows });
  for (const table of ["order_history WHERE kind = 'deleted'", "events WHERE type = 'order.deleted'"]) {
    expect([table, count(table)]).toEqual([table, rows]);
  }
  expect(count("audit_log WHERE action = 'orders.import_undone'")).toBe(1);
}, 120_000);

const [how, makeDisk] = DISKS[0] ?? [];

test(`an import on a disk ${how} reports that it is waiting, and completes once there is room`, async () => {
  if (makeDisk === undefined) throw new Error('there is a disk that every machine can have');
  using disk = makeDisk();
  const { base, count } = await init(disk);
  const { wrapper } = disk;
  await using server = await serve(disk.path, [], wrapper === undefined ? {} : { wrapper });
  const owner = await ownerOf(server);
  const id = await begin(server, base);
  await until('some orders', () => count('orders') > 0);
  disk.fail(server.pid);
  const read = async () => expectOk(await owner.get(`${base}/imports/${id}`));
  expect(await until('the import to say that it waits', async () => (await read()).trouble)).toBe('storage');
  disk.mend(server.pid);
  expect(await importDone(owner, base, id, IMPORT_MS)).toMatchObject({ counts: { created: ROWS }, trouble: null });
  expect(count('orders')).toBe(ROWS);
});
