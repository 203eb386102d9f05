import { expect, test } from 'bun:test';
import { client, dataDir, docket, docketJson, initShop, makeKey, orderBody, serve } from '../support/docket.ts';
import { countRows, expectOk, placeOrder } from '../support/http-answers.ts';
import { startLoad } from '../support/load.ts';
import { movedClock } from '../support/moved-clock.ts';
import { startReceiver } from '../support/receiver.ts';
import { scrape } from '../support/scrape.ts';
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

test('clock jumps are reported, and a program that polls for changes misses nothing', async () => {
  using dir = dataDir();
  using clock = movedClock();
  const at = ['--data', dir.path];
  await initShop(at);
  const api0 = await makeKey(at, 'site');
  await using server = await serve(dir.path, ['--log-format', 'json'], { env: clock.env });
  const api = client(server.url, api0);
  const steps = async () => {
    const { value } = await scrape(server.url);
    return [
      value('docket_clock_steps_total', { direction: 'forward' }),
      value('docket_clock_steps_total', { direction: 'back' }),
    ];
  };
  expect(await steps()).toEqual([0, 0]);
  expect((await docket(['check', ...at], { env: clock.env })).stdout).not.toContain('the clock was set');

  const { nextCursor } = expectOk(await api.get('/api/v1/changes?after=now'));
  const create = async (): Promise<string> => (await placeOrder(api)).id;
  const made = [await create()];
  clock.set(2 * HOUR);
  await until('the step forward', async () => (await steps())[0] === 1);
  made.push(await create());
  clock.set(0);
  await until('the step back', async () => (await steps())[1] === 1);
  made.push(await create());
  expect(await steps()).toEqual([1, 1]);

  const told = expectOk(await api.get(`/api/v1/changes?after=${nextCursor}`));
  expect(told.changes.map(({ orderId }: { orderId: string }) => orderId)).toEqual(made);
  const [first, second, third] = await Promise.all(
    made.map(async (id) => Date.parse(expectOk(await api.get(`/api/v1/orders/${id}`)).updatedAt)),
  );
  expect([second ?? 0, third ?? 0].toSorted((a, b) => a - b)).toEqual([second ?? 0, third ?? 0]);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(HOUR);

  const lines = server.stderr() + server.stdout();
  const logged = lines.split('\n').filter((line) => line.includes('the clock was set'));
  expect(logged.map((line) => line.match(/set (?:forward|back)/)?.[0])).toEqual(['set forward', 'set back']);

  const checked = await docket(['check', ...at], { env: clock.env });
  expect(checked.status).toBe(1);
  const problems = checked.stdout.split('\n').filter((line) => line.startsWith('problem: the clock was set'));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/set forward by 2 hours at .*set back by 2 hours at /);
  const { problems: told2 } = JSON.parse((await docket(['check', ...at, '--json'], { env: clock.env })).stdout);
  expect(told2.filter((problem: string) => problem.includes('the clock was set'))).toHaveLength(1);

  // A day after the jump of the clock, `docket check` no longer reports it as a problem.
  clock.set(25 * HOUR);
  await until('the next step', async () => (await steps())[0] === 2);
  await server.end();
  clock.set(51 * HOUR);
  expect((await docket(['check', ...at], { env: clock.env })).stdout).not.toContain('problem: the clock was set');
  expect((await docketJson<unknown[]>(['key', 'list', ...at])).length).toBe(1);
});
