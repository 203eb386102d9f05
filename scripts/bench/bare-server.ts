/**
 * The baseline of Docket: Bun.serve with hand-written SQL. It keeps Docket's promise that a change is synced to the
 * disk before it is answered. All waiting changes share one sync. It stores orders with their history and events, but
 * has no validation, API keys or idempotency. Usage: bare-server.ts DATABASE
 */

import { Database } from 'bun:sqlite';

const db = new Database(process.argv[2] ?? '', { create: true });
db.run('PRAGMA busy_timeout = 1000');
db.run('PRAGMA journal_mode = WAL');
db.run('PRAGMA synchronous = FULL');
db.run('PRAGMA cache_size = -32000');
db.run(`CREATE TABLE orders (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, num TEXT NOT NULL, status_id TEXT NOT NULL, date TEXT NOT NULL,
  client TEXT, products TEXT NOT NULL, delivery TEXT, price INTEGER NOT NULL, created_at INTEGER NOT NULL) STRICT`);
db.run('CREATE INDEX orders_by_created ON orders (created_at)');
db.run(
  'CREATE TABLE history (seq INTEGER PRIMARY KEY, order_seq INTEGER NOT NULL, kind TEXT NOT NULL, at INTEGER NOT NULL) STRICT',
);
db.run(
  'CREATE TABLE events (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL, at INTEGER NOT NULL) STRICT',
);
db.run(
  'CREATE TABLE payments (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, order_seq INTEGER NOT NULL, amount INTEGER NOT NULL, at INTEGER NOT NULL) STRICT',
);

interface Row {
  seq: number;
  id: string;
  num: string;
  status_id: string;
  date: string;
  client: string | null;
  products: string;
  delivery: string | null;
  price: number;
  created_at: number;
}

const insertOrder = db.prepare(
  'INSERT INTO orders (id, num, status_id, date, client, products, delivery, price, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
);
const insertHistory = db.prepare('INSERT INTO history (order_seq, kind, at) VALUES (?, ?, ?)');
const insertEvent = db.prepare('INSERT INTO events (id, body, at) VALUES (?, ?, ?)');
const insertPayment = db.prepare('INSERT INTO payments (id, order_seq, amount, at) VALUES (?, ?, ?, ?)');
const setStatus = db.prepare('UPDATE orders SET status_id = ? WHERE seq = ?');
const one = db.prepare<Row, [string]>('SELECT * FROM orders WHERE id = ?');
const page = db.prepare<Row, []>('SELECT * FROM orders ORDER BY created_at DESC, seq DESC LIMIT 50');
const begin = db.prepare('BEGIN IMMEDIATE');
const commit = db.prepare('COMMIT');

type Body = NewOrder & { id: string; statusId?: string; amount?: number };
type NewOrder = { date: string; client?: object; products: { price: number; quantity: number }[]; delivery?: object };
let waiting: { body: Body; done: (data: object) => void }[] = [];

function flush(): void {
  const batch = waiting;
  waiting = [];
  begin.run();
  const answers = batch.map(({ body }) => change(body));
  commit.run();
  for (const [at, { done }] of batch.entries()) done(answers[at] ?? {});
}

function change(body: Body): object {
  if (body.statusId !== undefined) return changeStatus(body.id, body.statusId);
  return body.amount === undefined ? create(body) : pay(body.id, body.amount);
}

function changeStatus(id: string, statusId: string): object {
  const order = getOrder(id);
  const now = Date.now();
  setStatus.run(statusId, order.seq);
  tell(order.seq, 'order.status.changed', { orderId: id, status: { id: statusId } }, now);
  return shape({ ...order, status_id: statusId });
}

function pay(orderId: string, amount: number): object {
  const { seq } = getOrder(orderId);
  const [now, paymentId] = [Date.now(), Bun.randomUUIDv7()];
  insertPayment.run(paymentId, seq, Math.round(amount * 100), now);
  tell(seq, 'order.payment.created', { orderId, payment: { paymentId, amount } }, now);
  return { orderId, paymentId };
}

function getOrder(id: string): Row {
  const order = one.get(id);
  if (order === null) throw new Error(`no order ${id}`);
  return order;
}

function tell(orderSeq: number | bigint, type: string, data: object, now: number): void {
  insertHistory.run(orderSeq, type, now);
  const id = Bun.randomUUIDv7();
  insertEvent.run(id, JSON.stringify({ id, type, data }), now);
}

function create(body: NewOrder): object {
  const now = Date.now();
  const id = Bun.randomUUIDv7();
  const price = body.products.reduce((sum, product) => sum + Math.round(product.price * product.quantity * 100), 0);
  const { client = null, delivery = null } = body;
  const { lastInsertRowid } = insertOrder.run(
    id,
    '1',
    'status-new',
    body.date.slice(0, 10),
    JSON.stringify(client),
    JSON.stringify(body.products),
    JSON.stringify(delivery),
    price,
    now,
  );
  tell(lastInsertRowid, 'order.created', { orderId: id }, now);
  return {
    id,
    num: '1',
    statusId: 'status-new',
    date: body.date.slice(0, 10),
    price: price / 100,
    createdAt: new Date(now),
  };
}

const shape = (row: Row): object => ({
  id: row.id,
  num: row.num,
  statusId: row.status_id,
  date: row.date,
  price: row.price / 100,
  createdAt: new Date(row.created_at),
});

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  development: false,
  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (request.method === 'POST') {
      const body = (await request.json()) as Body;
      if (waiting.length === 0) setImmediate(flush);
      const data = await new Promise<object>((done) => waiting.push({ body, done }));
      return Response.json({ ok: true, data });
    }
    if (pathname === '/api/v1/orders') return Response.json({ ok: true, data: { orders: page.all().map(shape) } });
    const row = one.get(pathname.slice(pathname.lastIndexOf('/') + 1));
    if (row === null) return new Response(null, { status: 404 });
    const parsed = {
      client: JSON.parse(row.client ?? 'null'),
      products: JSON.parse(row.products),
      delivery: JSON.parse(row.delivery ?? 'null'),
    };
    return Response.json({ ok: true, data: { ...shape(row), ...parsed } });
  },
});
process.stdout.write(`ready at http://127.0.0.1:${server.port}\n`);
