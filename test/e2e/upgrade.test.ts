import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '../../src/storage/index.ts';
import { signedIn } from '../support/browser-session.ts';
import { client, dataDir, docket, makeKey, serve } from '../support/docket.ts';
import { fixtureOrder, PAID_AT_ONCE } from '../support/fixture-orders.ts';
import { expectOk } from '../support/http-answers.ts';

/** Databases as the last executable of each schema left them; scripts/fixtures.ts made them. */
const FIXTURES = join(import.meta.dir, '../fixtures');
/** The schemas that were released. 9 to 11 came at once, and so did 13 to 17, 18 to 28, and 29 with 30. So did 38 to 45. */
const RELEASED = [1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 17, 28, 30, 31, 32, 33, 34, 35, 36, 37, 45];

interface Row {
  readonly num: string;
  readonly status_id: string;
  readonly payment_status: string;
  readonly price: number;
  readonly paid_amount: number;
}

/** What is kept row by row over every step, of what the schema has. */
const KEPT = [
  'orders',
  'order_history',
  'payments',
  'inquiries',
  'events',
  'people',
  'api_keys',
  'webhook_endpoints',
  'inquiry_history',
  'passkeys',
  'mail_server',
  'installation',
  'workspace_logos',
];

/** What every schema knows of orders, straight from the file; of tables that it lacks nothing. */
function figuresIn(path: string) {
  using db = new Database(path, { readonly: true });
  const count = (table: string): number =>
    db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0;
  const tables = db.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const kept = KEPT.filter((table) => tables.some(({ name }) => name === table));
  return {
    orders: db
      .query<Row, []>(
        'SELECT num, status_id, payment_status, price, paid_amount FROM orders WHERE deleted_at IS NULL ORDER BY num',
      )
      .all(),
    counts: Object.fromEntries(kept.map((table) => [table, count(table)])),
  };
}

test('there is a fixture of each schema that was ever released', () => {
  const found = readdirSync(FIXTURES)
    .filter((name) => name.startsWith('schema-'))
    .sort();
  expect(found).toEqual(RELEASED.map((schema) => `schema-${schema}.db.zst`).sort());
});

for (const schema of RELEASED) {
  test(`a database of schema ${schema} is brought up to date at the first start, with every order, kopeck and sign-in in its place`, async () => {
    using dir = dataDir();
    const path = join(dir.path, 'docket.db');
    writeFileSync(path, Bun.zstdDecompressSync(readFileSync(join(FIXTURES, `schema-${schema}.db.zst`))));
    const before = figuresIn(path);
    expect(before.orders).toHaveLength(9);
    expect(before.counts).toMatchObject({ orders: 10, inquiries: 2, people: 1, webhook_endpoints: 2 });
    if (schema >= 11) expect(before.counts).toMatchObject({ passkeys: 1, mail_server: 1, installation: 1 });
    if (schema >= 33) expect(before.counts).toMatchObject({ workspace_logos: 1 });

    await using server = await serve(dir.path, ['--log-level', 'error']);
    const copy = /kept in (\S+\.backup)/.exec(server.stdout())?.[1];
    expect(copy === undefined).toBe(schema === MIGRATIONS.length);
    if (copy !== undefined) expect(figuresIn(copy)).toEqual(before);
    const after = figuresIn(path);
    expect(after.orders).toEqual(before.orders);
    expect(after.counts).toMatchObject(before.counts);

    const key = await makeKey(['--data', dir.path], 'site');
    const api = client(server.url, key);
    const listed = (await api.get('/api/v1/orders?limit=100')).body.data.orders;
    const told = listed.map((order: Record<string, unknown>) => [order['num'], order['price'], order['paymentStatus']]);
    const kept = before.orders.map((row) => [row.num, row.price / 100, row.payment_status]);
    expect(told.sort()).toEqual(kept.sort());
    expect(listed.map(({ platform }: { platform: unknown }) => platform)).toEqual(before.orders.map(() => ''));
    for (const body of [fixtureOrder('site-1'), PAID_AT_ONCE]) {
      const again = await api.post('/api/v1/orders/create', body);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(listed).toContainEqual(expect.objectContaining(expectOk(again)));
    }
    for (const { id } of listed) expect((await api.get(`/api/v1/orders/${id}`)).status).toBe(200);

    const owner = await signedIn(server.url, 'owner@example.com', 'correct horse battery');
    const [workspace] = expectOk(await owner.get('/app/api/me')).workspaces;
    const base = `/app/api/workspaces/${workspace.id}`;
    for (const page of [
      'orders',
      'inquiries/board',
      'webhooks',
      'stock',
      'overview',
      'history',
      'keys',
      'settings',
      'system',
    ]) {
      expect({ page, status: (await owner.get(`${base}/${page}`)).status }).toEqual({ page, status: 200 });
    }
    const checked = await docket(['check', '--data', dir.path]);
    // It may complain of the machine and the names of webhooks.
    expect(checked.stdout).toContain('ok: the database is sound');
    expect(checked.stdout).toContain(`ok: schema ${MIGRATIONS.length}`);
  });
}
