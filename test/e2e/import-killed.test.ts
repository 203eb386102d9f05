import { expect, test } from 'bun:test';
import { importDone } from '../support/await-import.ts';
import { signedIn } from '../support/browser-session.ts';
import { client, copyShop, type DataDir, dataDir, orderBody, type Running, serve } from '../support/docket.ts';
import { DISKS } from '../support/failing-disk.ts';
import { countRows, expectOk } from '../support/http-answers.ts';
import { until } from '../support/until.ts';

/** The executable is killed, or its disk fails, during an import. */

const ROWS = 12_000;
/** This number of rows takes a third of a minute on a busy machine. */
const IMPORT_MS = 40_000;
const fileOf = (rows: number): string =>
  ['number,date,item,price', ...Array.from({ length: rows }, (_, at) => `K-${at},2026-03-08,Rose,100`)].join('\n');
const FILE = fileOf(ROWS);
const OWNER = ['owner@example.com', 'correct horse'] as const;

async function init(dir: DataDir) {
  const { workspaceId, key } = await copyShop(dir.path);
  return { base: `/app/api/workspaces/${workspaceId}`, key };
}

async function send(server: Running, base: string, query = '', file = FILE, of = 'orders'): Promise<Response> {
  const owner = await signedIn(server.url, ...OWNER);
  return fetch(`${server.url}${base}/${of}/import${query}`, {
    method: 'POST',
    body: file,
    headers: { 'sec-fetch-site': 'same-origin', cookie: owner.cookie(), 'content-type': 'text/csv' },
  });
}

/** @returns the id of the import once it is accepted */
async function begin(server: Running, base: string, query = '', file = FILE, of = 'orders'): Promise<string> {
  const response = await send(server, base, query, file, of);
  const { status, headers } = response;
  return expectOk({ status, headers, body: await response.json() }).started.id;
}

test('killed before the file is accepted, an import leaves nothing, and the same file can be sent again', async () => {
  using dir = dataDir();
  const { base, key } = await init(dir);
  {
    await using server = await serve(dir.path);
    const sent = send(server, base).catch(() => undefined);
    await until('the first rows', () => countRows({ dir: dir.path }, 'import_rows') > 0);
    await server.end('SIGKILL');
    await sent;
  }
  expect(countRows({ dir: dir.path }, "imports WHERE state = 'staging'")).toBe(1);
  await using server = await serve(dir.path);
  await until(
    'the rows to be swept',
    () => countRows({ dir: dir.path }, 'import_rows') === 0 && countRows({ dir: dir.path }, 'imports') === 0,
  );
  expect(countRows({ dir: dir.path }, 'orders')).toBe(0);
  expect(expectOk(await client(server.url, key).post('/api/v1/orders/create', orderBody())).num).toBe('1');
});

test('killed again and again while it makes orders, an import makes, announces and counts each once', async () => {
  using dir = dataDir();
  const { base } = await init(dir);
  let id = '';
  for (const from of [0, 2_000, 6_000]) {
    await using server = await serve(dir.path);
    if (from === 0) id = await begin(server, base, '?tell=1');
    await until(`more than ${from} orders`, () => countRows({ dir: dir.path }, 'orders') > from);
    await server.end('SIGKILL');
    const made = countRows({ dir: dir.path }, 'orders');
    expect([made < ROWS, countRows({ dir: dir.path }, 'import_rows')]).toEqual([true, ROWS - made]);
  }
  await using server = await serve(dir.path);
  const owner = await signedIn(server.url, ...OWNER);
  const done = await importDone(owner, base, id, IMPORT_MS);
  expect(done).toMatchObject({ done: ROWS, total: ROWS, counts: { created: ROWS } });
  for (const table of ['orders', "events WHERE type = 'order.created'", 'order_history']) {
    expect([table, countRows({ dir: dir.path }, table)]).toEqual([table, ROWS]);
  }
  expect(countRows({ dir: dir.path }, '(SELECT DISTINCT num FROM orders)')).toBe(ROWS);
  expect(countRows({ dir: dir.path }, "audit_log WHERE action = 'orders.imported'")).toBe(1);
  expect(countRows({ dir: dir.path }, 'import_rows')).toBe(0);
}, 120_000);

