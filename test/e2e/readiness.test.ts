import { expect, test } from 'bun:test';
import {
  type Answer,
  type Client,
  client,
  docketJson,
  initShop,
  makeKey,
  orderBody,
  serve,
} from '../support/docket.ts';
import { CROWDED, DISKS, OUTGROWN } from '../support/failing-disk.ts';
import { startLoad } from '../support/load.ts';
import { scrape } from '../support/scrape.ts';
import { until } from '../support/until.ts';

const WRITERS = 4;
/** The number of refused orders. The test checks readiness right after each refusal. */
const PAIRS = 25;
const LONG_MS = 40_000;
/** Small writes still fit on a full disk, so the comment must be long. */
const COMMENT = 'x'.repeat(9_000);

const create = (api: Client): Promise<Answer> =>
  api.post('/api/v1/orders/create', orderBody({ additional: { comment: COMMENT } }));

for (const [how, make] of [...DISKS, ...OUTGROWN]) {
  test(`on a disk ${how}, the server is not ready after the first refused order and recovers without a restart`, async () => {
    using disk = make();
    const at = ['--data', disk.path];
    await initShop(at);
    const api = { key: await makeKey(at, 'site') };
    await using server = await serve(disk.path, ['--log-level', 'error'], {
      ...(disk.wrapper !== undefined && { wrapper: disk.wrapper }),
    });
    const caller = client(server.url, api.key);
    const ready = () => caller.get('/health/ready');
    expect((await ready()).status).toBe(200);
    const load = startLoad(caller, WRITERS, { additional: { comment: COMMENT } });
    await until('fifty orders', () => load.acknowledged.size > 50);
    disk.fail(server.pid);
    await until('a refusal', () => load.refused() > 0, LONG_MS);
    await load.stop();
    const after: number[] = [];
    for (let tried = 0; after.length < PAIRS && tried < 10 * PAIRS; tried += 1) {
      if ((await create(caller)).status === 503) after.push((await ready()).status);
      // The server reuses the result of a readiness check for a moment. The test waits longer, so that the server
      // checks again.
      if (tried % 8 === 7) await until('another look', async () => (await ready()).status > 0 && wait(), 20_000);
    }
    expect(after).toEqual(Array(PAIRS).fill(503));
    const health = await docketJson<{ ok: boolean }>(['health', ...at]).catch((error) => String(error));
    expect(health).toContain('ended with 1');

    disk.mend(server.pid);
    await until('the server to be ready again, with nobody writing', async () => (await ready()).status === 200);
    expect((await create(caller)).status).toBe(200);
    expect((await ready()).status).toBe(200);
  });
}

for (const [how, make] of CROWDED) {
  test(`on a disk ${how} the server is ready while it accepts new orders, and not ready while it refuses them`, async () => {
    using disk = make();
    const at = ['--data', disk.path];
    await initShop(at);
    const key = await makeKey(at, 'site');
    await using server = await serve(disk.path, ['--log-level', 'error', '--rate-limit', '0']);
    const caller = client(server.url, key);
    const ready = async () => (await caller.get('/health/ready')).status;
    expect((await create(caller)).status).toBe(200);
    disk.fail(server.pid);
    const lost = async () => (await scrape(server.url)).value('docket_call_log_lost_total') ?? 0;
    const read = () => caller.get('/api/v1/orders?limit=1');
    const begunMs = performance.now();
    while ((await lost()) === 0) {
      expect(performance.now() - begunMs).toBeLessThan(LONG_MS);
      await Promise.all(Array.from({ length: 200 }, read));
    }
    const pairs: [created: number, ready: number][] = [];
    while (pairs.filter(([status]) => status === 503).length < PAIRS) {
      expect(pairs.length).toBeLessThan(10 * PAIRS);
      pairs.push([(await create(caller)).status, await ready()]);
    }
    expect(pairs.filter(([created, then]) => created !== then)).toEqual([]);
    expect((await read()).status).toBe(200);
    disk.mend(server.pid);
    await until('the server to be ready again, with nobody writing', async () => (await ready()) === 200);
    expect((await create(caller)).status).toBe(200);
  });
}

/** True at most once in a second and a half. */
function wait(): boolean {
  const nowMs = performance.now();
  if (nowMs - waitedAtMs < 1_500) return false;
  waitedAtMs = nowMs;
  return true;
}
let waitedAtMs = 0;
