import { join } from 'node:path';
import { addEndpoints, crowdOf } from '../../test/support/endpoints.ts';
import { type Arrival, startWebhookSink, type WebhookSink } from '../../test/support/webhook-sink.ts';
import { createBody } from './orders.ts';
import { makeShop, quantile } from './processes.ts';

const ORDERS = 1_000;
const EVERY_MS = 10;
const LOOK_MS = 50;
const GIVE_UP_MS = 60_000;

/** Sends 100 orders a second while 50 of 100 endpoints hang. The promised median delay of events is below 100 ms. */
export async function benchFairness(dir: string): Promise<void> {
  const shop = makeShop(join(dir, 'fairness'));
  using sink = await startWebhookSink();
  const urls = crowdOf(sink.url);
  addEndpoints(join(dir, 'fairness'), urls);
  const server = await shop.serve('--allow-private-webhooks');
  try {
    await sendOrders(server.url, shop.key);
    await drained(sink, (ORDERS * urls.length) / 2);
    report(await sink.arrivals());
  } finally {
    await server.stop();
  }
}

async function sendOrders(url: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const startedMs = performance.now();
  const answers: Promise<Response>[] = [];
  for (let made = 0; made < ORDERS; made += 1) {
    await Bun.sleep(Math.max(0, startedMs + made * EVERY_MS - performance.now()));
    answers.push(fetch(`${url}/api/v1/orders/create`, { method: 'POST', headers, body: createBody() }));
  }
  const failed = (await Promise.all(answers)).filter(({ status }) => status !== 200);
  if (failed.length > 0) throw new Error(`${failed.length} orders were refused`);
}

async function drained(sink: WebhookSink, count: number): Promise<void> {
  const giveUpMs = performance.now() + GIVE_UP_MS;
  while ((await sink.tally()).good < count) {
    if (performance.now() > giveUpMs) throw new Error(`fewer than ${count} events within ${GIVE_UP_MS} ms`);
    await Bun.sleep(LOOK_MS);
  }
}

function report(all: readonly Arrival[]): void {
  const delaysMs = all
    .filter(({ path }) => path.startsWith('/good/'))
    .map(({ body, atMs }) => atMs - Date.parse((JSON.parse(body) as { occurredAt: string }).occurredAt));
  const shares = [
    ['median', 0.5],
    ['p95', 0.95],
    ['p99', 0.99],
    ['most', 1],
  ] as const;
  const words = shares.map(([name, part]) => `${name} ${quantile(delaysMs, part)} ms`).join(', ');
  process.stdout.write(`fairness: ${words}\n`);
}
