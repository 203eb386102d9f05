/**
 * This test runs alone, because its writers, senders and receivers keep the machine busy until the server is killed.
 */

import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import {
  type Client,
  client,
  dataDir,
  docket,
  docketJson,
  initShop,
  makeKey,
  orderBody,
  type Running,
  serve,
} from '../support/docket.ts';
import { until } from '../support/until.ts';
import { type Arrival, startWebhookSink } from '../support/webhook-sink.ts';

const ROUNDS = 20;
const WRITERS = 16;
/** The range from which each round draws its number of acknowledged changes before the kill. */
const LEAST = 40;
const MOST = 750;
/**
 * The maximum number of attempts that one endpoint may have under way (src/worker/slots.ts). A kill cuts off at most
 * this many attempts. A kill also loses a handful of answers that are not written yet. On average, cut-off attempts and
 * lost answers together stay far below this number. `expectAgainByKillsAlone` checks each event that is sent again.
 */
const UNDER_WAY = 64;
const ROUND_MS = 60_000;
const DRAIN_MS = 120_000;
const RETRIES = ['--webhook-retry-schedule', '100ms,100ms,100ms,100ms,100ms,100ms,100ms'];
const FLAGS = ['--allow-private-webhooks', '--log-level', 'error', '--webhook-timeout', '1s', ...RETRIES];
const ANSWERING = ['/good', '/flaky'] as const;
const PATHS = [...ANSWERING, '/hang'] as const;

/** The events of an order: those of acknowledged changes, and those of all requested changes. */
interface Story {
  readonly acknowledged: readonly string[];
  readonly asked: readonly string[];
}

interface Ledger {
  readonly stories: Map<string, Story>;
  readonly refused: unknown[];
  changes: number;
}

interface Change {
  readonly operation: string;
  readonly events: readonly string[];
  readonly body: (id: string) => Record<string, unknown>;
}

const STATUS: Change = {
  operation: 'status',
  events: ['order.status.changed'],
  body: (id) => ({ id, statusId: 'status-closed' }),
};
const PAYMENT: Change = {
  operation: 'payment',
  events: ['order.payment.created'],
  body: (id) => ({ id, paymentId: `pay-${id}`, amount: 1000.5 }),
};
const DELETE: Change = { operation: 'delete', events: ['order.deleted'], body: (id) => ({ id }) };

/** @returns the answer's data; undefined if the server is dead or has refused */
async function send(
  api: Client,
  ledger: Ledger,
  operation: string,
  body: unknown,
): Promise<{ id: string } | undefined> {
  const answer = await api.post(`/api/v1/orders/${operation}`, body).catch(() => undefined);
  if (answer !== undefined && answer.status !== 200) ledger.refused.push(answer.body);
  if (answer?.status !== 200) return undefined;
  ledger.changes += 1;
  return answer.body.data;
}

async function writeUntilDead(api: Client, ledger: Ledger, writer: number): Promise<void> {
  for (let at = writer; ; at += 1) {
    // Every third create contains a payment, so this one change has two events.
    const paid = at % 3 === 0;
    const made = await send(
      api,
      ledger,
      'create',
      orderBody(paid ? { payments: [{ paymentId: crypto.randomUUID(), amount: 100 }] } : {}),
    );
    if (made === undefined) return;
    let acknowledged = paid ? ['order.created', 'order.payment.created'] : ['order.created'];
    ledger.stories.set(made.id, { acknowledged, asked: acknowledged });
    for (const { operation, events, body } of at % 5 === 0 ? [STATUS, PAYMENT, DELETE] : [STATUS, PAYMENT]) {
      const asked = [...acknowledged, ...events];
      ledger.stories.set(made.id, { acknowledged, asked });
      if ((await send(api, ledger, operation, body(made.id))) === undefined) return;
      ledger.stories.set(made.id, { acknowledged: asked, asked });
      acknowledged = asked;
    }
  }
}

