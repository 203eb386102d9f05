import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { closeSync, cpSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { bytesToUuid } from '../../src/base/index.ts';
import { ownerOf } from '../support/browser-session.ts';
import { type Client, client, dataDir, docket, docketJson, makeKey, orderBody, serve } from '../support/docket.ts';
import { startSmtp } from '../support/smtp.ts';
import { until } from '../support/until.ts';

const ORDERS = 400;
const EMAIL = 'owner@example.com';
const PASSWORD = 'correct horse';

const template = await makeTemplate();
afterAll(() => template.dir[Symbol.dispose]());

/** Creates a shop with enough orders to fill several pages of the database, then stops its server. */
async function makeTemplate() {
  const dir = dataDir();
  const at = ['--data', dir.path];
  await docketJson(['init', ...at, '--workspace', 'Shop', '--email', EMAIL, '--password', PASSWORD]);
  const key = await makeKey(at, 'site');
  await using server = await serve(dir.path, ['--log-level', 'error']);
  const api = client(server.url, key);
  const answers = await Promise.all(
    Array.from({ length: ORDERS }, () => api.post('/api/v1/orders/create', orderBody())),
  );
  const ids = answers.map(({ body }) => body.data.id as string);
  await server.end();
  return { dir, key, ids };
}

function openDamaged() {
  const dir = dataDir();
  cpSync(template.dir.path, dir.path, { recursive: true });
  const file = join(dir.path, 'docket.db');
  using db = new Database(file);
  const pageSize = db.query<{ page_size: number }, []>('PRAGMA page_size').get()?.page_size ?? 0;
  // The first page has the first row of the table, and the last page has the last row.
  const page = db
    .query<{ page: number }, []>(
      "SELECT pageno AS page FROM dbstat WHERE name = 'orders' AND pagetype = 'leaf' LIMIT 1",
    )
    .get();
  const ends = db
    .query<{ id: Uint8Array }, []>('SELECT id FROM orders WHERE seq IN (1, (SELECT max(seq) FROM orders)) ORDER BY seq')
    .all()
    .map(({ id }) => bytesToUuid(id));
  return {
    path: dir.path,
    lost: ends[0] ?? '',
    kept: ends[1] ?? '',
    damage(): void {
      const open = openSync(file, 'r+');
      writeSync(open, new Uint8Array(pageSize).fill(0xa5), 0, pageSize, ((page?.page ?? 0) - 1) * pageSize);
      closeSync(open);
    },
    [Symbol.dispose]: dir[Symbol.dispose],
  };
}

async function expectStopped(api: Client, shop: ReturnType<typeof openDamaged>): Promise<void> {
  const refused = await api.post('/api/v1/orders/create', orderBody());
  expect(refused.status).toBe(503);
  expect(refused.body.code).toBe('unavailable');
  expect(refused.body.message).toContain('damaged');
  // The server reuses the result of a probe for a second, so the check of readiness may succeed at first.
  await until('the probe to fail', async () => (await api.get('/health/ready')).status === 503);
  expect((await api.get('/health/ready')).body.message).toContain('damaged');
  expect((await api.get('/health/live')).status).toBe(200);
  expect((await api.get(`/api/v1/orders/${shop.kept}`)).status).toBe(200);
}

test('after starting with a damaged database page, the server refuses all writes but still serves undamaged data', async () => {
  using shop = openDamaged();
  shop.damage();
  await using smtp = await startSmtp();
  await using server = await serve(shop.path, [
    '--smtp-url',
    `smtp://127.0.0.1:${smtp.port}`,
    '--mail-from',
    'docket@example.com',
  ]);
  const api = client(server.url, template.key);
  await expectStopped(api, shop);
  await until('the mail', () => smtp.taken.length > 0);
  expect(smtp.taken.map(({ to }) => to)).toEqual([[EMAIL]]);
  expect(server.stderr()).toContain('table orders');
  expect(await server.end()).toBe(0);
});

test('a running server stops all writing when it first reads a damaged page of its database', async () => {
  using shop = openDamaged();
  await using server = await serve(shop.path);
  const api = client(server.url, template.key);
  expect((await api.get('/health/ready')).status).toBe(200);
  const owner = await ownerOf(server);
  const { workspaces } = (await owner.get('/app/api/me')).body.data;
  shop.damage();
  const broken = await api.get(`/api/v1/orders/${shop.lost}`);
  expect(broken.status).toBe(503);
  expect(broken.body.code).toBe('unavailable');
  await expectStopped(api, shop);
  // The owner signed in before the damage. Signing in now would fail, because it needs a write.
  const { data } = (await owner.get(`/app/api/workspaces/${workspaces[0].id}/overview`)).body;
  expect(data.attention[0]).toEqual({ kind: 'file-damaged' });
});

test('`docket check` reports the damaged table and the remedy, even while a server runs', async () => {
  using shop = openDamaged();
  await using _ = await serve(shop.path);
  shop.damage();
  const { status, stdout } = await docket(['check', '--data', shop.path]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^problem: table orders: .*restore the last backup/m);
});

test('a database file without its first page is refused in one line', async () => {
  using shop = openDamaged();
  const file = openSync(join(shop.path, 'docket.db'), 'r+');
  writeSync(file, new Uint8Array(4096).fill(0x5a), 0, 4096, 0);
  closeSync(file);
  for (const words of [
    ['serve', '--port', '0'],
    ['key', 'list'],
  ]) {
    const { status, stderr } = await docket([...words, '--data', shop.path]);
    expect(status).toBe(1);
    expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining('put the last good backup in its place')]);
  }
  const { stdout } = await docket(['check', '--data', shop.path]);
  expect(stdout).toContain('problem: the database cannot be read: the database file is damaged');
});
