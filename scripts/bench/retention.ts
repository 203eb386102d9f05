import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createIdSource, silentLog, systemClock } from '../../src/base/index.ts';
import { type CreateOrderInput, createOrder } from '../../src/orders/index.ts';
import { sweep } from '../../src/retention/index.ts';
import { compactDatabase, databasePath, openForServe, type Storage } from '../../src/storage/index.ts';
import { createTidying } from '../../src/worker/index.ts';
import { type Ctx, createWorkspace, findWorkspace } from '../../src/workspaces/index.ts';
import { median } from './processes.ts';

/** Events, deliveries and attempts, so many of each: more than any of the rounds gets through. */
const BACKLOG = 200_000;
const ROWS_A_WRITE = 2_000;
const CREATES = 40_000;
const CONNECTIONS = 32;
const DAY_MS = 86_400_000;
const HOLDER = { pid: process.pid, startedAt: '' };
const ACTOR = { type: 'command', id: null } as const;

/**
 * The p99 of creates beside a sweep that has years before it. The same creates alone are measured in turn. Also what
 * becomes of the file. In one process and without HTTP, so that nothing hides what a step costs.
 */
export async function benchRetention(dir: string, rounds: number): Promise<void> {
  const dataDir = join(dir, 'retention');
  const { storage, ctx } = await openBacklog(dataDir);
  const pairs: { alone: number; beside: number }[] = [];
  try {
    await p99(ctx);
    for (let round = 0; round < rounds; round += 1) {
      const first = round % 2 === 0 ? await p99(ctx) : undefined;
      const beside = await besideSweep(storage, ctx);
      pairs.push({ alone: first ?? (await p99(ctx)), beside });
    }
  } finally {
    const left = countAttempts(storage);
    await storage.close();
    tell(pairs, left);
  }
  await emptyAndCompact(dataDir);
}

const newId = createIdSource({ bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) });

/** A shop that has years of events before it, and nothing in its log. */
export async function openBacklog(dataDir: string): Promise<{ readonly storage: Storage; readonly ctx: Ctx }> {
  const open = (): Storage => openForServe({ dataDir, now: systemClock.now, newId }, HOLDER);
  const filling = open();
  const shop = { name: 'Bench', plan: 'pro', timeZone: 'UTC' } as const;
  const { id } = await createWorkspace({ storage: filling, actor: ACTOR }, shop);
  const workspace = findWorkspace(filling, id);
  if (workspace === undefined) throw new Error('the workspace is gone');
  await fill(filling, workspace.seq, Date.now() - 400 * DAY_MS);
  await filling.close();
  const storage = open();
  return { storage, ctx: { storage, workspace, source: 'bench', actor: ACTOR, requestId: null } };
}

async function besideSweep(storage: Storage, ctx: Ctx): Promise<number> {
  const tidying = createTidying({ storage, clock: systemClock, log: silentLog, firstMs: 0 });
  tidying.start();
  const beside = await p99(ctx);
  await tidying.stop();
  return beside;
}

function tell(pairs: readonly { alone: number; beside: number }[], left: number): void {
  const ratio = median(pairs.map(({ alone, beside }) => beside / alone));
  const [alone, beside] = [median(pairs.map((pair) => pair.alone)), median(pairs.map((pair) => pair.beside))];
  const figures = `p99 ${beside.toFixed(1)} ms beside the sweep, ${alone.toFixed(1)} ms alone`;
  process.stdout.write(
    `retention: ratio ${ratio.toFixed(2)} (${pairs.map(({ alone, beside }) => (beside / alone).toFixed(2)).join(', ')})  ${figures}; ${BACKLOG - left} attempts went meanwhile\n`,
  );
}

let made = 0;

/** Milliseconds. */
async function p99(ctx: Ctx): Promise<number> {
  const times: number[] = [];
  let left = CREATES;
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      made += 1;
      const begun = performance.now();
      await createOrder(ctx, orderOf(made));
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}

export const orderOf = (number: number): CreateOrderInput => ({
  requestKey: `order-${number}`,
  date: '2026-03-08T10:00:00+03:00',
  timeStart: '10:00',
  client: { name: 'Мария Иванова', phone: '+79123456789' },
  products: [{ name: 'Букет «Весна» 🌷', quantity: 2, price: 1_500 }],
  delivery: { deliveryType: 'courier', price: 350.5, adress: 'ул. Ленина, 1', flat: '12' },
});

/** What a busy year leaves: an event, its delivery and its attempt at one endpoint, some minutes apart. */
async function fill(storage: Storage, workspaceSeq: number, from: number): Promise<void> {
  await storage.write(({ db }) => {
    const id = newId(from).replaceAll('-', '');
    db.run(`INSERT INTO webhook_endpoints (seq, id, workspace_seq, url, events, enabled, secret, created_at, updated_at)
      VALUES (1, x'${id}', ${workspaceSeq}, 'http://127.0.0.1:9/', 'order.deleted', 1, 'whsec_none', 0, 0)`);
  });
  for (let at = 0; at < BACKLOG; at += ROWS_A_WRITE)
    await storage.write(({ db }) => fillSome(db, workspaceSeq, at, from));
}

function fillSome(db: Storage['read'], workspaceSeq: number, first: number, from: number): void {
  const rows = Array.from({ length: ROWS_A_WRITE }, (_, index) => first + index + 1);
  const timeOf = (seq: number): number => from + seq * 500;
  const values = (row: (seq: number) => string): string => rows.map((seq) => `(${row(seq)})`).join(',');
  const event = (seq: number): string => {
    const id = newId(timeOf(seq));
    const body = `{"id":"${id}","type":"order.created","occurredAt":"2026-03-08T10:00:00.000Z","data":{"orderId":"${id}","orderNumber":"${seq}"}}`;
    return `${seq}, x'${id.replaceAll('-', '')}', ${workspaceSeq}, 'order.created', '${body}', ${timeOf(seq)}`;
  };
  db.run(`INSERT INTO events (seq, id, workspace_seq, type, body, occurred_at) VALUES ${values(event)}`);
  db.run(`INSERT INTO deliveries (endpoint_seq, event_seq, state, attempts, due_at, last_http_code, last_at)
    VALUES ${values((seq) => `1, ${seq}, 'delivered', 1, 0, 200, ${timeOf(seq)}`)}`);
  db.run(`INSERT INTO webhook_attempts (endpoint_seq, number, event_seq, kind, attempt, http_code, response_time, at)
    VALUES ${values((seq) => `1, ${seq}, ${seq}, 'scheduled', 1, 200, 12, ${timeOf(seq)}`)}`);
}

const countAttempts = (storage: Storage): number =>
  storage.read.all<{ n: number }>(`SELECT count(*) AS n FROM webhook_attempts`)[0]?.n ?? 0;

/** The rest goes without pauses: what is told is the file, not the time. */
async function emptyAndCompact(dataDir: string): Promise<void> {
  const size = (): string => `${(statSync(databasePath(dataDir)).size / 1024 / 1024).toFixed(0)} MB`;
  const before = size();
  const storage = openForServe({ dataDir, now: systemClock.now, newId }, HOLDER);
  const begun = performance.now();
  await sweep(storage, { times: { judgedAt: Date.now(), nowMs: Date.now() }, goOn: async () => true });
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
  await storage.close();
  const swept = size();
  compactDatabase(dataDir, HOLDER);
  process.stdout.write(
    `retention: the file ${before} before, ${swept} after the sweep (${seconds} s without pauses), ${size()} after docket compact\n`,
  );
}
