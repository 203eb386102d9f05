import { expect, test } from 'bun:test';
import { type Client, client, dataDir, initShop, makeKey, serve } from '../support/docket.ts';
import { addEndpoints, crowdOf } from '../support/endpoints.ts';
import { countRows, placeOrder } from '../support/http-answers.ts';
import { until } from '../support/until.ts';
import { type Arrival, startWebhookSink } from '../support/webhook-sink.ts';

const ORDERS = 150;
/** The webhook timeout. It is so long that no hanging attempt ends during the test. */
const NEVER = '1h';
const LONG_MS = 60_000;

/**
 * Counts the events that are still to be sent to the working endpoints. At zero, all have arrived and none will be sent
 * again.
 */
const countWaiting = (dir: string): number =>
  countRows(
    { dir },
    `deliveries AS d JOIN webhook_endpoints AS e ON e.seq = d.endpoint_seq
    WHERE e.url LIKE '%/good/%' AND d.state = 'pending'`,
  );

const countEnded = (dir: string): number =>
  countRows(
    { dir },
    `webhook_attempts AS a JOIN webhook_endpoints AS e ON e.seq = a.endpoint_seq WHERE e.url LIKE '%/hang/%'`,
  );

/** Creates an order and closes it, which causes two events. @returns the order's id */
async function makeOrder(api: Client): Promise<string> {
  const { id } = await placeOrder(api);
  expect((await api.post('/api/v1/orders/status', { id, statusId: 'status-closed' })).status).toBe(200);
  return id;
}

/** One line for each order: the events that one endpoint received, in order of arrival. */
function heardOf(arrivals: readonly Arrival[]): string[] {
  const events = arrivals.map(
    ({ body }) => JSON.parse(body) as { readonly type: string; readonly data: { readonly orderId: string } },
  );
  const byOrder = Map.groupBy(events, ({ data }) => data.orderId);
  return [...byOrder].map(([id, own]) => [id, ...own.map(({ type }) => type)].join(' ')).toSorted();
}

test('while 50 of 100 endpoints hang, the others receive every change once and in order', async () => {
  using dir = dataDir();
  const data = ['--data', dir.path];
  await initShop(data);
  const key = await makeKey(data, 'site');
  using sink = await startWebhookSink();
  const urls = crowdOf(sink.url);
  addEndpoints(dir.path, urls, 'order.created order.status.changed');
  const flags = ['--allow-private-webhooks', '--webhook-timeout', NEVER, '--log-level', 'error'];
  await using server = await serve(dir.path, flags);
  const api = client(server.url, key);

  const created = [await makeOrder(api)];
  await until('every endpoint to be tried', async () => {
    const { good, hanging } = await sink.tally();
    return good + hanging >= urls.length;
  });
  created.push(...(await Promise.all(Array.from({ length: ORDERS - 1 }, () => makeOrder(api)))));
  await until('all events to be delivered to those who answer', () => countWaiting(dir.path) === 0, LONG_MS);

  // No hanging attempt has ended, so no delivered event waited for one to end.
  const { hanging, mostHanging } = await sink.tally();
  expect([countEnded(dir.path), hanging]).toEqual([0, mostHanging]);
  // Hanging attempts use at most half of the slots for sending, so other attempts always find a free slot.
  expect(mostHanging).toBeLessThanOrEqual(120);
  const byPath = Map.groupBy(await sink.arrivals(), ({ path }) => path);
  expect(byPath.size).toBe(urls.length);
  const wanted = created.map((id) => `${id} order.created order.status.changed`).toSorted();
  const wrong = [...byPath].filter(([path, own]) => path.startsWith('/good/') && !Bun.deepEquals(heardOf(own), wanted));
  expect(wrong.map(([path, own]) => ({ path, arrived: own.length }))).toEqual([]);
}, 120_000);