test('killed while it records or reverts payments, an import counts each of them once', async () => {
  const [orders, each] = [20, 150];
  const rows = orders * each;
  using dir = dataDir();
  const { base } = await init(dir);
  // The rows of each order are equal, and each row is a payment.
  const file = ['number,date,amount', ...Array.from({ length: rows }, (_, at) => `K-${at % orders},2026-03-08,0.1`)];
  let id = '';
  for (const from of [0, 1_000, 2_000]) {
    await using server = await serve(dir.path);
    if (from === 0) {
      await importDone(await signedIn(server.url, ...OWNER), base, await begin(server, base, '', fileOf(orders)));
      id = await begin(server, base, '?tell=1&mapping=order,date,amount', file.join('\n'), 'payments');
    }
    await until(`more than ${from} payments`, () => countRows({ dir: dir.path }, 'payments') > from);
    await server.end('SIGKILL');
    const made = countRows({ dir: dir.path }, 'payments');
    expect([made < rows, countRows({ dir: dir.path }, 'import_rows')]).toEqual([true, rows - made]);
  }
  const told = "events WHERE type = 'order.payment.created'";
  const paid = 'orders WHERE paid_amount = 1500';
  {
    await using server = await serve(dir.path);
    const owner = await signedIn(server.url, ...OWNER);
    expect(await importDone(owner, base, id, IMPORT_MS)).toMatchObject({ done: rows, counts: { new: rows } });
    expect([
      countRows({ dir: dir.path }, 'payments'),
      countRows({ dir: dir.path }, told),
      countRows({ dir: dir.path }, paid),
    ]).toEqual([rows, rows, orders]);
    expectOk(await owner.post(`${base}/imports/${id}/undo`, {}));
    await until('some deleted payments', () => countRows({ dir: dir.path }, "payments WHERE status = 'deleted'") > 0);
    await server.end('SIGKILL');
  }
  const left = countRows({ dir: dir.path }, 'import_made');
  expect([left > 0, countRows({ dir: dir.path }, "payments WHERE status = 'deleted'") + left]).toEqual([
    true,
    rows + orders,
  ]);
  await using server = await serve(dir.path);
  const owner = await signedIn(server.url, ...OWNER);
  const undone = async () => expectOk(await owner.get(`${base}/imports/${id}`)).undo;
  await until('the undo to be completed', async () => (await undone()).isDone, IMPORT_MS);
  expect((await undone()).counts).toEqual({ deleted: rows });
  expect(countRows({ dir: dir.path }, 'orders WHERE paid_amount = 0')).toBe(orders);
  expect(countRows({ dir: dir.path }, "order_history WHERE kind = 'payment_deleted'")).toBe(rows);
  for (const action of ['payments.imported', 'payments.import_undone'])
    expect(countRows({ dir: dir.path }, `audit_log WHERE action = '${action}'`)).toBe(1);
}, 120_000);

test('each order is deleted once and announced once when the undo of an import is killed', async () => {
  const rows = 3_000;
  using dir = dataDir();
  const { base } = await init(dir);
  let id = '';
  {
    await using server = await serve(dir.path);
    id = await begin(server, base, '', fileOf(rows));
    const owner = await signedIn(server.url, ...OWNER);
    await importDone(owner, base, id, IMPORT_MS);
    expectOk(await owner.post(`${base}/imports/${id}/undo`, {}));
    await until('some deleted orders', () => countRows({ dir: dir.path }, 'orders WHERE deleted_at IS NOT NULL') > 0);
    await server.end('SIGKILL');
  }
  const deleted = countRows({ dir: dir.path }, 'orders WHERE deleted_at IS NOT NULL');
  expect([deleted < rows, countRows({ dir: dir.path }, 'import_made')]).toEqual([true, rows - deleted]);
  await using server = await serve(dir.path);
  const owner = await signedIn(server.url, ...OWNER);
  const undone = async () => expectOk(await owner.get(`${base}/imports/${id}`)).undo;
  await until('the undo to be completed', async () => (await undone()).isDone, IMPORT_MS);
  expect((await undone()).counts).toEqual({ deleted: rows });
  for (const table of ["order_history WHERE kind = 'deleted'", "events WHERE type = 'order.deleted'"]) {
    expect([table, countRows({ dir: dir.path }, table)]).toEqual([table, rows]);
  }
  expect(countRows({ dir: dir.path }, "audit_log WHERE action = 'orders.import_undone'")).toBe(1);
}, 120_000);

const [how, makeDisk] = DISKS[0] ?? [];

test(`on a disk ${how} an import waits, says so, and completes when there is room again`, async () => {
  if (makeDisk === undefined) throw new Error('there is a disk that every machine can have');
  using disk = makeDisk();
  const { base } = await init(disk);
  const { wrapper } = disk;
  await using server = await serve(disk.path, [], wrapper === undefined ? {} : { wrapper });
  const owner = await signedIn(server.url, ...OWNER);
  const id = await begin(server, base);
  await until('some orders', () => countRows({ dir: disk.path }, 'orders') > 0);
  disk.fail(server.pid);
  const read = async () => expectOk(await owner.get(`${base}/imports/${id}`));
  expect(await until('the import to say that it waits', async () => (await read()).trouble)).toBe('storage');
  disk.mend(server.pid);
  expect(await importDone(owner, base, id, IMPORT_MS)).toMatchObject({ counts: { created: ROWS }, trouble: null });
  expect(countRows({ dir: disk.path }, 'orders')).toBe(ROWS);
});
