import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { firstIdAt } from '../../src/base/index.ts';
import { findMentionedClients } from '../../src/clients/forget-kept.ts';
import { findKeptByIds, listKept, seqsOfWhole } from '../../src/clients/kept.ts';
import { refuseDuringUndo } from '../../src/imports/index.ts';
import { listSeenPaths, titlesOf } from '../../src/inquiries/index.ts';
import { mailStatements, readMailFigures } from '../../src/mail/queue.ts';
import { findDeskOrders } from '../../src/orders/desk/read-orders.ts';
import { listHistory } from '../../src/orders/desk/workspace-history.ts';
import { whereIs } from '../../src/orders/import-payments/recorded.ts';
import { hasRefundRoom, hasRoom } from '../../src/orders/payment.ts';
import { listDue, listSchedulesOf, scheduledOf, scheduledOrders } from '../../src/orders/schedules/list-schedules.ts';
import { nameProducts } from '../../src/stock/index.ts';
import { type Db, MIGRATIONS, openForServe } from '../../src/storage/index.ts';
import { migrate } from '../../src/storage/schema/migrate.ts';
import { deliveryStatements, endpointStatements, requestStatements } from '../../src/webhooks/due.ts';
import { readDeliveryFigures } from '../../src/webhooks/figures.ts';
import { countIn, endOfStep, findWhole, inStep } from '../../src/webhooks/missed.ts';
import { type Ctx, createWorkspace, namesOf } from '../../src/workspaces/index.ts';
import { freshDatabase, HOLDER, TEST_ACTOR, tempDir } from '../support/store.ts';
import { fakeWorld } from '../support/world.ts';

