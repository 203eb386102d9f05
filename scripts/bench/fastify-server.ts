/**
 * A typical server: Fastify 5 with request and response schemas, SQLite, and one synced transaction for each request.
 * It recognizes an API key by its hash and a repeated request by a unique index. It stores the order, its history and
 * its event. It does not compare repeated bodies, and has no number series, webhook endpoints, limits or log. The
 * server uses node:sqlite on Node.js and bun:sqlite on Bun, because better-sqlite3 would download a binary. Both are
 * equally fast: syncing takes most of a transaction's time. Usage: fastify-server.ts DATABASE KEY
 */

import { createHash, randomUUID } from 'node:crypto';
import Fastify from 'fastify';

interface Sqlite {
  exec(sql: string): unknown;
  prepare(sql: string): {
    run(...parameters: (string | number | null)[]): { readonly lastInsertRowid: number | bigint };
    get(...parameters: (string | number | null)[]): unknown;
    all(...parameters: (string | number | null)[]): unknown[];
  };
}

async function openSqlite(path: string): Promise<Sqlite> {
  if (process.versions['bun'] !== undefined) return new (await import('bun:sqlite')).Database(path, { create: true });
  return new (await import('node:sqlite')).DatabaseSync(path) as Sqlite;
}

const [path = '', key = ''] = process.argv.slice(2);
const db = await openSqlite(path);
db.exec('PRAGMA journal_mode = WAL');
db.exec('PRAGMA synchronous = FULL');
db.exec('PRAGMA foreign_keys = ON');
db.exec(`
  CREATE TABLE api_keys (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, source TEXT NOT NULL);
  CREATE TABLE orders (id TEXT PRIMARY KEY, source TEXT NOT NULL, request_key TEXT NOT NULL, num INTEGER NOT NULL, platform TEXT,
    status_id TEXT NOT NULL, date TEXT NOT NULL, time_start TEXT, client TEXT, products TEXT NOT NULL, delivery TEXT,
    products_amount INTEGER NOT NULL, price INTEGER NOT NULL, paid INTEGER NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
    UNIQUE (source, request_key));
  CREATE INDEX orders_by_created ON orders (created_at);
  CREATE INDEX orders_by_status ON orders (status_id, created_at);
  CREATE TABLE payments (id TEXT PRIMARY KEY, order_id TEXT NOT NULL REFERENCES orders, source TEXT NOT NULL, external_id TEXT NOT NULL,
    amount INTEGER NOT NULL, created_at TEXT NOT NULL, UNIQUE (source, external_id));
  CREATE TABLE history (id INTEGER PRIMARY KEY, order_id TEXT NOT NULL REFERENCES orders, kind TEXT NOT NULL, at TEXT NOT NULL);
  CREATE TABLE events (id TEXT PRIMARY KEY, body TEXT NOT NULL, at TEXT NOT NULL);
`);
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
db.prepare('INSERT INTO api_keys (hash, source) VALUES (?, ?)').run(hashOf(key), 'bench');

const keyByHash = db.prepare('SELECT source FROM api_keys WHERE hash = ?');
const orderById = db.prepare('SELECT * FROM orders WHERE id = ?');
const orderByKey = db.prepare('SELECT * FROM orders WHERE source = ? AND request_key = ?');
const lastNum = db.prepare('SELECT coalesce(max(rowid), 0) + 1 AS num FROM orders');
const page = db.prepare('SELECT * FROM orders ORDER BY created_at DESC LIMIT 50');
const insertOrder =
  db.prepare(`INSERT INTO orders (id, source, request_key, num, platform, status_id, date, time_start, client, products,
  delivery, products_amount, price, paid, created_at, updated_at) VALUES (?, ?, ?, ?, ?, 'status-new', ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)`);
const setStatus = db.prepare('UPDATE orders SET status_id = ?, updated_at = ? WHERE id = ?');
const addPaid = db.prepare('UPDATE orders SET paid = paid + ?, updated_at = ? WHERE id = ?');
const insertPayment = db.prepare(
  'INSERT INTO payments (id, order_id, source, external_id, amount, created_at) VALUES (?, ?, ?, ?, ?, ?)',
);
const insertHistory = db.prepare('INSERT INTO history (order_id, kind, at) VALUES (?, ?, ?)');
const insertEvent = db.prepare('INSERT INTO events (id, body, at) VALUES (?, ?, ?)');

interface Row {
  readonly [column: string]: string | number | null;
}

interface Order {
  readonly requestKey: string;
  readonly platform?: string;
  readonly date: string;
  readonly timeStart?: string;
  readonly client?: object;
  readonly products: readonly { readonly name: string; readonly quantity: number; readonly price: number }[];
  readonly delivery?: { readonly price?: number };
}