interface Round {
  /** The number of acknowledged changes before the kill. */
  readonly changes: number;
  /**
   * The events whose delivery was still due after the kill, by path: their outcome was not on the disk, or was a
   * failure.
   */
  readonly due: ReadonlyMap<string, ReadonlySet<number>>;
}

async function runRound(dir: string, key: string, ledger: Ledger): Promise<Round> {
  await using server = await serve(dir, FLAGS);
  const api = client(server.url, key);
  const before = ledger.changes;
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => writeUntilDead(api, ledger, writer)));
  const changes = LEAST + Math.random() * (MOST - LEAST);
  const written = (): number => ledger.changes - before;
  await until('the changes of a round', () => written() >= changes, ROUND_MS);
  await server.end('SIGKILL');
  const due = new Map(ANSWERING.map((path) => [path, readDue(dir, path)]));
  await writing;
  return { changes: written(), due };
}

interface EventRow {
  readonly seq: number;
  readonly id: string;
  readonly orderId: string;
  readonly type: string;
  readonly body: string;
}

interface Delivery {
  readonly eventSeq: number;
  readonly state: string;
  readonly attempts: number;
  readonly recorded: readonly {
    readonly attempt: number;
    readonly reason: string | null;
    readonly httpCode: number | null;
  }[];
}

const openDatabase = (dir: string): Database => new Database(join(dir, 'docket.db'), { readonly: true });

function countWaiting(dir: string): number {
  using db = openDatabase(dir);
  const count = db.query<{ n: number }, []>(
    `SELECT count(*) AS n FROM deliveries AS d JOIN webhook_endpoints AS e ON e.seq = d.endpoint_seq
    WHERE d.state = 'pending' AND e.url NOT LIKE '%/hang'`,
  );
  return count.get()?.n ?? 0;
}

function readDue(dir: string, path: string): Set<number> {
  using db = openDatabase(dir);
  const due = db.query<{ seq: number }, [string]>(
    `SELECT d.event_seq AS seq FROM deliveries AS d JOIN webhook_endpoints AS e ON e.seq = d.endpoint_seq
    WHERE d.state = 'pending' AND e.url LIKE '%' || ?`,
  );
  return new Set(due.all(path).map(({ seq }) => seq));
}

async function drain(dir: string, server: Running): Promise<void> {
  await until('all events to be delivered', () => countWaiting(dir) === 0, DRAIN_MS);
  expect(await server.end()).toBe(0);
  expect(countWaiting(dir)).toBe(0);
}

function readEvents(dir: string): EventRow[] {
  using db = openDatabase(dir);
  const rows = db.query<{ seq: number; body: string }, []>('SELECT seq, body FROM events ORDER BY seq').all();
  return rows.map(({ seq, body }) => {
    const { id, type, data } = JSON.parse(body) as { id: string; type: string; data: { orderId: string } };
    return { seq, id, type, orderId: data.orderId, body };
  });
}

function readDeliveries(dir: string, path: string): Delivery[] {
  using db = openDatabase(dir);
  const recorded = db
    .query<
      { eventSeq: number; kind: string; attempt: number; reason: string | null; httpCode: number | null },
      [string]
    >(
      `SELECT a.event_seq AS eventSeq, a.kind, a.attempt, a.reason, a.http_code AS httpCode FROM webhook_attempts AS a
      JOIN webhook_endpoints AS e ON e.seq = a.endpoint_seq WHERE e.url LIKE '%' || ? ORDER BY a.number`,
    )
    .all(path);
  expect(recorded.filter(({ kind }) => kind !== 'scheduled')).toEqual([]);
  const byEvent = Map.groupBy(recorded, ({ eventSeq }) => eventSeq);
  return db
    .query<{ eventSeq: number; state: string; attempts: number }, [string]>(
      `SELECT d.event_seq AS eventSeq, d.state, d.attempts FROM deliveries AS d
      JOIN webhook_endpoints AS e ON e.seq = d.endpoint_seq WHERE e.url LIKE '%' || ? ORDER BY d.event_seq`,
    )
    .all(path)
    .map((row) => ({ ...row, recorded: byEvent.get(row.eventSeq) ?? [] }));
}

