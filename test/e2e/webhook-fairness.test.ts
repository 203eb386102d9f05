import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { client, dataDir, docketJson, orderBody, serve } from '../support/docket.ts';

const ENDPOINTS = 100;
const ORDERS = 500;
const EVERY_MS = 10;

interface Arrivals {
  readonly delaysMs: number[];
  /** By good address. */
  readonly counts: number[];
  readonly mostHanging: number;
}

function startSink() {
  const worker = new Worker(new URL('../support/sink.worker.ts', import.meta.url).href);
  const hear = <T>(): Promise<T> =>
    new Promise((resolve) => worker.addEventListener('message', ({ data }) => resolve(data as T), { once: true }));
  const port = hear<{ port: number }>();
  return {
    port: port.then((said) => said.port),
    arrivals(): Promise<Arrivals> {
      const answer = hear<Arrivals>();
      worker.postMessage('?');
      return answer;
    },
    [Symbol.dispose]: () => worker.terminate(),
  };
}

/** A hundred commands would take a minute; the rows are those that they would write. */
function addEndpoints(dir: string, port: number): void {
  using db = new Database(join(dir, 'docket.db'), { readwrite: true });
  const insert = db.query(
    `INSERT INTO webhook_endpoints (id, workspace_seq, url, events, enabled, secret, created_at, updated_at)
    VALUES (?, 1, ?, 'order.created', 1, ?, 0, 0)`,
  );
  for (let at = 0; at < ENDPOINTS; at += 1) {
    const url = `http://127.0.0.1:${port}/${at % 2 === 0 ? 'good' : 'hang'}/${at}`;
    insert.run(crypto.getRandomValues(new Uint8Array(16)), url, `whsec_${Buffer.alloc(32, at).toString('base64')}`);
  }
}

test('with 50 of 100 endpoints hanging, the others hear of 100 orders a second within 100 ms', async () => {
  using dir = dataDir();
  const data = ['--data', dir.path];
  await docketJson(['init', ...data, '--workspace', 'Shop', '--email', 'a@example.com', '--password', 'long enough']);
  const { key } = await docketJson<{ key: string }>(['key', 'create', ...data, '--source', 'site']);
  using sink = startSink();
  addEndpoints(dir.path, await sink.port);
  await using server = await serve(dir.path, ['--allow-private-webhooks', '--log-level', 'error']);
  const api = client(server.url, key);

  const startedMs = performance.now();
  const answers: Promise<{ status: number }>[] = [];
  for (let made = 0; made < ORDERS; made += 1) {
    await Bun.sleep(Math.max(0, startedMs + made * EVERY_MS - performance.now()));
    answers.push(api.post('/api/v1/orders/create', orderBody()));
  }
  expect((await Promise.all(answers)).filter(({ status }) => status !== 200)).toEqual([]);
  let seen = await sink.arrivals();
  while (seen.delaysMs.length < (ORDERS * ENDPOINTS) / 2) {
    await Bun.sleep(20);
    seen = await sink.arrivals();
  }
  expect(seen.counts).toEqual(Array(ENDPOINTS / 2).fill(ORDERS));
  // Half of the slots at most, so that the others always find some.
  expect(seen.mostHanging).toBeLessThanOrEqual(120);
  expect(seen.mostHanging).toBeGreaterThan(0);
  const sorted = seen.delaysMs.toSorted((a, b) => a - b);
  // The bar of the promise itself; measured it is a twentieth of that.
  expect(sorted[sorted.length >> 1]).toBeLessThan(100);
}, 60_000);
