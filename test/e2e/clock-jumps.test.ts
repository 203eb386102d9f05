import { expect, test } from 'bun:test';
import { client, dataDir, docket, docketJson, initShop, makeKey, orderBody, serve } from '../support/docket.ts';
import { countRows, placeOrder } from '../support/http-answers.ts';
import { startLoad } from '../support/load.ts';
import { movedClock } from '../support/moved-clock.ts';
import { startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

const HOUR = 3_600_000;
const PRIVATE = '--allow-private-webhooks';
/** The clock is set forward, then back to before the start, and then corrected. */
const JUMPS = [5 * HOUR, -7 * HOUR, 0];

const countPending = (dir: string, url: string): number =>
  countRows(
    { dir },
    `deliveries AS d JOIN webhook_endpoints AS e ON e.seq = d.endpoint_seq
    WHERE e.url = '${url}' AND d.state = 'pending'`,
  );

test('clock jumps under load lose nothing, and delay neither events nor retries', async () => {
  using dir = dataDir();
  using clock = movedClock();
  using good = startReceiver();
  using bad = startReceiver().answer(500);
  const at = ['--data', dir.path];
  await initShop(at);
  const key = await makeKey(at, 'site');
  await docketJson(['webhook', 'add', ...at, '--url', good.url, '--events', 'order.created', PRIVATE]);
  await docketJson(['webhook', 'add', ...at, '--url', bad.url, '--events', 'order.deleted', PRIVATE]);
  const schedule = ['--webhook-retry-schedule', Array(60).fill('1s').join(',')];
  await using server = await serve(dir.path, [PRIVATE, '--log-level', 'error', ...schedule], { env: clock.env });
  const api = client(server.url, key);
  const day = async (): Promise<number> => Date.parse((await placeOrder(api)).createdAt);

  const watched = await placeOrder(api);
  let updatedAt = watched.updatedAt as string;
  const deleted = (await placeOrder(api)).id;
  await api.post('/api/v1/orders/delete', { id: deleted });
  const load = startLoad(api, 4);
  await bad.count(1);
  for (const offsetMs of JUMPS) {
    const tried = bad.received.length;
    const before = load.acknowledged.size;
    clock.set(offsetMs);
    await until('the jump', async () => Math.abs((await day()) - (Date.now() + offsetMs)) < HOUR);
    await until('a hundred orders', () => load.acknowledged.size > before + 100);
    await api.post('/api/v1/orders/update', { id: watched.id, data: { platform: `jump ${offsetMs}` } });
    const seen = (await api.get(`/api/v1/orders/${watched.id}`)).body.data.updatedAt as string;
    expect(seen >= updatedAt).toBe(true);
    updatedAt = seen;
    // Without the saved pause, the next attempt would be hours away on a clock that was set back.
    await bad.count(tried + 1);
  }
  await load.stop();
  expect([load.strange, load.unanswered, load.refused()]).toEqual([[], [], 0]);
  const created = [...load.acknowledged.keys()];
  await until('all events to be delivered', () => countPending(dir.path, good.url) === 0, 60_000);
  const told = new Set(good.received.map(({ body }) => JSON.parse(body).data.orderId as string));
  expect(created.filter((id) => !told.has(id))).toEqual([]);
  // The sending thread's timestamps follow the clock jumps too.
  const sent = good.received.map(({ headers }) => Number(headers.get('webhook-timestamp')) * 1_000);
  expect(Math.max(...sent) - Math.min(...sent)).toBeGreaterThan(11 * HOUR);
  expect((await api.get('/health/ready')).status).toBe(200);
  expect(bad.received.map(({ id }) => id)).toEqual(bad.received.map(() => bad.received[0]?.id ?? ''));

  clock.set(-7 * HOUR);
  const checked = await docket(['check', ...at], { env: clock.env });
  expect(checked.status).toBe(1);
  expect(checked.stdout).toMatch(/^problem: the clock says .*, earlier than what was stored at .*set it right/m);
  expect(await server.end()).toBe(0);
  await using again = await serve(dir.path, [], { env: clock.env });
  const later = client(again.url, key);
  for (const id of created.slice(-20)) expect((await later.get(`/api/v1/orders/${id}`)).status).toBe(200);
  expect((await later.post('/api/v1/orders/create', orderBody())).status).toBe(200);
}, 120_000);