/** Expects all acknowledged changes, each complete, and at most one more change that was not answered. */
function expectCommitted(ledger: Ledger, events: readonly EventRow[]): void {
  const byOrder = Map.groupBy(events, ({ orderId }) => orderId);
  const typesOf = (id: string): string => (byOrder.get(id) ?? []).map(({ type }) => type).join();
  const wrong = [...ledger.stories].filter(
    ([id, { acknowledged, asked }]) => typesOf(id) !== acknowledged.join() && typesOf(id) !== asked.join(),
  );
  expect(wrong.map(([id, story]) => ({ ...story, committed: typesOf(id) }))).toEqual([]);
  const unanswered = [...byOrder.keys()].filter((id) => !ledger.stories.has(id)).map(typesOf);
  const creates = ['order.created', 'order.created,order.payment.created'];
  expect(unanswered.filter((types) => !creates.includes(types))).toEqual([]);
  expect(unanswered.length).toBeLessThanOrEqual(ROUNDS * WRITERS);
}

/**
 * Expects all events to arrive. Even after a kill, the first arrivals of an order's events must be in sequence. An
 * order with a recorded failure is not checked, because a failure does not hold back the order's next event.
 */
function expectInOrder(arrivals: readonly Arrival[], events: readonly EventRow[], failed: ReadonlySet<number>): void {
  const firstAt = new Map<string, number>();
  for (const [at, { headers }] of arrivals.entries()) {
    if (!firstAt.has(headers['webhook-id'])) firstAt.set(headers['webhook-id'], at);
  }
  expect(events.filter(({ id }) => !firstAt.has(id)).map(({ id, type }) => ({ id, type }))).toEqual([]);
  expect(firstAt.size).toBe(events.length);
  const misplaced = [...Map.groupBy(events, ({ orderId }) => orderId).values()].filter((own) => {
    const places = own.map(({ id }) => firstAt.get(id) ?? 0);
    return (
      places.some((place, at) => at > 0 && place < (places[at - 1] ?? 0)) && !own.some(({ seq }) => failed.has(seq))
    );
  });
  expect(misplaced.map((own) => own.map(({ id, type }) => ({ id, type, at: firstAt.get(id) })))).toEqual([]);
}

/**
 * Expects the scheduled attempts of each event to count from 1 without a gap or a repeat. The last attempt of a
 * delivered event is its only success. Each recorded answer must be one that the receiver gave.
 */
function expectCountedOnce(
  deliveries: readonly Delivery[],
  arrivals: readonly Arrival[],
  events: readonly EventRow[],
): void {
  expect(deliveries.map(({ eventSeq }) => eventSeq)).toEqual(events.map(({ seq }) => seq));
  const inOrder = ({ attempts, recorded }: Delivery): boolean =>
    recorded.length === attempts && recorded.every(({ attempt }, at) => attempt === at + 1);
  expect(deliveries.filter((delivery) => !inOrder(delivery))).toEqual([]);
  const endsWell = ({ state, recorded }: Delivery): boolean =>
    recorded.every(({ reason }, at) => (reason === null) === (state === 'delivered' && at === recorded.length - 1));
  expect(deliveries.filter((delivery) => !endsWell(delivery))).toEqual([]);
  const answers = Map.groupBy(arrivals, ({ headers, status }) => `${headers['webhook-id']} ${status}`);
  const ids = new Map(events.map(({ seq, id }) => [seq, id]));
  const inventions = deliveries.filter(({ eventSeq, recorded }) =>
    [200, 500].some((code) => {
      const counted = recorded.filter(({ httpCode }) => httpCode === code).length;
      return counted > (answers.get(`${ids.get(eventSeq)} ${code}`)?.length ?? 0);
    }),
  );
  expect(inventions).toEqual([]);
}

