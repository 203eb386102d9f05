import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { type Client, client, dataDir, docket, docketJson, orderBody, serve } from '../support/docket.ts';
import { type Received, startReceiver, verify } from '../support/receiver.ts';

const ROUNDS = 20;
const WRITERS = 16;
/** Traffic before each kill: somewhere in between. */
const LEAST_MS = 500;
const MOST_MS = 1_100;
const FLAGS = [
  ...['--allow-private-webhooks', '--log-level', 'error', '--webhook-timeout', '2s'],
  ...['--webhook-retry-schedule', '200ms,200ms,200ms,200ms,200ms,200ms,200ms'],
];
const STORY = ['order.created', 'order.status.changed', 'order.payment.created', 'order.deleted'];

/** By order, the events of the changes that the server has acknowledged. */
type Ledger = Map<string, string[]>;

/** Creates, moves, pays and now and then deletes, until the server dies under it. */
async function writeUntilDead(api: Client, ledger: Ledger, writer: number): Promise<void> {
  for (let at = 0; ; at += 1) {
    try {
      const made = await api.post('/api/v1/orders/create', orderBody());
      const id: string = made.body.data.id;
      const acknowledged = ['order.created'];
      ledger.set(id, acknowledged);
      await api.post('/api/v1/orders/status', { id, statusId: 'status-closed' });
      acknowledged.push('order.status.changed');
      await api.post('/api/v1/orders/payment', { id, paymentId: `pay-${id}`, amount: 3350.5 });
      acknowledged.push('order.payment.created');
      if ((at + writer) % 5 !== 0) continue;
      await api.post('/api/v1/orders/delete', { id });
      acknowledged.push('order.deleted');
    } catch {
      return;
    }
  }
}

interface Counted {
  readonly eventId: string;
  readonly state: string;
  readonly attempts: number;
  /** Of the scheduled attempts that were recorded, in that order. */
  readonly numbers: readonly number[];
}

function readDeliveries(dir: string, url: string): Counted[] {
  using db = new Database(join(dir, 'docket.db'), { readonly: true });
  const endpoint = db.query<{ seq: number }, [string]>('SELECT seq FROM webhook_endpoints WHERE url = ?').get(url);
  const seq = endpoint?.seq ?? 0;
  const recorded = db
    .query<{ event_seq: number; attempt: number }, [number]>(
      "SELECT event_seq, attempt FROM webhook_attempts WHERE endpoint_seq = ? AND kind = 'scheduled' ORDER BY number",
    )
    .all(seq);
  const byEvent = Map.groupBy(recorded, ({ event_seq }) => event_seq);
  return db
    .query<{ event_seq: number; eventId: string; state: string; attempts: number }, [number]>(
      `SELECT d.event_seq, d.state, d.attempts, json_extract(v.body, '$.id') AS eventId
      FROM deliveries AS d JOIN events AS v ON v.seq = d.event_seq WHERE d.endpoint_seq = ?`,
    )
    .all(seq)
    .map((row) => ({ ...row, numbers: (byEvent.get(row.event_seq) ?? []).map(({ attempt }) => attempt) }));
}

function countPending(dir: string, urls: readonly string[]): number {
  using db = new Database(join(dir, 'docket.db'), { readonly: true });
  const count = db.query<{ n: number }, [string]>(
    `SELECT count(*) AS n FROM deliveries AS d JOIN webhook_endpoints AS e ON e.seq = d.endpoint_seq
    WHERE e.url = ? AND d.state = 'pending'`,
  );
  return urls.reduce((sum, url) => sum + (count.get(url)?.n ?? 0), 0);
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

/** The types of an order's events by the first arrival of each. */
function firstArrivals(received: readonly Received[]): Map<string, string[]> {
  const seen = new Set<string>();
  const byOrder = new Map<string, string[]>();
  for (const { id, type, body } of received) {
    if (seen.has(id)) continue;
    seen.add(id);
    const order: string = JSON.parse(body).data.orderId;
    byOrder.set(order, [...(byOrder.get(order) ?? []), type]);
  }
  return byOrder;
}

test('kill -9 at random, twenty times, under 16 writers: every acknowledged change arrives, next to nothing twice', async () => {
  using dir = dataDir();
  const at = ['--data', dir.path];
  await docketJson(['init', ...at, '--workspace', 'Shop', '--email', 'a@example.com', '--password', 'long enough']);
  const { key } = await docketJson<{ key: string }>(['key', 'create', ...at, '--source', 'site']);
  using good = startReceiver();
  using flaky = startReceiver();
  using hanging = startReceiver();
  const answered = new Set<string>();
  let asked = 0;
  flaky.answer(({ id }) => {
    asked += 1;
    if (asked % 10 === 0) return new Response('', { status: 500 });
    answered.add(id);
    return new Response();
  });
  hanging.answer(() => new Promise(() => undefined));
  const add = (url: string) =>
    docketJson<{ secret: string }>(['webhook', 'add', ...at, '--url', url, '--allow-private-webhooks']);
  const { secret } = await add(good.url);
  await add(flaky.url);
  await add(hanging.url);

  const ledger: Ledger = new Map();
  for (let round = 0; round < ROUNDS; round += 1) {
    await using server = await serve(dir.path, FLAGS);
    const api = client(server.url, key);
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => writeUntilDead(api, ledger, writer)));
    await Bun.sleep(LEAST_MS + Math.random() * (MOST_MS - LEAST_MS));
    server.kill('SIGKILL');
    await writing;
  }
  await using server = await serve(dir.path, FLAGS);
  while (countPending(dir.path, [good.url, flaky.url]) > 0) await Bun.sleep(50);
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);

  const arrived = firstArrivals(good.received);
  const missing = [...ledger].filter(([id, types]) => {
    const told = arrived.get(id) ?? [];
    // In their order, each once, and at most what was written though the answer did not come.
    return told.join() !== STORY.slice(0, told.length).join() || told.length < types.length;
  });
  expect(missing).toEqual([]);
  expect([...ledger.values()].flat().length).toBeGreaterThan(ROUNDS * 100);

  const ids = good.received.map(({ id }) => id);
  const distinct = new Set(ids).size;
  expect((ids.length - distinct) / distinct).toBeLessThanOrEqual(0.01);
  // The signature's own age limit is the library's; of the last minutes all verify.
  for (const one of good.received.slice(-200)) verify(secret, one);

  for (const url of [good.url, flaky.url, hanging.url]) {
    const deliveries = readDeliveries(dir.path, url);
    expect(deliveries.filter(({ attempts, numbers }) => numbers.join() !== upTo(attempts).join())).toEqual([]);
  }
  expect(readDeliveries(dir.path, good.url).every(({ state }) => state === 'delivered')).toBe(true);
  const delivered = readDeliveries(dir.path, flaky.url).filter(({ state }) => state === 'delivered');
  expect(delivered.filter(({ eventId }) => !answered.has(eventId))).toEqual([]);
  expect((await docket(['check', ...at])).stdout).toContain('ok: the database is sound');
}, 180_000);
