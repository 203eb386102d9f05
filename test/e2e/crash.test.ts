/**
 * Sixteen writers keep the server busy until it is killed. Other load only changes how far the writers get before the
 * kill.
 */

import { expect, test } from 'bun:test';
import {
  type Client,
  client,
  dataDir,
  docket,
  docketJson,
  initShop,
  makeKey,
  orderBody,
  serve,
} from '../support/docket.ts';
import { readStore } from '../support/http-answers.ts';
import { until } from '../support/until.ts';

const ROUNDS = 10;
const WRITERS = 16;
const ROUND_MS = 60_000;

/**
 * Ids of orders by the kind of acknowledged change. `unanswered` has the bodies of `create` requests without an answer.
 */
interface Ledger {
  readonly created: Map<string, string>;
  readonly closed: Set<string>;
  readonly paid: Set<string>;
  readonly deleted: Set<string>;
  readonly unanswered: Record<string, unknown>[];
}

async function writeUntilDead(api: Client, ledger: Ledger, writer: number): Promise<void> {
  for (let at = 0; ; at += 1) {
    const body = orderBody();
    let id: string;
    try {
      const made = await api.post('/api/v1/orders/create', body);
      expect(made.status).toBe(200);
      id = made.body.data.id;
      ledger.created.set(id, String(body['requestKey']));
    } catch {
      ledger.unanswered.push(body);
      return;
    }
    try {
      const moved = await api.post('/api/v1/orders/status', { id, statusId: 'status-closed' });
      if (moved.status === 200) ledger.closed.add(id);
      const paid = await api.post('/api/v1/orders/payment', { id, paymentId: `pay-${id}`, amount: 3350.5 });
      if (paid.status === 200) ledger.paid.add(id);
      if ((at + writer) % 5 !== 0) continue;
      const gone = await api.post('/api/v1/orders/delete', { id });
      if (gone.status === 200) ledger.deleted.add(id);
    } catch {
      return;
    }
  }
}

interface Row {
  readonly id: string;
  readonly version: number;
  readonly status_id: string;
  readonly payment_status: string;
  readonly deleted_at: number | null;
  readonly history: number;
  readonly events: string;
  readonly deliveries: number;
}

function readRows(dir: string): Map<string, Row> {
  const rows = readStore<Row>(
    { dir },
    `SELECT lower(hex(o.id)) AS id, o.version, o.status_id, o.payment_status, o.deleted_at,
        (SELECT count(*) FROM order_history AS h WHERE h.order_seq = o.seq) AS history,
        (SELECT group_concat(e.type, ' ' ORDER BY e.seq) FROM events AS e WHERE e.order_seq = o.seq) AS events,
        (SELECT count(*) FROM deliveries AS d JOIN events AS e ON e.seq = d.event_seq WHERE e.order_seq = o.seq) AS deliveries
      FROM orders AS o`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

test('ten kill -9 under 16 writers lose no acknowledged change and leave no partial change', async () => {
  using dir = dataDir();
  const at = ['--data', dir.path];
  await initShop(at);
  const key = await makeKey(at, 'site');
  await docketJson(['webhook', 'add', ...at, '--url', 'https://hooks.example.com/docket', '--events', 'all']);
  const ledger: Ledger = { created: new Map(), closed: new Set(), paid: new Set(), deleted: new Set(), unanswered: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    await using server = await serve(dir.path, ['--log-level', 'error']);
    const api = client(server.url, key);
    const target = ledger.created.size + 40 + Math.floor(Math.random() * 150);
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => writeUntilDead(api, ledger, writer)));
    await until(`${target} orders`, () => ledger.created.size >= target, ROUND_MS);
    server.kill('SIGKILL');
    await writing;
  }

  await using server = await serve(dir.path, ['--log-level', 'error']);
  const api = client(server.url, key);
  for (const body of ledger.unanswered) {
    const first = await api.post('/api/v1/orders/create', body);
    const again = await api.post('/api/v1/orders/create', body);
    expect(first.status).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body.data.id).toBe(first.body.data.id);
  }
  expect(await server.end()).toBe(0);

  const rows = readRows(dir.path);
  const find = (id: string): Row | undefined => rows.get(id.replaceAll('-', ''));
  const missing = [...ledger.created.keys()].filter((id) => find(id) === undefined);
  expect(missing).toEqual([]);
  expect([...ledger.closed].filter((id) => find(id)?.status_id !== 'status-closed')).toEqual([]);
  expect([...ledger.paid].filter((id) => find(id)?.payment_status !== 'paid')).toEqual([]);
  expect([...ledger.deleted].filter((id) => find(id)?.deleted_at === null)).toEqual([]);
  const story = ['order.created', 'order.status.changed', 'order.payment.created', 'order.deleted'];
  const broken = [...rows.values()].filter(
    (row) =>
      row.history !== row.version ||
      row.deliveries !== row.version ||
      row.events !== story.slice(0, row.version).join(' '),
  );
  expect(broken).toEqual([]);
  expect(ledger.created.size).toBeGreaterThan(ROUNDS * 40);

  const numbers = readStore<{ n: number }>(
    { dir: dir.path },
    'SELECT CAST(num AS INTEGER) AS n FROM orders ORDER BY n',
  );
  expect(numbers.map((row) => row.n)).toEqual(numbers.map((_, index) => index + 1));
  const checked = await docket(['check', '--data', dir.path]);
  expect(checked.stdout).toContain('ok: the database is sound');
}, 180_000);
