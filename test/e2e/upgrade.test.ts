import { Database } from 'bun:sqlite';
import { beforeAll, expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SCHEMA_VERSION } from '../../src/storage/index.ts';
import { ownerOf } from '../support/browser-session.ts';
import { client, copyShop, dataDir, docket, docketJson, EXECUTABLE, orderBody, serve } from '../support/docket.ts';
import { expectOk, placeOrder } from '../support/http-answers.ts';
import { buildNextRelease, NEXT_SCHEMA, SLOW } from '../support/next-release.ts';
import { shared } from '../support/shared.ts';
import { tempDir } from '../support/store.ts';
import { until } from '../support/until.ts';

/** The executable of a future release, whose schema is one migration ahead. */
let next = '';

const release = shared(tempDir);
beforeAll(async () => {
  next = await buildNextRelease(join(release.path, 'tree'), join(release.path, 'docket'), {});
}, 300_000);

const PAID_AT_ONCE = orderBody({
  requestKey: 'paid-at-once',
  delivery: null,
  payments: [{ paymentId: 'bank-5', amount: 3000, paidAt: '2026-03-07T09:00:00Z' }],
});
const PLAIN = orderBody({ requestKey: 'site-1' });

interface FilledData extends Disposable {
  readonly dir: string;
  readonly path: string;
  readonly key: string;
  readonly workspaceId: string;
}

/** A shop in which every API action on an order has happened once; no server runs. */
async function fillShop(): Promise<FilledData> {
  const dir = dataDir();
  const { key, workspaceId } = await copyShop(dir.path);
  await using server = await serve(dir.path, ['--environment', 'dev']);
  const api = client(server.url, key);
  const post = async (path: string, body: unknown) => expectOk(await api.post(`/api/v1/${path}`, body));
  const made: string[] = [];
  for (const body of [PLAIN, PAID_AT_ONCE, ...Array.from({ length: 5 }, () => orderBody())]) {
    made.push((await post('orders/create', body)).id);
  }
  const [, , partial, over, closed, changed, gone] = made;
  await post('orders/payment', { id: partial, paymentId: 'bank-1', amount: 0.1 });
  await post('orders/payment', { id: over, paymentId: 'bank-2', amount: 5000.25 });
  await post('orders/status', { id: closed, statusId: 'status-closed' });
  await post('orders/update', { id: changed, data: { timeStart: '12:00', delivery: null } });
  await post('orders/delete', { id: gone });
  await post('inquiries', { payload: { name: 'Анна', phone: '+7 912 000-00-00' } });
  await server.end();
  return { dir: dir.path, path: join(dir.path, 'docket.db'), key, workspaceId, [Symbol.dispose]: dir[Symbol.dispose] };
}

/** Tables that a migration leaves unchanged. */
const KEPT = 'orders order_history payments inquiries events people memberships api_keys installation mails'.split(' ');

type Row = Record<string, unknown>;

/**
 * Reads the rows of the `KEPT` tables directly from the file.
 * @param columnsOf the path of a file with the older schema. Columns that are not in this schema are left out
 */
function rowsIn(path: string, columnsOf = path): Record<string, Row[]> {
  using model = new Database(columnsOf, { readonly: true });
  using db = new Database(path, { readonly: true });
  const rowsOf = (table: string): Row[] => {
    const columns = model.query<{ name: string }, [string]>('SELECT name FROM pragma_table_info(?)').all(table);
    return db.query<Row, []>(`SELECT ${columns.map(({ name }) => name).join()} FROM ${table} ORDER BY 1, 2`).all();
  };
  return Object.fromEntries(KEPT.map((table) => [table, rowsOf(table)]));
}

function schemaOf(path: string): number {
  using db = new Database(path, { readonly: true });
  return db.query<{ version: number }, []>('SELECT max(version) AS version FROM schema_migrations').get()?.version ?? 0;
}

const copiesIn = (dir: string): string[] => readdirSync(dir).filter((name) => name.endsWith('.backup'));
const sha256 = (path: string): string => new Bun.CryptoHasher('sha256').update(readFileSync(path)).digest('hex');