function planOf(client: Database, text: string): string[] {
  return client
    .query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${text}`)
    .all()
    .map((row) => row.detail);
}

const STATISTICS = "SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite_stat%'";

test('no query plan depends on statistics of a nearly empty file', async () => {
  using dir = tempDir();
  const text = 'SELECT seq FROM orders NOT INDEXED WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq DESC';
  const path = join(dir.path, 'docket.db');
  const plan = (): string | undefined => {
    using client = new Database(path);
    return planOf(client, text)[0];
  };
  const change = (work: (client: Database) => void): void => {
    using client = new Database(path);
    work(client);
  };
  const before = MIGRATIONS.slice(
    0,
    MIGRATIONS.findIndex(({ name }) => name === '0087_no_statistics'),
  );
  change((client) => void migrate(client, before, 0));
  change((client) => {
    client.run('ANALYZE');
    client.run("INSERT INTO sqlite_stat1 SELECT 'orders', name, '6 3 1 1 1 1 1 1' FROM pragma_index_list('orders')");
  });
  expect(plan()).toStartWith('SCAN orders');
  change((client) => void migrate(client, MIGRATIONS, 0));
  expect(plan()).toStartWith('SEARCH orders USING INTEGER PRIMARY KEY');
});

test('a process that ends leaves no query statistics in the database file', async () => {
  using dir = tempDir();
  const { clock, newId } = fakeWorld();
  const storage = openForServe({ dataDir: dir.path, now: () => clock.now(), newId }, HOLDER);
  await createWorkspace({ storage, actor: TEST_ACTOR }, { name: 'Shop', plan: 'pro', timeZone: 'UTC' });
  await storage.close();
  using client = new Database(join(dir.path, 'docket.db'), { readonly: true });
  expect(client.query(STATISTICS).all()).toEqual([]);
});

test.each([
  ['an order by id', 'SELECT * FROM orders WHERE id = ? AND workspace_seq = ?'],
  ['an order by its repeat key', 'SELECT * FROM orders WHERE workspace_seq = ? AND source = ? AND repeat_key = ?'],
  [
    'a payment by its external id',
    'SELECT * FROM payments WHERE workspace_seq = ? AND source = ? AND external_id IS NOT NULL AND external_id = ?',
  ],
  ['the payments of an order', "SELECT * FROM payments WHERE order_seq = ? AND status IN ('confirmed') ORDER BY seq"],
  ['an API key by its hash', 'SELECT * FROM api_keys WHERE key_hash = ?'],
  ['a status', 'SELECT * FROM statuses WHERE workspace_seq = ? AND id = ?'],
  ['a stage', 'SELECT * FROM inquiry_stages WHERE workspace_seq = ? AND id = ?'],
  ['a product by its own id', 'SELECT * FROM products WHERE workspace_seq = ? AND external_id = ?'],
  ['products by name', 'SELECT * FROM products WHERE workspace_seq = ? ORDER BY search_text, seq LIMIT 100'],
  [
    'products of a name',
    "SELECT * FROM products WHERE workspace_seq = ? AND replace(substr(search_text, 1, instr(search_text, char(10)) - 1), ' ', '') = ? ORDER BY search_text, seq LIMIT 3",
  ],
  [
    'the ledger of a product',
    'SELECT * FROM stock_movements WHERE product_seq = ? AND seq < ? ORDER BY seq DESC LIMIT 50',
  ],
  ['the closes of a day', 'SELECT * FROM day_closes WHERE workspace_seq = ? AND day = ? ORDER BY seq DESC LIMIT 100'],
  ['the last close of a shop', 'SELECT opening FROM day_closes WHERE workspace_seq = ? ORDER BY seq DESC LIMIT 1'],
  ['the schedule of an order', 'SELECT * FROM order_schedules WHERE order_seq = ?'],
  ['decisions on the dates of a schedule', 'SELECT * FROM order_schedule_dates WHERE schedule_seq = ? AND date >= ?'],
  ['the date that an order was made for', 'SELECT * FROM order_schedule_dates WHERE order_seq = ?'],
  ['clients that were merged into one', 'SELECT merged_into FROM clients WHERE merged_into IN (?, ?)'],
  ['what a stocktake moved', 'SELECT 1 FROM stock_movements WHERE stocktake_seq = ?'],
  ['what an order took', 'SELECT * FROM stock_movements WHERE order_seq = ? ORDER BY seq'],
  [
    'an inquiry by its key',
    'SELECT * FROM inquiries WHERE workspace_seq = ? AND source = ? AND idempotency_key IS NOT NULL AND idempotency_key = ?',
  ],
])('%s is found through an index', (_what, text) => {
  using client = freshDatabase();
  const plan = planOf(client, text);
  expect(plan.filter((line) => !line.startsWith('SEARCH'))).toEqual([]);
});

test.each([
  [
    'products below zero',
    'SELECT id FROM products WHERE workspace_seq = ? AND quantity < 0 ORDER BY search_text, seq LIMIT 100',
    'products_below_zero (workspace_seq=?)',
  ],
  [
    'products that run low',
    'SELECT id FROM products WHERE workspace_seq = ? AND quantity < warn_below ORDER BY search_text, seq LIMIT 100',
    'products_running_low (workspace_seq=?)',
  ],
  [
    'the product of a barcode',
    'SELECT * FROM products WHERE workspace_seq = ? AND barcode = ?',
    'products_by_barcode (workspace_seq=? AND barcode=?)',
  ],
  [
    'products of a name',
    "SELECT id FROM products WHERE workspace_seq = ? AND replace(substr(search_text, 1, instr(search_text, char(10)) - 1), ' ', '') = ? ORDER BY search_text, seq LIMIT 3",
    'products_by_bare_name (workspace_seq=? AND <expr>=?)',
  ],
  ...['IS NOT NULL', 'IS NULL'].map((filed) => [
    `products with a price whose category ${filed}`,
    `SELECT * FROM products WHERE workspace_seq = ? AND price IS NOT NULL AND category ${filed} ORDER BY category, search_text, seq LIMIT 201`,
    'products_priced (workspace_seq=? AND category',
  ]),
  [
    'orders that are due to be made again',
    'SELECT s.* FROM order_schedules s JOIN orders o ON o.seq = s.order_seq WHERE s.workspace_seq = ? AND s.comes_up <= ? AND o.deleted_at IS NULL ORDER BY s.comes_up LIMIT 100',
    'order_schedules_by_day (workspace_seq=? AND comes_up<?)',
  ],
  [
    'orders that come up again',
    'SELECT s.* FROM order_schedules s JOIN orders o ON o.seq = s.order_seq WHERE s.workspace_seq = ? AND s.open_from IS NOT NULL AND o.deleted_at IS NULL ORDER BY s.open_from, s.seq LIMIT 50',
    'order_schedules_by_date (workspace_seq=? AND open_from>?)',
  ],
  [
    'the mails of a workspace',
    "SELECT text FROM mails WHERE workspace_seq = ? AND kind <> 'new_sign_in' AND kind <> 'wrong_code' ORDER BY seq DESC LIMIT 20",
    'mails_by_workspace (workspace_seq=?)',
  ],
  [
    'the last mail of a kind',
    'SELECT created_at FROM mails WHERE kind = ? ORDER BY seq DESC LIMIT 1',
    'mails_by_kind (kind=?)',
  ],
  [
    'the attempts at an event',
    'SELECT a.at FROM webhook_attempts a JOIN events e ON e.seq = a.event_seq WHERE a.event_seq = ? AND a.endpoint_seq = ? ORDER BY a.number DESC',
    'webhook_attempts_by_event (event_seq=? AND endpoint_seq=?)',
  ],
])('%s are read from their own index, in order', (_what, text, index) => {
  using client = freshDatabase();
  const plan = planOf(client, text);
  expect(plan.join('\n')).toContain(index);
  expect(plan.filter((line) => line.startsWith('SCAN') || line.includes('TEMP B-TREE'))).toEqual([]);
});

test('deleting a row scans no table for the children of that row', () => {
  using client = freshDatabase();
  // No row of the first three tables is ever deleted, and `one_time_links` has only a few rows. So their foreign keys
  // need no index.
  const [stay, small] = [['workspaces', 'people', 'orders'], ['one_time_links']];
  const tables = client.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const keys = tables.flatMap(({ name }) =>
    client
      .query<{ table: string; from: string; seq: number }, []>(`PRAGMA foreign_key_list(${name})`)
      .all()
      .filter(({ table, seq }) => seq === 0 && !stay.includes(table) && !small.includes(name))
      .map(({ from }) => ({ name, from })),
  );
  expect(keys.length).toBeGreaterThan(20);
  const scanned = keys.filter(({ name, from }) =>
    planOf(client, `SELECT 1 FROM ${name} WHERE ${from} = ?`).some((line) => line.startsWith('SCAN')),
  );
  expect(scanned).toEqual([]);
});

test('the stored payments that match a row of a bank statement are found by indexes', () => {
  using client = freshDatabase();
  // The statistics of a shop with few refunds. With these, SQLite would prefer to read all refunds.
  client.run('ANALYZE');
  client.run(`INSERT INTO sqlite_stat1 VALUES ('refunds', 'refunds_by_at', '10 10 2 1 1 1 1'),
    ('refunds', 'refunds_by_payment', '10 2'), ('refunds', 'refunds_by_external_id', '10 10 1'),
    ('payments', 'payments_by_order', '60000 400')`);
  client.run('ANALYZE sqlite_schema');
  const asked: { readonly text: string; readonly given: readonly unknown[] }[] = [];
  const logger = { logQuery: (text: string, given: readonly unknown[]) => void asked.push({ text, given }) };
  const db = drizzle({ client, logger }) as unknown as Db;
  const row = { at: 0, method: null, id: 'a', before: 0, ids: ['b'] };
  for (const amount of [1, -1]) whereIs(db, { workspaceSeq: 1, timeZone: 'UTC', importSeq: 1 }, 1, { ...row, amount });
  hasRoom(db, 1, 1);
  hasRefundRoom(db, 1, 1);
  expect(asked).toHaveLength(8);
  const lines = asked.flatMap(({ text, given }) =>
    client.query<{ detail: string }, string[]>(`EXPLAIN QUERY PLAN ${text}`).all(...(given as string[])),
  );
  const scans = lines.filter(({ detail }) => /^SCAN (?!sources|json_each|\(subquery)|ANY\(/.test(detail));
  expect(scans).toEqual([]);
});

test('a query for a client and all clients merged into it reads no other clients', () => {
  using client = freshDatabase();
  const plan = drizzle({ client }).all<{ detail: string }>(
    sql`EXPLAIN QUERY PLAN ${seqsOfWhole({ seq: 1, mergedInto: 2 })}`,
  );
  expect(plan.map(({ detail }) => detail).filter((line) => /^SCAN c\b/.test(line))).toEqual([]);
  expect(plan.filter(({ detail }) => /^SEARCH c\b/.test(detail))).toHaveLength(2);
});

test('stored clients are read in index order, only as many as a step needs', () => {
  using client = freshDatabase();
  const asked: string[] = [];
  const db = drizzle({ client, logger: { logQuery: (text) => void asked.push(text) } });
  listKept(db, 1, 2, 3);
  findMentionedClients(db, { workspaceSeq: 1, after: 2, mentions: function* () {} as never }).next();
  const plans = asked.slice(0, 2).flatMap((text) => planOf(client, text));
  const sought = (range: string) => `SEARCH clients USING INDEX clients_by_number (workspace_seq=? AND ${range})`;
  expect(plans).toEqual([sought('seq<?'), sought('seq>?')]);
});

const IDS = Array.from({ length: 12 }, (_, at) => firstIdAt(at));
const SEQS = IDS.map((_, at) => at + 1);
const shape = (): void => undefined;

test.each<readonly [string, (ctx: Ctx) => unknown]>([
  ['several orders', (ctx) => findDeskOrders(ctx, { ids: IDS, shape, asker: new AbortController() })],
  ['the orders of a history', (ctx) => listHistory(ctx, { filter: {}, limit: 50 })],
  ['schedules', (ctx) => listSchedulesOf(ctx, { seqs: SEQS, today: '2026-11-28', shape })],
  [
    'keys',
    (ctx) =>
      namesOf(
        ctx,
        IDS.map((id) => ({ type: 'key', id })),
      ),
  ],
  ['inquiries', (ctx) => titlesOf(ctx, IDS)],
  ['products', (ctx) => nameProducts(ctx, IDS)],
  ['clients', ({ storage }) => findKeptByIds(storage.read, 1, IDS)],
])('%s are found by their ids, without reading any other row of the shop', async (_what, find) => {
  using client = freshDatabase();
  const noted = client.query(
    "INSERT INTO audit_log (workspace_seq, at, actor_type, action, subject) VALUES (1, 0, 'system', 'schedule.kept', ?)",
  );
  for (const id of IDS) noted.run(id);
  const asked: string[] = [];
  const read = drizzle({ client, logger: { logQuery: (text) => void asked.push(text) } });
  const search = { catchUp: async () => undefined, look: () => ({ mark: 0, changed: SEQS }), ask: () => undefined };
  const workspace = { seq: 1, id: firstIdAt(0), timeZone: 'UTC' };
  await find({ storage: { read, search }, workspace } as unknown as Ctx);
  const listed = asked.filter((text) => /\bin \((?:\?, ){11}/.test(text) && text.includes('workspace_seq" ='));
  expect(listed).toHaveLength(1);
  const plans = listed.flatMap((text) => planOf(client, text));
  expect(plans.filter((line) => line.includes('workspace_seq'))).toEqual([]);
});

test.each<readonly [string, (ctx: Ctx) => unknown, string, string]>([
  [
    'come up',
    (ctx) => listDue(ctx, { today: '2026-11-28', shape }),
    'order_schedules_by_day',
    'comes_up=? AND rowid>?',
  ],
  ['repeat', (ctx) => [...scheduledOrders(ctx)], 'order_schedules_by_date', 'open_from=? AND seq>?'],
])(
  'in a search for orders that %s, no step reads the orders of earlier steps again',
  async (_what, walk, index, place) => {
    using client = freshDatabase();
    const asked: string[] = [];
    const read = drizzle({ client, logger: { logQuery: (text) => void asked.push(text) } });
    await walk({ storage: { read }, workspace: { seq: 1 } } as unknown as Ctx);
    const plans = asked.slice(0, 2).map((text) => planOf(client, text));
    expect(plans[0]?.[0]).toContain(`${index} (workspace_seq=? AND ${place})`);
    expect(plans[1]?.[0]).toContain(`${index} (workspace_seq=? AND `);
    expect(plans.flat().filter((line) => line.startsWith('SCAN') || line.includes('TEMP B-TREE'))).toEqual([]);
  },
);

test('the search for a client’s schedules looks up only the schedules of that client’s orders', () => {
  using client = freshDatabase();
  const asked: string[] = [];
  scheduledOf(drizzle({ client, logger: { logQuery: (text) => void asked.push(text) } }), SEQS, 50);
  const plans = asked.flatMap((text) => planOf(client, text)).filter((line) => line.includes('order_schedules'));
  expect(plans).toEqual([expect.stringMatching(/^SEARCH order_schedules USING INDEX .* \(order_seq=\?\)$/)]);
});

test('the check for a running undo reads only the undos that have not ended', () => {
  using client = freshDatabase();
  const asked: string[] = [];
  refuseDuringUndo(drizzle({ client, logger: { logQuery: (text) => void asked.push(text) } }), 1);
  const plans = asked.flatMap((text) => planOf(client, text));
  expect(plans.map((line) => line.split(' USING')[0])).toEqual(['SCAN import_undos', 'SEARCH imports']);
  expect(plans[0]).toContain('import_undos_open');
});

test('the newest inquiries are found without reading the others', async () => {
  using client = freshDatabase();
  const asked: string[] = [];
  const read = drizzle({ client, logger: { logQuery: (text) => void asked.push(text) } });
  client.run("INSERT INTO inquiry_stages (workspace_seq, id, name, position) VALUES (1, 'new', 'New', 0)");
  await listSeenPaths({ storage: { read }, workspace: { seq: 1 } } as unknown as Ctx);
  const plans = asked.filter((text) => text.includes('FROM inquiries')).map((text) => planOf(client, text));
  expect(plans).toEqual([
    ['SEARCH inquiries USING COVERING INDEX inquiries_by_stage (workspace_seq=? AND stage_id=?)'],
  ]);
});

test('a search for missed events reads only their range of ids, even if table statistics mislead SQLite', () => {
  using client = freshDatabase();
  client.run('ANALYZE');
  client.run("INSERT INTO sqlite_stat1 VALUES ('events', 'sqlite_autoindex_events_1', '10000000 1')");
  client.run('ANALYZE sqlite_schema');
  const asked: string[] = [];
  const db = drizzle({ client, logger: { logQuery: (text) => void asked.push(text) } });
  const from = firstIdAt(1);
  endOfStep(db, from, 250);
  const endpoint = { seq: 1, workspaceSeq: 1, createdAt: 0, events: 'order.created' };
  for (const endId of [undefined, firstIdAt(2)]) {
    const events = inStep({ fromId: from, endId });
    countIn(db, endpoint, 0, { events, whole: findWhole(db, endpoint, events) });
  }
  const plans = asked.map((text) => planOf(client, text)[0]);
  expect(plans).toEqual([
    'SEARCH events USING COVERING INDEX sqlite_autoindex_events_1 (id>?)',
    ...['COVERING INDEX', 'INDEX', 'COVERING INDEX', 'INDEX'].map(
      (index) => `SEARCH events USING ${index} sqlite_autoindex_events_1 (id>? AND id<?)`,
    ),
  ]);
});

test.each([
  ['first attempts', (db: Db) => deliveryStatements(db).firsts],
  ['retries', (db: Db) => deliveryStatements(db).retries],
  ['the next retry', (db: Db) => deliveryStatements(db).nextRetry],
  ['an endpoint’s target', (db: Db) => endpointStatements(db).target],
  ['requests', (db: Db) => requestStatements(db).due],
  ['an endpoint’s last attempt', (db: Db) => endpointStatements(db).last],
  ['due mails', (db: Db) => mailStatements(db).due],
  ['the next mail', (db: Db) => mailStatements(db).nextDue],
] as const)(
  'the query for %s searches an index and sorts nothing, even if SQLite has statistics only for events',
  (_what, statement) => {
    using client = freshDatabase();
    const fresh = planOf(client, statement(drizzle({ client })).getQuery().sql);
    client.run('ANALYZE');
    client.run("INSERT INTO sqlite_stat1 VALUES ('events', 'sqlite_autoindex_events_1', '20000 1')");
    client.run('ANALYZE sqlite_schema');
    const text = statement(drizzle({ client })).getQuery().sql;
    const plan = planOf(client, text);
    expect([...fresh, ...plan].filter((line) => !line.startsWith('SEARCH'))).toEqual([]);
  },
);

test('a check of all endpoints reads one index entry of deliveries for each endpoint', () => {
  using client = freshDatabase();
  const plan = planOf(client, endpointStatements(drizzle({ client })).waiting.getQuery().sql);
  const ofDeliveries = plan.filter((line) => / d( |$)/.test(line));
  expect(ofDeliveries).toHaveLength(2);
  for (const line of ofDeliveries) expect(line).toMatch(/^SEARCH d USING COVERING INDEX deliveries_by_due/);
});

test.each([
  ['deliveries', (db: Db) => readDeliveryFigures(db)],
  ['mails', (db: Db) => readMailFigures(db)],
])('a metrics scrape counts the waiting %s from their index alone', (_what, read) => {
  using client = freshDatabase();
  const asked: string[] = [];
  const logger = { logQuery: (text: string) => void asked.push(text) };
  read(drizzle({ client, logger }));
  const plans = asked.flatMap((text) => planOf(client, text)).filter((line) => / (deliveries|mails|d)\b/.test(line));
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter((line) => !/USING (COVERING )?INDEX (deliveries_by_due|mails_by_due)/.test(line))).toEqual([]);
});