/**
 * Expects each event to arrive at most once for each recorded attempt, and once more for each kill meanwhile. A kill
 * can keep an attempt from being recorded.
 */
function expectAgainByKillsAlone(
  deliveries: readonly Delivery[],
  arrivals: readonly Arrival[],
  events: readonly EventRow[],
  dueAtKills: readonly ReadonlySet<number>[],
): void {
  const came = Map.groupBy(arrivals, ({ headers }) => headers['webhook-id']);
  const ids = new Map(events.map(({ seq, id }) => [seq, id]));
  const tooOften = deliveries.filter(({ eventSeq, recorded }) => {
    const cutOff = dueAtKills.filter((due) => due.has(eventSeq)).length;
    return (came.get(ids.get(eventSeq) ?? '')?.length ?? 0) > recorded.length + cutOff;
  });
  expect(tooOften).toEqual([]);
}

function expectGenuine(arrivals: readonly Arrival[], secret: string, events: readonly EventRow[]): void {
  const webhook = new Webhook(secret);
  const bodies = new Map(events.map(({ id, body }) => [id, body]));
  for (const { headers, body } of arrivals) {
    webhook.verify(body, headers);
    if (bodies.get(headers['webhook-id']) !== body) throw new Error(`not the bytes that are stored: ${body}`);
  }
}

test('twenty kills of the server lose no webhook of an acknowledged change, and only a kill repeats a webhook', async () => {
  using dir = dataDir();
  const at = ['--data', dir.path];
  await initShop(at);
  const key = await makeKey(at, 'site');
  using sink = await startWebhookSink();
  const secrets: string[] = [];
  for (const path of PATHS) {
    const add = ['webhook', 'add', ...at, '--url', sink.url + path, '--events', 'all', '--allow-private-webhooks'];
    secrets.push((await docketJson<{ secret: string }>(add)).secret);
  }

  const ledger: Ledger = { stories: new Map(), refused: [], changes: 0 };
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await runRound(dir.path, key, ledger));
  await using server = await serve(dir.path, FLAGS);
  await drain(dir.path, server);

  expect(ledger.refused.slice(0, 5)).toEqual([]);
  const events = readEvents(dir.path);
  expectCommitted(ledger, events);
  const arrivals = Map.groupBy(await sink.arrivals(), ({ path }) => path);
  const deliveries = new Map(PATHS.map((path) => [path, readDeliveries(dir.path, path)]));
  for (const [index, path] of PATHS.entries()) {
    expectGenuine(arrivals.get(path) ?? [], secrets[index] ?? '', events);
    expectCountedOnce(deliveries.get(path) ?? [], arrivals.get(path) ?? [], events);
  }
  for (const path of ANSWERING) {
    const due = rounds.map((round) => round.due.get(path) ?? new Set<number>());
    expectAgainByKillsAlone(deliveries.get(path) ?? [], arrivals.get(path) ?? [], events, due);
  }
  expect(deliveries.get('/hang')?.filter(({ recorded }) => recorded.some(({ httpCode }) => httpCode !== null))).toEqual(
    [],
  );

  const good = arrivals.get('/good') ?? [];
  const failed =
    deliveries.get('/good')?.filter(({ recorded }) => recorded.some(({ reason }) => reason !== null)) ?? [];
  expectInOrder(good, events, new Set(failed.map(({ eventSeq }) => eventSeq)));
  const again = good.length - new Set(good.map(({ headers }) => headers['webhook-id'])).size;
  console.log(
    `killed after changes: ${rounds.map(({ changes }) => changes).join(' ')}; events ${events.length}, sent again ${again}, ` +
      `failed at the good one ${failed.length}`,
  );
  // With fewer changes the test would prove nothing.
  expect(ledger.changes).toBeGreaterThan(ROUNDS * WRITERS);
  expect(again).toBeLessThanOrEqual(ROUNDS * UNDER_WAY);
  expect((await docket(['check', ...at])).stdout).toContain('ok: the database is sound');
}, 300_000);