test('a database is copied and then migrated at the first start, with its data unchanged', async () => {
  using shop = await fillShop();
  const before = rowsIn(shop.path);
  expect(before['orders']).toHaveLength(7);
  await using server = await serve(shop.dir, ['--log-level', 'error'], { wrapper: [next] });
  const copy = /kept in (\S+\.backup)/.exec(server.stdout())?.[1] ?? '';
  expect(copy).toContain(`.schema-${SCHEMA_VERSION}.`);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(rowsIn(copy)).toEqual(before);
  expect(schemaOf(copy)).toBe(SCHEMA_VERSION);
  expect(rowsIn(shop.path, copy)).toEqual(before);
  expect(schemaOf(shop.path)).toBe(NEXT_SCHEMA);

  const api = client(server.url, shop.key);
  const { orders } = (await api.get('/api/v1/orders?limit=100')).body.data;
  const kept = (before['orders'] ?? []).filter((row) => row['deleted_at'] === null);
  const told = orders.map((order: Row) => [order['num'], order['price'], order['paymentStatus']]);
  expect(told.toSorted()).toEqual(
    kept.map((row) => [row['num'], Number(row['price']) / 100, row['payment_status']]).toSorted(),
  );
  for (const body of [PLAIN, PAID_AT_ONCE]) {
    const again = await api.post('/api/v1/orders/create', body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(orders).toContainEqual(expect.objectContaining(expectOk(again)));
  }
  await placeOrder(api);
  const owner = await ownerOf(server);
  for (const page of ['orders', 'inquiries/board', 'overview', 'history', 'system']) {
    const { status } = await owner.get(`/app/api/workspaces/${shop.workspaceId}/${page}`);
    expect({ page, status }).toEqual({ page, status: 200 });
  }
  // The command may report problems of the machine, so its exit status is not checked.
  const { stdout } = await docket(['check', '--data', shop.dir], { executable: next });
  expect(stdout).toContain('ok: the database is sound');
  expect(stdout).toContain(`ok: schema ${NEXT_SCHEMA}`);
});

test('an upgrade killed halfway changes nothing, and the next start completes it', async () => {
  using shop = await fillShop();
  {
    using db = new Database(shop.path);
    db.run('UPDATE workspaces SET thanks = ?', [SLOW]);
  }
  const before = rowsIn(shop.path);
  const child = Bun.spawn([next, 'serve', '--data', shop.dir, '--port', '0'], { stdout: 'ignore', stderr: 'ignore' });
  // Pages that do not fit into memory are written into the log long before the transaction ends.
  await until(
    'rows of the step',
    () => (statSync(`${shop.path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 4_000_000,
  );
  child.kill('SIGKILL');
  await child.exited;
  expect(child.signalCode).toBe('SIGKILL');
  expect(schemaOf(shop.path)).toBe(SCHEMA_VERSION);
  {
    await using older = await serve(shop.dir);
    expect(rowsIn(shop.path)).toEqual(before);
    await older.end();
  }
  await using server = await serve(shop.dir, [], { wrapper: [next] });
  expect(schemaOf(shop.path)).toBe(NEXT_SCHEMA);
  expect(rowsIn(shop.path, join(shop.dir, copiesIn(shop.dir)[0] ?? ''))).toEqual(before);
  expect((await client(server.url, shop.key).get('/api/v1/orders')).status).toBe(200);
});

test('an older docket refuses the database of a newer docket and leaves it unchanged', async () => {
  using shop = await fillShop();
  {
    await using server = await serve(shop.dir, [], { wrapper: [next] });
    await server.end();
  }
  const before = sha256(shop.path);
  for (const words of [['serve', '--port', '0'], ['key', 'list'], ['compact'], ['backup']]) {
    const { status, stderr } = await docket([...words, '--data', shop.dir]);
    expect({ words, status }).toEqual({ words, status: 1 });
    expect(stderr).toContain(`has schema ${NEXT_SCHEMA}`);
  }
  expect(sha256(shop.path)).toBe(before);
});

test('restore migrates a backup of an older schema and refuses one of a newer schema', async () => {
  using shop = await fillShop();
  using folder = tempDir();
  const [old, newer] = [join(folder.path, 'old.db'), join(folder.path, 'newer.db')];
  await docketJson(['backup', old, '--data', shop.dir]);
  const elsewhere = join(folder.path, 'data');
  const restore = (file: string, executable: string) =>
    docket(['restore', file, '--data', elsewhere, '--force'], { executable });
  expect(await restore(old, next)).toMatchObject({ status: 0 });
  const path = join(elsewhere, 'docket.db');
  expect(schemaOf(path)).toBe(NEXT_SCHEMA);
  const { orders, payments, inquiries } = rowsIn(path, shop.path);
  expect({ orders, payments, inquiries }).toEqual(
    (({ orders, payments, inquiries }) => ({ orders, payments, inquiries }))(rowsIn(shop.path)),
  );
  using db = new Database(path, { readonly: true });
  expect(
    db.query('SELECT count(*), min(o.weight) FROM order_labels JOIN orders AS o ON o.seq = order_seq').values(),
  ).toEqual([[7, 7]]);
  await docketJson(['backup', newer, '--data', elsewhere], { executable: next });
  const before = sha256(path);
  const refused = await restore(newer, EXECUTABLE);
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining(`has schema ${NEXT_SCHEMA}`) });
  expect(sha256(path)).toBe(before);
});
