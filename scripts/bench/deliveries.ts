import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { sealedFor, sealKeyPath } from '../../src/storage/index.ts';
import { openSecrets } from '../../src/storage/seal/index.ts';
import { cpuOf, cpuSince } from './cpu.ts';
import { run } from './load.ts';
import { createRequest } from './orders.ts';
import { docket, makeShop, type Running, report, type Shop, script, start } from './processes.ts';
import { type Result, type Sample, summarize } from './results.ts';

/** The limit of concurrent deliveries to one endpoint, as in src/worker/slots.ts. */
const CONCURRENCY = 64;
const BACKLOG = 120_000;
const CREATES = 8_000;
const CONNECTIONS = 32;
const ENDPOINTS = 5;

interface Count {
  readonly count: number;
  readonly thirdMs: number;
  readonly lastMs: number;
}

const ask = async (receiver: Running, path = '/'): Promise<Count> =>
  (await (await fetch(`${receiver.url}${path}`)).json()) as Count;

/**
 * Waits until the receiver has `count` deliveries.
 * @returns deliveries per second; the first third is not counted, because Docket begins with few deliveries at a time
 */
async function drained(receiver: Running, count: number): Promise<number> {
  for (;;) {
    const now = await ask(receiver);
    if (now.count >= count) return ((count / 3) * 2) / ((now.lastMs - now.thirdMs) / 1000);
    await Bun.sleep(20);
  }
}

const SECRET = `whsec_${Buffer.alloc(32).toString('base64')}`;

const startReceiver = (): Promise<Running> => start(script('receiver-server.ts', SECRET));

function setSecret(path: string): void {
  const secrets = openSecrets(sealKeyPath(path));
  using db = new Database(path, { readwrite: true });
  for (const { id } of db.query<{ id: Uint8Array }, []>('SELECT id FROM webhook_endpoints').all()) {
    const sealed = secrets.seal(SECRET, sealedFor.endpoint(id.toHex()));
    db.run('UPDATE webhook_endpoints SET secret = ? WHERE id = ?', [sealed, id]);
  }
}

export async function benchDeliveries(dir: string, rounds: number): Promise<Result[]> {
  const shop = makeShop(join(dir, 'deliveries'));
  const receiver = await startReceiver();
  docket(['webhook', 'add', ...shop.data, '--url', `${receiver.url}/`, '--allow-private-webhooks']);
  const path = join(dir, 'deliveries/docket.db');
  setSecret(path);
  change(path, 'UPDATE webhook_endpoints SET enabled = 0');
  const filling = await shop.serve();
  const load = { url: filling.url, connections: CONNECTIONS, requests: BACKLOG, next: () => createRequest(shop.key) };
  await run(load);
  await filling.stop();
  const samples = { docket: [] as Sample[], bare: [] as Sample[] };
  for (let round = 0; round < rounds; round += 1) {
    samples.bare.push(sendBare(receiver));
    samples.docket.push(await sendBacklog(shop, path, receiver));
  }
  await receiver.stop();
  return summarize({ workload: 'deliveries', connections: CONCURRENCY }, new Map(Object.entries(samples)));
}

const NO_WAIT = { p50Ms: null, p99Ms: null };

function sendBare(receiver: Running): Sample {
  const sent = Bun.spawnSync(script('bare-sender.ts', receiver.url, SECRET, String(CONCURRENCY), String(BACKLOG)));
  const { user, system } = sent.resourceUsage.cpuTime;
  const [userMicros, systemMicros] = [Number(user) / BACKLOG, Number(system) / BACKLOG];
  return { ...NO_WAIT, perSecond: Number(sent.stdout.toString()), userMicros, systemMicros };
}

async function sendBacklog(shop: Shop, path: string, receiver: Running): Promise<Sample> {
  await ask(receiver, `/reset/${BACKLOG}`);
  change(
    path,
    `UPDATE webhook_endpoints SET enabled = 1;
    DELETE FROM webhook_attempts;
    DELETE FROM deliveries;
    INSERT INTO deliveries (endpoint_seq, event_seq, state, attempts, due_at) SELECT 1, seq, 'pending', 0, 0 FROM events;`,
  );
  const server = await shop.serve('--allow-private-webhooks');
  const before = cpuOf(server.pid);
  const perSecond = await drained(receiver, BACKLOG);
  const cpu = cpuSince(before, server.pid, BACKLOG);
  await server.stop();
  return { ...NO_WAIT, perSecond, ...cpu };
}

function change(path: string, sql: string): void {
  using db = new Database(path, { readwrite: true });
  db.run(sql);
}

export async function benchCreatesWithEndpoints(dir: string, rounds: number): Promise<void> {
  const receiver = await startReceiver();
  const none = makeShop(join(dir, 'none'));
  const five = makeShop(join(dir, 'five'));
  for (let at = 0; at < ENDPOINTS; at += 1) {
    docket(['webhook', 'add', ...five.data, '--url', `${receiver.url}/${at}`, '--allow-private-webhooks']);
  }
  setSecret(join(dir, 'five/docket.db'));
  const servers = [await none.serve(), await five.serve('--allow-private-webhooks')] as const;
  const measure = async (server: Running, key: string): Promise<number> => {
    const load = { url: server.url, connections: CONNECTIONS, requests: CREATES, next: () => createRequest(key) };
    return (await run(load)).perSecond;
  };
  const pairs: { ours: number; other: number }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const other = await measure(servers[0], none.key);
    const ours = await measure(servers[1], five.key);
    pairs.push({ ours, other });
    // Unfinished deliveries would slow down the other server, which is measured next.
    await drained(receiver, round * CREATES * ENDPOINTS);
  }
  report(`creates, ${ENDPOINTS} endpoints`, pairs);
  await Promise.all([...servers.map((server) => server.stop()), receiver.stop()]);
}