function inTransaction<T>(work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    db.exec('COMMIT');
    return value;
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

function tell(orderId: string, type: string, data: object, at: string): void {
  insertHistory.run(orderId, type, at);
  const id = randomUUID();
  insertEvent.run(id, JSON.stringify({ id, type, occurredAt: at, data: { orderId, ...data } }), at);
}

const summary = (row: Row): object => ({
  id: row['id'],
  num: String(row['num']),
  platform: row['platform'] ?? '',
  statusId: row['status_id'],
  date: row['date'],
  timeStart: row['time_start'],
  productsAmount: Number(row['products_amount']) / 100,
  price: Number(row['price']) / 100,
  paidAmount: Number(row['paid']) / 100,
  createdAt: row['created_at'],
  updatedAt: row['updated_at'],
});

const parsed = (text: unknown): unknown => (typeof text === 'string' ? JSON.parse(text) : null);
const full = (row: Row): object => ({
  ...summary(row),
  client: parsed(row['client']),
  products: parsed(row['products']),
  delivery: parsed(row['delivery']),
});

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const amount = { type: 'number', minimum: 0 };
const object = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: true,
});
const product = object({ name: text, quantity: amount, price: amount }, ['name', 'quantity', 'price']);
const summaryFields = {
  id: text,
  num: text,
  platform: text,
  statusId: text,
  date: text,
  timeStart: textOrNull,
  productsAmount: amount,
  price: amount,
  paidAmount: amount,
  createdAt: text,
  updatedAt: text,
};
const answerOf = (data: object) => ({
  200: object({ ok: { type: 'boolean' }, code: text, requestId: text, data }),
  404: object({ ok: { type: 'boolean' }, code: text }),
});
const createBody = object(
  {
    requestKey: { ...text, minLength: 1, maxLength: 200 },
    platform: text,
    date: text,
    timeStart: text,
    client: object({}),
    products: { type: 'array', minItems: 1, maxItems: 100, items: product },
    delivery: object({ price: amount }),
  },
  ['requestKey', 'date', 'products'],
);

const app = Fastify({ logger: false });
app.decorateRequest('source', '');
app.addHook('onRequest', async (request, reply) => {
  const found = keyByHash.get(hashOf((request.headers.authorization ?? '').slice('Bearer '.length))) as Row | undefined;
  if (found === undefined || found === null) return reply.code(401).send({ ok: false, code: 'unauthorized' });
  request.setDecorator('source', String(found['source']));
});
const answer = (data: object): object => ({ ok: true, code: 'ok', requestId: randomUUID(), data });

app.post(
  '/api/v1/orders/create',
  { schema: { body: createBody, response: answerOf(object(summaryFields)) } },
  (request) => {
    const order = request.body as Order;
    const source = request.getDecorator<string>('source');
    const kopecks = order.products.reduce((sum, { price, quantity }) => sum + Math.round(price * quantity * 100), 0);
    const price = kopecks + Math.round((order.delivery?.price ?? 0) * 100);
    const row = inTransaction(() => {
      const known = orderByKey.get(source, order.requestKey) as Row | undefined;
      if (known !== undefined && known !== null) return known;
      const [id, now] = [randomUUID(), new Date().toISOString()];
      const { num } = lastNum.get() as { num: number };
      insertOrder.run(
        id,
        source,
        order.requestKey,
        num,
        order.platform ?? null,
        order.date.slice(0, 10),
        order.timeStart ?? null,
        JSON.stringify(order.client ?? null),
        JSON.stringify(order.products),
        JSON.stringify(order.delivery ?? null),
        kopecks,
        price,
        now,
        now,
      );
      tell(id, 'order.created', { orderNumber: String(num) }, now);
      return orderById.get(id) as Row;
    });
    return answer(summary(row));
  },
);

const statusBody = object({ id: text, statusId: text }, ['id', 'statusId']);
app.post(
  '/api/v1/orders/status',
  { schema: { body: statusBody, response: answerOf(object(summaryFields)) } },
  (request) => {
    const { id, statusId } = request.body as { id: string; statusId: string };
    const row = inTransaction(() => {
      const now = new Date().toISOString();
      setStatus.run(statusId, now, id);
      tell(id, 'order.status.changed', { status: { id: statusId } }, now);
      return orderById.get(id) as Row;
    });
    return answer(summary(row));
  },
);

const paymentBody = object({ id: text, paymentId: text, amount }, ['id', 'paymentId', 'amount']);
const paymentIds = object({ orderId: text, paymentId: text });
app.post('/api/v1/orders/payment', { schema: { body: paymentBody, response: answerOf(paymentIds) } }, (request) => {
  const { id: orderId, paymentId, amount } = request.body as { id: string; paymentId: string; amount: number };
  const id = randomUUID();
  inTransaction(() => {
    const [now, kopecks] = [new Date().toISOString(), Math.round(amount * 100)];
    insertPayment.run(id, orderId, request.getDecorator<string>('source'), paymentId, kopecks, now);
    addPaid.run(kopecks, now, orderId);
    tell(orderId, 'order.payment.created', { payment: { paymentId: id, amount } }, now);
  });
  return answer({ orderId, paymentId: id });
});

const fullFields = {
  ...summaryFields,
  client: { ...object({}), nullable: true },
  products: { type: 'array', items: product },
};
const fullOrder = object({ ...fullFields, delivery: { ...object({}), nullable: true } });
app.get('/api/v1/orders/:id', { schema: { response: answerOf(fullOrder) } }, (request, reply) => {
  const row = orderById.get((request.params as { id: string }).id) as Row | undefined;
  if (row === undefined || row === null) return reply.code(404).send({ ok: false, code: 'order_not_found' });
  return answer(full(row));
});

const listData = object({ orders: { type: 'array', items: object(summaryFields) } });
app.get('/api/v1/orders', { schema: { response: answerOf(listData) } }, () =>
  answer({ orders: (page.all() as Row[]).map(summary) }),
);

const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`ready at ${address}\n`);
