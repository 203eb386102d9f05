import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { mailStatements, readMailFigures } from '../../src/mail/queue.ts';
import type { HistoryPlace } from '../../src/orders/cursor.ts';
import { type HistoryFilter, ordersQuery, settingsQuery } from '../../src/orders/desk/workspace-history.ts';
import { listQuery } from '../../src/orders/list-orders.ts';
import { type Db, MIGRATIONS } from '../../src/storage/index.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { deliveryStatements, endpointStatements } from '../../src/webhooks/due.ts';
import { readDeliveryFigures } from '../../src/webhooks/figures.ts';

function planOf(client: Database, text: string): string[] {
  return client
    .query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${text}`)
    .all()
    .map((row) => row.detail);
}

function freshDatabase(): Database {
  const client = new Database(':memory:');
  migrate(client, MIGRATIONS, 0);
  return client;
}

const BOTH = [false, true];
const SHAPES = BOTH.flatMap((byUpdate) =>
  BOTH.flatMap((status) =>
    BOTH.flatMap((after) =>
      [
        { day: false, from: false, to: false },
        { day: true, from: false, to: false },
        { day: false, from: true, to: false },
        { day: false, from: false, to: true },
        { day: false, from: true, to: true },
      ].map((days) => ({ byUpdate, status, after, ...days })),
    ),
  ),
);

const sortsOf = (shape: (typeof SHAPES)[number]): string[] => {
  using client = freshDatabase();
  const plan = planOf(client, listQuery(drizzle({ client }), shape).toSQL().sql);
  expect(plan.length).toBeGreaterThan(0);
  return plan.filter((line) => line.startsWith('SCAN') || line.includes('TEMP B-TREE'));
};

test.each(SHAPES)('the list %j reads an index in its order, without a scan or a sort', (shape) => {
  expect(sortsOf(shape)).toEqual([]);
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
  ['whether any status writes off', 'SELECT id FROM statuses WHERE workspace_seq = ? AND writes_off_stock = 1 LIMIT 1'],
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
  ['what an order took', 'SELECT * FROM stock_movements WHERE order_seq = ? ORDER BY seq'],
  [
    'an inquiry by its key',
    'SELECT * FROM inquiries WHERE workspace_seq = ? AND source = ? AND idempotency_key IS NOT NULL AND idempotency_key = ?',
  ],
])('%s is found by an index', (_what, text) => {
  using client = freshDatabase();
  const plan = planOf(client, text);
  expect(plan.filter((line) => !line.startsWith('SEARCH'))).toEqual([]);
});

const FILTERS: readonly HistoryFilter[] = [
  {},
  { kind: 'inquiries' },
  { kind: 'settings' },
  { kind: 'workspace' },
  { actor: { type: 'person', id: 'p' }, fromMs: 1, beforeMs: 2 },
];
const PLACES: readonly (HistoryPlace | undefined)[] = [undefined, { at: 1, sort: 0, first: 1, second: 1 }];

test.each(FILTERS.flatMap((filter) => PLACES.map((after) => ({ filter, after }))))(
  'the history %j walks the rows of its workspace by time, without a scan or a sort of them',
  ({ filter, after }) => {
    using client = freshDatabase();
    const db = drizzle({ client });
    const asked = { workspaceSeq: 1, filter, after, limit: 51 };
    for (const query of [ordersQuery(db, asked), settingsQuery(db, asked)]) {
      const plan = planOf(client, query.toSQL().sql);
      expect(plan.filter((line) => line.startsWith('SCAN') || line.endsWith('TEMP B-TREE FOR ORDER BY'))).toEqual([]);
      expect(plan[0]).toMatch(/^SEARCH (order_history|audit_log) USING INDEX \w+_by_workspace \(workspace_seq=/);
    }
  },
);

test.each([
  ['first attempts', (db: Db) => deliveryStatements(db).firsts],
  ['retries', (db: Db) => deliveryStatements(db).retries],
  ['the next retry', (db: Db) => deliveryStatements(db).nextRetry],
  ['an endpoint’s target', (db: Db) => endpointStatements(db).target],
  ['requests', (db: Db) => endpointStatements(db).requests],
  ['due mails', (db: Db) => mailStatements(db).due],
  ['the next mail', (db: Db) => mailStatements(db).nextDue],
] as const)('the poll finds %s by an index, in order', (_what, statement) => {
  using client = freshDatabase();
  const text = statement(drizzle({ client })).getQuery().sql;
  const plan = planOf(client, text);
  expect(plan.filter((line) => !line.startsWith('SEARCH'))).toEqual([]);
});

test('a look at all endpoints reads the few rows of endpoints, and of deliveries no more than an index entry each', () => {
  using client = freshDatabase();
  const plan = planOf(client, endpointStatements(drizzle({ client })).waiting.getQuery().sql);
  const ofDeliveries = plan.filter((line) => / d( |$)/.test(line));
  expect(ofDeliveries).toHaveLength(2);
  for (const line of ofDeliveries) expect(line).toMatch(/^SEARCH d USING COVERING INDEX deliveries_by_due/);
});

test.each([
  ['deliveries', (db: Db) => readDeliveryFigures(db)],
  ['mails', (db: Db) => readMailFigures(db)],
])('a scrape counts the %s that wait by their index alone, however many are done with', (_what, read) => {
  using client = freshDatabase();
  const asked: string[] = [];
  const logger = { logQuery: (text: string) => void asked.push(text) };
  read(drizzle({ client, logger }));
  const plans = asked.flatMap((text) => planOf(client, text)).filter((line) => / (deliveries|mails|d)\b/.test(line));
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter((line) => !/USING (COVERING )?INDEX (deliveries_by_due|mails_by_due)/.test(line))).toEqual([]);
});
